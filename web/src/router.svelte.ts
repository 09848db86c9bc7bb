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

/** The page at a path. */
export function routeOf(path: string): Route {
  const [first, second, ...more] = path.split('/').filter(Boolean);
  if (more.length > 0) return { page: 'notFound' };
  if (first === undefined) return { page: 'home' };
  if (first === 'game' && second && /^[A-Za-z0-9_-]{1,32}$/.test(second)) return { page: 'game', id: second };
  if (first === 'games' && !second) return { page: 'games' };
  if (first === 'about' && !second) return { page: 'about' };
  if (first === 'rules') {
    if (!second) return { page: 'rules', variant: null };
    const variant = variantNamed(second);
    if (variant) return { page: 'rules', variant };
  }
  return { page: 'notFound' };
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
    const otherwise = event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (otherwise || !link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
    if (link.hash || routeOf(link.pathname).page === 'notFound') return;
    event.preventDefault();
    this.go(link.pathname);
  }
}

export const router = new Router();
