import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FluentResource } from '@fluent/bundle';
import { describe, expect, test } from 'vitest';
import { MOVE_NAGS, POSITION_NAGS } from './features/analysis/nags';
import { TASKS } from './features/course/tasks';
import { LESSONS, PARAGRAPHS } from './features/learn/lessons';
import { bundleOf, LANGUAGES, languageOf, textIn, type Language } from './texts.svelte';
import { LESSONS as COURSE } from './router.svelte';
import { VARIANTS } from './variants';

const FILES = ['game.ftl', 'web.ftl', 'rules.ftl', 'learn.ftl', 'report.ftl', 'analysis.ftl', 'bots.ftl', 'class.ftl'];
const source = (language: Language, file: string): string =>
  readFileSync(join(__dirname, '../../locales', language, file), 'utf8');
const texts = (language: Language) =>
  bundleOf(
    language,
    FILES.map((file) => source(language, file)),
  );

/** Every message of a file with the names of its arguments. */
function messages(language: Language, file: string): Record<string, string[]> {
  const resource = new FluentResource(source(language, file));
  return Object.fromEntries(
    resource.body.map((message) => [
      message.id,
      [...new Set(JSON.stringify(message.value).match(/"var","name":"\w+"/g) ?? [])].sort(),
    ]),
  );
}

test.each(FILES)('both languages say the same in %s, about the same things', (file) => {
  const english = messages('en', file);
  expect(Object.keys(english).length).toBeGreaterThan(20);
  expect(messages('pt-BR', file)).toEqual(english);
});

test.each(LANGUAGES)('no message of %s is lost to a mistake in writing', (language) => {
  for (const file of FILES) {
    const written = source(language, file).match(/^[a-z][\w-]* =/gm) ?? [];
    expect(Object.keys(messages(language, file)).length).toBe(written.length);
  }
});

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : sources(path);
    return /\.(svelte|ts)$/.test(entry.name) && !entry.name.endsWith('.test.ts') ? [readFileSync(path, 'utf8')] : [];
  });
}

