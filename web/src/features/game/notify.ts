// Messages that the browser shows outside the page, to readers who have asked for them.

/** Whether this browser can show such messages at all. */
export const canNotify = 'Notification' in globalThis;

/** Asks the reader's leave; tells whether it was given. */
export async function askLeave(): Promise<boolean> {
  return canNotify && (await Notification.requestPermission()) === 'granted';
}

/** Shows a message about a game; a click on it leads there. A newer message takes the place of an older one. */
export function notify(title: string, body: string, game: string): void {
  if (!canNotify || Notification.permission !== 'granted') return;
  try {
    const message = new Notification(title, { body, tag: `estopim-${game}`, icon: '/icon-192.png' });
    message.onclick = () => {
      window.focus();
      message.close();
    };
  } catch {
    // Some phones show messages from service workers only. The title and the icon tell it too.
  }
}
