// Which page an address shows. Links are plain links; a click on one of ours changes the page without
// loading it anew.
import type { Variant } from './generated/protocol';
import { variantNamed } from './variants';

export type Route =
  | { page: 'home' }
  | { page: 'game'; id: string }
  | { page: 'games' }
  | { page: 'rules'; variant: Variant | null }
  | { page: 'about' }
  | { page: 'notFound' };

/** Every page there is. The server has the same list (`crates/server/src/routes/page.rs`), and answers 404 elsewhere. */
export const PAGES = ['/', '/game/{id}', '/games', '/rules', '/rules/{variant}', '/about'] as const;

/** What a game's id looks like in an address. */
const GAME_ID = /^[A-Za-z0-9_-]{1,32}$/;

/** Which page of the list a path is, and what stands there for the part in braces. */
function pageAt(path: string): [(typeof PAGES)[number] | undefined, string] {
  const parts = path.split('/').filter(Boolean);
  for (const page of PAGES) {
    const wanted = page.split('/').filter(Boolean);
    const open = wanted.findIndex((part) => part.startsWith('{'));
    const fits = wanted.length === parts.length && wanted.every((part, n) => n === open || part === parts[n]);
    if (fits) return [page, parts[open] ?? ''];
  }
  return [undefined, ''];
}

/** The page at a path. */
export function routeOf(path: string): Route {
  const [page, part] = pageAt(path);
  const variant = variantNamed(part);
  switch (page) {
    case '/':
      return { page: 'home' };
    case '/game/{id}':
      return GAME_ID.test(part) ? { page: 'game', id: part } : { page: 'notFound' };
    case '/games':
      return { page: 'games' };
    case '/rules':
      return { page: 'rules', variant: null };
    case '/rules/{variant}':
      return variant ? { page: 'rules', variant } : { page: 'notFound' };
    case '/about':
      return { page: 'about' };
    case undefined:
      return { page: 'notFound' };
  }
}

class Router {
  route = $state.raw<Route>({ page: 'home' });

  /** Shows the page at the browser's address, and follows it from now on. */
  start(): void {
    this.route = routeOf(location.pathname);
    addEventListener('popstate', () => {
      this.route = routeOf(location.pathname);
    });
    document.addEventListener('click', (event) => this.#follow(event));
  }

  /** Goes to a page. */
  go(path: string): void {
    history.pushState(null, '', path);
    this.route = routeOf(path);
    scrollTo(0, 0);
  }

  #follow(event: MouseEvent): void {
    const otherwise =
      event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (otherwise || !link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
    if (link.hash || routeOf(link.pathname).page === 'notFound') return;
    event.preventDefault();
    this.go(link.pathname);
  }
}

export const router = new Router();
