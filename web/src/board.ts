// The only file that knows chessground. It draws what it is told and reports what a person does with mouse
// or finger; which moves are legal, it is told too.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.brown.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import type { Color, Square } from './generated/protocol';

export type Reach = ReadonlyMap<Square, readonly Square[]>;

/** What a board shows. */
export interface BoardView {
  fen: string;
  orientation: Color;
  turn: Color;
  /** Whose pieces may be taken up; `null` for a board to look at. */
  movable: Color | null;
  /** Where a piece may be put down, legal or not: the server says why not. */
  reach: Reach;
  lastMove: readonly Square[];
  /** Classes for squares: destinations, checks, blasts. */
  marks: ReadonlyMap<Square, string>;
  /** How long a piece slides, in milliseconds; 0 for not at all. */
  slideMs: number;
  /** Arrows that the page shows beside a person's own. */
  arrows: readonly Shape[];
  /** A person's arrows and circles, where they are kept with the position; else the board keeps them while it stands. */
  shapes?: readonly Shape[];
}

/** An arrow, or a circle if it leads nowhere. */
export interface Shape {
  from: Square;
  to?: Square;
  /** Its colour; blue if nothing is said. */
  brush?: string;
}

/** How a person touched the board. */
export interface Gesture {
  touch: boolean;
  dragged: boolean;
}

export interface BoardEvents {
  moved(from: Square, to: Square, gesture: Gesture): void;
  premoved(from: Square, to: Square): void;
  selected(square: Square | null): void;
  hovered(square: Square | null): void;
  /** The board was pressed: with the main button or a finger, or with another button, which draws. */
  pressed(button: 'main' | 'other'): void;
  /** A person has drawn: all arrows and circles there are now. */
  drawn?(shapes: Shape[]): void;
}

export interface BoardHandle {
  show(view: BoardView): void;
  /** Lets a piece go from one square to another before the next `show`. */
  slide(from: Square, to: Square): void;
  select(square: Square | null): void;
  destroy(): void;
}

export function mountBoard(element: HTMLElement, view: BoardView, events: BoardEvents): BoardHandle {
  const gesture: Gesture = { touch: false, dragged: false };
  const api: Api = Chessground(element, {
    ...configOf(view),
    disableContextMenu: true,
    draggable: { enabled: true, showGhost: true },
    // Arrows and circles, drawn with the right button.
    drawable: {
      enabled: true,
      visible: true,
      onChange: (shapes) =>
        events.drawn?.(
          shapes.map(({ orig, dest, brush = 'green' }) => ({ from: orig, ...(dest && { to: dest }), brush })),
        ),
    },
    movable: {
      ...configOf(view).movable,
      free: false,
      showDests: false,
      events: { after: (from, to) => events.moved(from, to, { ...gesture }) },
    },
    premovable: {
      ...configOf(view).premovable,
      events: {
        set: (from, to) => {
          // The premove is kept and drawn by the game's state, not by the board.
          queueMicrotask(() => api.cancelPremove());
          events.premoved(from, to);
        },
      },
    },
  });
  const stopWatching = watch(element, api, gesture, events);
  let shownFen = view.fen;
  return {
    show(next) {
      // What was drawn stays as long as the position does.
      const kept = next.fen === shownFen ? api.state.drawable.shapes : [];
      shownFen = next.fen;
      const shapes = next.shapes?.map(drawable) ?? kept;
      api.set({ ...configOf(next), drawable: { shapes, autoShapes: next.arrows.map(drawable) } });
    },
    slide: (from, to) => api.move(from as Key, to as Key),
    select: (square) => api.selectSquare(square as Key | null),
    destroy() {
      stopWatching();
      api.destroy();
    },
  };
}

function drawable({ from, to, brush = 'blue' }: Shape): DrawShape {
  return { orig: from as Key, ...(to && { dest: to as Key }), brush };
}

function configOf(view: BoardView) {
  const reach = view.reach as Map<Key, Key[]>;
  return {
    fen: view.fen,
    orientation: view.orientation,
    turnColor: view.turn,
    lastMove: view.lastMove as Key[],
    coordinates: true,
    viewOnly: false,
    animation: { enabled: view.slideMs > 0, duration: view.slideMs },
    movable: { color: view.movable ?? undefined, dests: reach },
    premovable: { enabled: view.movable !== null && view.movable !== view.turn, customDests: reach },
    highlight: { lastMove: true, check: true, custom: view.marks as Map<Key, string> },
  };
}

/** Follows mouse and finger, for chessground tells of finished moves only. */
function watch(element: HTMLElement, api: Api, gesture: Gesture, events: BoardEvents): () => void {
  let selected: Square | null = null;
  let hovered: Square | null = null;
  const squareAt = (event: MouseEvent | TouchEvent): Square | null => {
    const point = 'touches' in event ? (event.touches[0] ?? event.changedTouches[0]) : event;
    return (point && api.getKeyAtDomPos([point.clientX, point.clientY])) ?? null;
  };
  const tellSelection = (): void => {
    const now = api.state.selected ?? null;
    if (now !== selected) events.selected((selected = now));
  };
  const down = (event: MouseEvent | TouchEvent): void => {
    // Something above may have moved the board since chessground last measured it.
    api.state.dom.bounds.clear();
    gesture.touch = event.type === 'touchstart';
    gesture.dragged = false;
    events.pressed('button' in event && event.button !== 0 ? 'other' : 'main');
  };
  const move = (event: MouseEvent | TouchEvent): void => {
    const square = squareAt(event);
    if (square === hovered) return;
    hovered = square;
    if (api.state.draggable.current) gesture.dragged = true;
    events.hovered(square);
  };
  const up = (event: MouseEvent | TouchEvent): void => {
    tellSelection();
    if (event.type === 'touchend') events.hovered((hovered = null));
  };
  // A press is heard before chessground acts on it, so that it is known how a move was made, and once more
  // afterwards. Chessground hears releases on the document too, and earlier.
  const listeners: [EventTarget, string, (event: MouseEvent & TouchEvent) => void, 'before' | 'after'][] = [
    [element, 'mousedown', down, 'before'],
    [element, 'touchstart', down, 'before'],
    [element, 'mousedown', tellSelection, 'after'],
    [element, 'touchstart', tellSelection, 'after'],
    [document, 'mousemove', move, 'after'],
    [document, 'touchmove', move, 'after'],
    [document, 'mouseup', up, 'after'],
    [document, 'touchend', up, 'after'],
  ];
  for (const [target, name, listener, when] of listeners) {
    target.addEventListener(name, listener as EventListener, { passive: true, capture: when === 'before' });
  }
  return () => {
    for (const [target, name, listener, when] of listeners) {
      target.removeEventListener(name, listener as EventListener, { capture: when === 'before' });
    }
  };
}
