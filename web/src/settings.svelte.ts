// What the reader has chosen for this browser: light or dark, sound, whether the computer may talk, how high the
// chat is, whether a capture by touch is asked twice.
import { oneOf, remembered, yesOrNo } from './memory';

/** The most people that this browser remembers as muted, or as blocked. */
const MOST_PEOPLE = 200;

function listOfIds(stored: unknown): string[] | undefined {
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : undefined;
}

/** The list with an id put in as the last, or taken out. */
function withId(ids: readonly string[], id: string, wanted: boolean): string[] {
  const others = ids.filter((other) => other !== id);
  return wanted ? [...others, id].slice(-MOST_PEOPLE) : others;
}

export type Theme = 'system' | 'light' | 'dark';

const themeMemory = remembered<Theme>('theme', oneOf<Theme>('system', 'light', 'dark'));
const soundMemory = remembered('sound', yesOrNo);
const mutedMemory = remembered('computerMuted', yesOrNo);
const mutedPeopleMemory = remembered('mutedPeople', listOfIds);
const blockedPeopleMemory = remembered('blockedPeople', listOfIds);
const chatMemory = remembered('chatOpen', yesOrNo);
const confirmMemory = remembered('confirmBlast', yesOrNo);

class Settings {
  theme = $state<Theme>(themeMemory.get() ?? 'system');
  sound = $state(soundMemory.get() ?? true);
  computerMuted = $state(mutedMemory.get() ?? false);
  /** People whose messages are not shown. */
  mutedPeople = $state.raw<readonly string[]>(mutedPeopleMemory.get() ?? []);
  /** People whose messages are not shown, and whose games are not offered. */
  blockedPeople = $state.raw<readonly string[]>(blockedPeopleMemory.get() ?? []);
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

  mutePerson(id: string, muted: boolean): void {
    const ids = withId(this.mutedPeople, id, muted);
    this.mutedPeople = ids;
    mutedPeopleMemory.set(ids);
  }

  blockPerson(id: string, blocked: boolean): void {
    const ids = withId(this.blockedPeople, id, blocked);
    this.blockedPeople = ids;
    blockedPeopleMemory.set(ids);
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

/** Applies the theme; "system" leaves it to the browser. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Whether the page is dark just now. */
export function isDark(theme: Theme): boolean {
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}

export const settings = new Settings();
