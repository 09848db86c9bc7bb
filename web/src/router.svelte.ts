// Which page an address shows. Links are plain links; a click on one of ours changes the page without
// loading it anew.
import type { Variant } from './generated/protocol';
import { FIRST_VARIANT, variantNamed } from './variants';

export type Route =
  | { page: 'home' }
  | { page: 'game'; id: string }
  | { page: 'offline'; id: string }
  | { page: 'report'; id: string }
  | { page: 'games' }
  | { page: 'computers' }
  | { page: 'learn'; lesson: LessonName | null }
  | { page: 'rules'; variant: Variant | null }
  | { page: 'analysis'; variant: Variant }
  | { page: 'about' }
  | { page: 'teach' }
  | { page: 'class'; code: string }
  | { page: 'wall'; code: string }
  | { page: 'classData' }
  | { page: 'bots' }
  | { page: 'tables' }
  | { page: 'writeABot' }
  | { page: 'notFound' };

/** Every page there is. The server has the same list (`crates/server/src/routes/page.rs`), and answers 404 elsewhere. */
export const PAGES = [
  '/',
  '/game/{id}',
  '/offline/{id}',
  '/report/{id}',
  '/games',
  '/computers',
  '/learn',
  '/learn/{lesson}',
  '/rules',
  '/rules/{variant}',
  '/analysis',
  '/analysis/{variant}',
  '/about',
  '/class',
  '/class/{id}',
  '/wall/{id}',
  '/class-data',
  '/j',
  '/j/{id}',
  '/bots',
  '/bots/write',
  '/tables',
] as const;

/** Every lesson there is, in the order in which they are taken. The server has this list too. */
export const LESSONS = [
  'rook',
  'bishop',
  'queen',
  'king',
  'knight',
  'pawn',
  'promotion',
  'checkmate',
  'castling',
  'enpassant',
  'explosion',
  'kingblast',
  'strict',
  'simple',
  'pawns',
] as const;
export type LessonName = (typeof LESSONS)[number];

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
  const lesson = LESSONS.find((name) => name === part);
  switch (page) {
    case '/':
      return { page: 'home' };
    case '/game/{id}':
      return GAME_ID.test(part) ? { page: 'game', id: part } : { page: 'notFound' };
    case '/offline/{id}':
      return GAME_ID.test(part) ? { page: 'offline', id: part } : { page: 'notFound' };
    case '/report/{id}':
      return GAME_ID.test(part) ? { page: 'report', id: part } : { page: 'notFound' };
    case '/games':
      return { page: 'games' };
    case '/computers':
      return { page: 'computers' };
    case '/learn':
      return { page: 'learn', lesson: null };
    case '/learn/{lesson}':
      return lesson ? { page: 'learn', lesson } : { page: 'notFound' };
    case '/rules':
      return { page: 'rules', variant: null };
    case '/rules/{variant}':
      return variant ? { page: 'rules', variant } : { page: 'notFound' };
    case '/analysis':
      return { page: 'analysis', variant: FIRST_VARIANT };
    case '/analysis/{variant}':
      return variant ? { page: 'analysis', variant } : { page: 'notFound' };
    case '/about':
      return { page: 'about' };
    case '/class':
      return { page: 'teach' };
    case '/class/{id}':
      return GAME_ID.test(part) ? { page: 'class', code: part } : { page: 'notFound' };
    case '/wall/{id}':
      return GAME_ID.test(part) ? { page: 'wall', code: part } : { page: 'notFound' };
    case '/class-data':
      return { page: 'classData' };
    // A child's screen is a page of its own (child.html): links to it load it.
    case '/j':
    case '/j/{id}':
      return { page: 'notFound' };
    case '/bots':
      return { page: 'bots' };
    case '/bots/write':
      return { page: 'writeABot' };
    case '/tables':
      return { page: 'tables' };
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
    this.route = routeOf(new URL(path, location.href).pathname);
    scrollTo(0, 0);
  }

  #follow(event: MouseEvent): void {
    const otherwise =
      event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (otherwise || !link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
    if (link.hash || routeOf(link.pathname).page === 'notFound') return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