describe('every text that the page asks for exists', () => {
  const known = texts('en');
  const named = sources(__dirname).flatMap((text) =>
    [...text.matchAll(/\bt\('([a-z][\w-]*)'/g)].map(([, id]) => id ?? ''),
  );
  // Texts whose names are put together, and the words they are put together from.
  const union = (name: string): string[] => unionIn('generated/protocol.ts', name);
  const unionIn = (file: string, name: string): string[] => {
    const type = new RegExp(`export type ${name} = ([^;]+);`).exec(readFileSync(join(__dirname, file), 'utf8'));
    return [...(type?.[1] ?? '').matchAll(/"(\w+)"/g)].map(([, word]) => word ?? '');
  };
  const composed = [
    ...[...union('ReasonCode'), 'unreachable'].map((code) => `refusal-${code}`),
    ...union('Animal').map((animal) => `animal-${animal}`),
    ...union('FigureColor').map((color) => `color-${color}`),
    ...union('Phrase').map((phrase) => `phrase-${phrase}`),
    ...union('MemberState').map((state) => `state-${state}`),
    ...union('TournamentKind').map((kind) => `tournament-${kind}`),
    ...union('ProjectorShow').map((show) => `class-show-${show}`),
    ...VARIANTS.map((variant) => `class-goal-${variant}`),
    ...['lot', 'table', 'same-score', 'near-score', 'first-meeting', 'met-before', 'both-free'].map(
      (key) => `pairing-${key}`,
    ),
    ...['white-less-often', 'white-in-turn', 'by-hand', 'odd', 'one-device', 'position'].map((key) => `pairing-${key}`),
    ...['who', 'what', 'not', 'how-long', 'where', 'law'].flatMap((part) => [
      `class-data-${part}`,
      `class-data-${part}-title`,
    ]),
    ...['none', '5', '10'].map((clock) => `class-clock-${clock}`),
    ...['play', 'tournament', 'after'].map((tab) => `class-tab-${tab}`),
    ...union('FaultCode').map((code) => `fault-${code}`),
    ...unionIn('generated/wasm.ts', 'PgnFaultCode').map((code) => `pgn-fault-${code}`),
    ...[...MOVE_NAGS, ...POSITION_NAGS].map((nag) => `nag-${nag}`),
    ...union('MoveLabel').map((label) => `label-${label}`),
    ...union('ReportPhase').map((phase) => `phase-${phase}`),
    ...[
      ...['losesAtOnce', 'allowsWin', 'losesRace', 'missesWin', 'blast', 'hangs'],
      ...['losesMaterial', 'missesMaterial', 'betterMove', 'nothingElse'],
    ].map((code) => `reason-${code}`),
    ...union('EndReason').map((reason) => `end-by-${reason}`),
    ...['won', 'lost', 'white', 'black', 'draw', 'none'].map((side) => `end-${side}`),
    ...union('Role').map((role) => `piece-${role}`),
    ...union('TablePhase').map((phase) => `table-${phase}`),
    ...union('InfractionKind').map((kind) => `infraction-${kind}`),
    ...['board', 'who_moves', 'enpassant', 'winner', 'draw', 'bad_move', '50moves', 'infractions'].map(
      (field) => `write-field-${field}`,
    ),
    ...['events', 'accept', 'stream', 'move', 'resign', 'challenge'].map((name) => `write-api-${name}`),
    ...union('OfferKind').flatMap((kind) => [`offered-${kind}`, `declined-${kind}`]),
    ...union('ResultFilter').map((result) => `result-${result}`),
    ...VARIANTS.flatMap((variant) => [`variant-${variant}`, `variant-${variant}-line`]),
    ...VARIANTS.flatMap((variant) =>
      Array.from({ length: PARAGRAPHS[variant] }, (_, index) => `rules-${variant}-${index + 1}`),
    ),
    ...Object.values(LESSONS)
      .flat()
      .flatMap(({ name }) => [`lesson-${name}-title`, `lesson-${name}-text`]),
    ...COURSE.flatMap((name) => [
      `learn-${name}-title`,
      `learn-${name}-text`,
      ...TASKS[name].tasks.map((_, index) => `task-${name}-${index + 1}`),
    ]),
    ...['greeting', 'capture', 'explosion', 'blunder', 'goodmove', 'threat', 'check', 'win', 'loss', 'draw'].flatMap(
      (kind) => [1, 2, 3, 4, 5, 6].map((number) => `remark-${kind}-${number}`),
    ),
    ...[
      ...['wins', 'mate', 'blast', 'captures', 'costs', 'saves'],
      ...['check', 'threatens', 'promotes', 'castles', 'quiet', 'line', 'chances'],
    ].map((kind) => `why-${kind}`),
    ...['slow', 'normal', 'fast'].map((pace) => `pace-${pace}`),
    ...['computer', 'friend', 'lobby', 'hotSeat'].flatMap((kind) => [
      `opponent-${kind}`,
      `opponent-${kind}-line`,
      `start-${kind}`,
    ]),
    ...[
      '2p',
      '4p',
      '6p',
      '8p',
      'pn',
      'pb',
      'pr',
      'pq',
      'pbn',
      'prn',
      'pqn',
      'prb',
      'pqb',
      'pqr',
      'prbn',
      'pqrn',
      'pqrb',
      'complete',
    ].map((name) => `setup-${name}`),
  ];
  test('by name', () => {
    expect(named.length).toBeGreaterThan(100);
    expect([...new Set(named)].filter((id) => !known.hasMessage(id))).toEqual([]);
  });
  test('by composed name', () => {
    expect(composed.length).toBeGreaterThan(200);
    expect(composed.filter((id) => !known.hasMessage(id))).toEqual([]);
  });
});

test.each([
  ['en', 'piece-of', { color: 'black', role: 'rook' }, 'black rook'],
  ['pt-BR', 'piece-of', { color: 'black', role: 'rook' }, 'torre preta'],
  ['pt-BR', 'piece-of', { color: 'white', role: 'king' }, 'rei branco'],
  ['pt-BR', 'refusal-notItsMove', { role: 'queen' }, 'Uma dama não anda assim.'],
  ['en', 'refusal-inCheck', { by: 'e4' }, 'Your king would be in check from e4.'],
  ['pt-BR', 'spectators', { count: 1 }, '1 pessoa assistindo'],
  ['en', 'left-wait', { seconds: 30 }, 'Your opponent has left. You may claim the win in 30 seconds.'],
] as const)('%s says %s', (language, id, args, expected) => {
  expect(textIn(texts(language), id, args)).toBe(expected);
});

test.each([
  [['pt-PT', 'en'], 'pt-BR'],
  [['de', 'en-GB'], 'en'],
  [['fr'], 'en'],
] as const)('a reader who asks for %j gets %s', (asked, expected) => {
  expect(languageOf(asked)).toBe(expected);
});

test.each(LANGUAGES)('what the computer says in %s fits whatever game it is', (language) => {
  const said = Object.keys(messages(language, 'game.ftl')).filter((id) => id.startsWith('remark-'));
  expect(said).toHaveLength(60);
  // Pawn Battle has no kings; only in threats and checks there is one for certain.
  const anywhere = said.filter((id) => !/threat|check/.test(id));
  const bundle = texts(language);
  const ofKings = anywhere.filter((id) => /\bking|\brei\b|\breis\b/i.test(textIn(bundle, id) ?? ''));
  expect(ofKings).toEqual([]);
});
