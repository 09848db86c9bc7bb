// Everything the page says, in the reader's language: `t(id, args)`. A template that calls `t` is drawn
// again when the language changes. The texts are in locales/, shared with the terminal.
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import type { Refusal } from './api';
import { remembered } from './memory';
import { loadOrReload } from './reload';

export const LANGUAGES = ['pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

type Load = () => Promise<{ default: string }>;

/** The texts of every page. */
const FILES: Record<Language, Load[]> = {
  'pt-BR': [() => import('../../locales/pt-BR/game.ftl?raw'), () => import('../../locales/pt-BR/web.ftl?raw')],
  en: [() => import('../../locales/en/game.ftl?raw'), () => import('../../locales/en/web.ftl?raw')],
};

/** The texts of pages with many words, which are loaded with them. */
const AREAS = {
  rules: {
    'pt-BR': () => import('../../locales/pt-BR/rules.ftl?raw'),
    en: () => import('../../locales/en/rules.ftl?raw'),
  },
  report: {
    'pt-BR': () => import('../../locales/pt-BR/report.ftl?raw'),
    en: () => import('../../locales/en/report.ftl?raw'),
  },
  class: {
    'pt-BR': () => import('../../locales/pt-BR/class.ftl?raw'),
    en: () => import('../../locales/en/class.ftl?raw'),
  },
  analysis: {
    'pt-BR': () => import('../../locales/pt-BR/analysis.ftl?raw'),
    en: () => import('../../locales/en/analysis.ftl?raw'),
  },
  learn: {
    'pt-BR': () => import('../../locales/pt-BR/learn.ftl?raw'),
    en: () => import('../../locales/en/learn.ftl?raw'),
  },
  bots: {
    'pt-BR': () => import('../../locales/pt-BR/bots.ftl?raw'),
    en: () => import('../../locales/en/bots.ftl?raw'),
  },
} satisfies Record<string, Record<Language, Load>>;
type Area = keyof typeof AREAS;

/** The areas that have been opened. */
let opened: readonly Area[] = [];

const memory = remembered<Language>('language', (value) => LANGUAGES.find((language) => language === value));

let bundle = $state.raw(new FluentBundle('en'));
let current = $state<Language>('en');

/** The language on show. */
export function language(): Language {
  return current;
}

/** The language chosen before, or the first one that the reader's browser asks for and we speak. */
export function preferredLanguage(asked: readonly string[] = navigator.languages): Language {
  return memory.get() ?? languageOf(asked);
}

/** The first of the languages asked for that we speak. */
export function languageOf(asked: readonly string[]): Language {
  for (const tag of asked) {
    const spoken = LANGUAGES.find((language) => language.slice(0, 2) === tag.slice(0, 2).toLowerCase());
    if (spoken) return spoken;
  }
  return 'en';
}

/** Loads a language and shows everything in it. */
export async function speak(wanted: Language): Promise<void> {
  const areas = opened.map((area) => AREAS[area][wanted]);
  const files = await Promise.all([...FILES[wanted], ...areas].map((load) => load()));
  bundle = bundleOf(
    wanted,
    files.map((file) => file.default),
  );
  current = wanted;
  document.documentElement.lang = wanted;
}

/** Loads the texts of an area, unless they are there. */
export async function alsoSpeak(area: Area): Promise<void> {
  if (opened.includes(area)) return;
  opened = [...opened, area];
  try {
    await speak(current);
  } catch (error) {
    opened = opened.filter((other) => other !== area);
    throw error;
  }
}

/** Switches the language for good. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  const before = current;
  memory.set(wanted);
  try {
    await loadOrReload(() => speak(wanted));
  } catch {
    // The page goes on in the language that it has.
    memory.set(before);
  }
}

/** The text with this id; the id itself if there is none, so that a gap is seen. */
export function t(id: string, args?: Record<string, FluentVariable>): string {
  return textIn(bundle, id, args) ?? id;
}

/** Why something is refused, in words. */
export function inWords(reason: Refusal): string {
  return textIn(bundle, `refusal-${reason.code}`, reason.args) ?? reason.message;
}

/** Texts of one language, ready to be asked. */
export function bundleOf(language: Language, files: string[]): FluentBundle {
  // Marks around each argument are for texts that mix directions of writing; both languages run one way.
  const texts = new FluentBundle(language, { useIsolating: false });
  for (const file of files) texts.addResource(new FluentResource(file));
  return texts;
}

/** A text of a bundle, if it has it. */
export function textIn(texts: FluentBundle, id: string, args?: Record<string, FluentVariable>): string | undefined {
  const value = texts.getMessage(id)?.value;
  return value ? texts.formatPattern(value, args, []) : undefined;
}
