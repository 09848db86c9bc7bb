// Animals and colours in pictures and words. A colour has a shape of its own, for those who see colours otherwise.
import type { Animal, ClassMember, Figure, FigureColor } from '../../generated/protocol';
import { t } from '../../texts.svelte';

export const ANIMALS: Readonly<Record<Animal, string>> = {
  fox: '🦊',
  cat: '🐱',
  dog: '🐶',
  rabbit: '🐰',
  bear: '🐻',
  panda: '🐼',
  lion: '🦁',
  tiger: '🐯',
  monkey: '🐵',
  frog: '🐸',
  owl: '🦉',
  penguin: '🐧',
  turtle: '🐢',
  fish: '🐠',
  whale: '🐳',
  dolphin: '🐬',
  octopus: '🐙',
  butterfly: '🦋',
  bee: '🐝',
  snail: '🐌',
  horse: '🐴',
  cow: '🐮',
  pig: '🐷',
  sheep: '🐑',
  elephant: '🐘',
  giraffe: '🦒',
  koala: '🐨',
  parrot: '🦜',
  capybara: '🦫',
  sloth: '🦥',
};

/** The paint of each colour, and the shape beside it. */
export const COLORS: Readonly<Record<FigureColor, { paint: string; shape: string }>> = {
  blue: { paint: '#2f6fd6', shape: '●' },
  orange: { paint: '#d9730d', shape: '▲' },
  green: { paint: '#2b8a3e', shape: '■' },
  pink: { paint: '#d6336c', shape: '♥' },
  yellow: { paint: '#b08900', shape: '★' },
  purple: { paint: '#8447c9', shape: '◆' },
};

export const ANIMAL_NAMES = Object.keys(ANIMALS) as Animal[];
export const COLOR_NAMES = Object.keys(COLORS) as FigureColor[];

/** An animal and its colour in words: "blue fox". */
export function animalInWords({ animal, color }: Pick<Figure, 'animal' | 'color'>): string {
  return t('figure', { animal: t(`animal-${animal}`), color: t(`color-${color}`) });
}

/** What somebody is called: the name, or the animal and its colour. */
export function figureInWords(figure: Figure): string {
  return figure.name ?? animalInWords(figure);
}

/** What a child is called, or two at one device. */
export function memberInWords(member: Pick<ClassMember, 'figure' | 'partner'>): string {
  const one = figureInWords(member.figure);
  return member.partner ? t('two-figures', { one, other: figureInWords(member.partner) }) : one;
}

/** How a figure is written where the page's words are not at hand, as the server does. */
export function figureWord({ animal, color }: Figure): string {
  return `${animal}-${color}`;
}

/** The names in a text of the server's, such as PGN, in the words of the page. */
export function withNames(text: string, members: readonly ClassMember[]): string {
  const figures = members.flatMap(({ figure, partner }) => (partner ? [figure, partner] : [figure]));
  return figures.reduce((named, figure) => named.replaceAll(figureWord(figure), animalInWords(figure)), text);
}
