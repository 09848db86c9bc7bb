// Whether the page can do without a server. Only where there is a service worker: not on plain http, where the page simply works as
// long as there is a server.

/** Whether this browser could keep the page. */
export const canKeep = 'serviceWorker' in navigator && import.meta.env.PROD;

type Question = 'keepAll' | 'isAllKept';
interface Answer {
  kept: boolean;
  failed?: boolean;
}

async function ask(question: Question): Promise<Answer> {
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return { kept: false, failed: true };
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<Answer>) => {
      port1.close();
      resolve(data);
    };
    active.postMessage(question, [port2]);
  });
}

/** Whether everything is kept. */
export const isAllKept = (): Promise<boolean> => ask('isAllKept').then(({ kept }) => kept);

/** Keeps everything; whether that succeeded. */
export const keepAll = (): Promise<boolean> => ask('keepAll').then(({ kept }) => kept);

/** Starts the service worker. A page that is installed keeps everything by itself. */
export function startWorker(): void {
  if (!canKeep) return;
  navigator.serviceWorker.register('/sw.js').catch(() => {
    // Without it the page only cannot be opened offline.
  });
  const keep = () => void keepAll().catch(() => undefined);
  addEventListener('appinstalled', keep);
  if (matchMedia('(display-mode: standalone)').matches) keep();
}
