// Pairs of colours for the squares: the brown that the board has at first, and the fourteen of the program that Pawn
// Battle comes from. They are called `board-theme-<name>` in the texts.

export interface BoardTheme {
  light: string;
  dark: string;
}

const THEMES = {
  brown: ['#f0d9b5', '#b58863'],
  wood: ['#ffce9e', '#d18b47'],
  blackandwhite: ['#e8e8e8', '#8e8e8e'],
  greenfields: ['#8dcf75', '#509d34'],
  blueskies: ['#6493aa', '#295c74'],
  deeppurple: ['#9a66af', '#642b7a'],
  yellowcard: ['#e7e383', '#b8b33d'],
  baseball: ['#dfcf6f', '#6f9f6f'],
  babyblue: ['#f2f2f2', '#7085b6'],
  rainforest: ['#9aab9b', '#718351'],
  moss: ['#94ab4d', '#546b01'],
  candy: ['#fffbce', '#ff7eb0'],
  grapepie: ['#edd7a0', '#a65c59'],
  vintage: ['#edd7a0', '#697d6e'],
  icecream: ['#f0c0c0', '#604830'],
} as const;

export type BoardThemeName = keyof typeof THEMES;
export const BOARD_THEMES = Object.keys(THEMES) as [BoardThemeName, ...BoardThemeName[]];

/** The colours of a theme. */
export function boardTheme(name: BoardThemeName): BoardTheme {
  const [light, dark] = THEMES[name];
  return { light, dark };
}

/** Sets the colours in the style sheet. */
export function showBoardTheme(name: BoardThemeName): void {
  const { light, dark } = boardTheme(name);
  const { style } = document.documentElement;
  style.setProperty('--square-light', light);
  style.setProperty('--square-dark', dark);
}
