// What the reader has chosen for this browser: light or dark, sound, whether the computer may talk, how high the
// chat is, whether a capture by touch is asked twice.
import { oneOf, remembered, yesOrNo } from './memory';

export type Theme = 'system' | 'light' | 'dark';

const themeMemory = remembered<Theme>('theme', oneOf<Theme>('system', 'light', 'dark'));
const soundMemory = remembered('sound', yesOrNo);
const mutedMemory = remembered('computerMuted', yesOrNo);
const chatMemory = remembered('chatOpen', yesOrNo);
const confirmMemory = remembered('confirmBlast', yesOrNo);

class Settings {
  theme = $state<Theme>(themeMemory.get() ?? 'system');
  sound = $state(soundMemory.get() ?? true);
  computerMuted = $state(mutedMemory.get() ?? false);
  /** Whether the chat is as high as it can be, or shows its last lines only. */
  chatOpen = $state(chatMemory.get() ?? false);
  /** Whether a capture by touch shows its blast first and waits for a second touch. */
  confirmBlast = $state(confirmMemory.get() ?? true);

  chooseTheme(theme: Theme): void {
    this.theme = theme;
    themeMemory.set(theme);
    showTheme(theme);
  }

  chooseSound(on: boolean): void {
    this.sound = on;
    soundMemory.set(on);
  }

  muteComputer(muted: boolean): void {
    this.computerMuted = muted;
    mutedMemory.set(muted);
  }

  openChat(open: boolean): void {
    this.chatOpen = open;
    chatMemory.set(open);
  }

  chooseConfirmBlast(on: boolean): void {
    this.confirmBlast = on;
    confirmMemory.set(on);
  }
}

/** Tells the style sheet; "system" leaves it to the browser. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Whether the page is dark just now. */
export function isDark(theme: Theme): boolean {
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}

export const settings = new Settings();
