/** A browser as journeys need it: the part that WebDriver BiDi and WebDriver share. */

/** In CSS pixels, from the top left of the viewport. */
export interface Point {
  x: number;
  y: number;
}

export interface BrowserSettings {
  viewport: { width: number; height: number };
  hasTouch: boolean;
}

type KeyAction = { type: "keyDown" | "keyUp"; value: string } | { type: "pause"; duration: number };
type PointerAction =
  | { type: "pointerMove"; x: number; y: number; duration?: number }
  | { type: "pointerDown" | "pointerUp"; button: number }
  | { type: "pause"; duration: number };

/** Both protocols take the same input, as the W3C's WebDriver specification defines it. */
export type InputSource =
  | { type: "key"; id: string; actions: KeyAction[] }
  | { type: "pointer"; id: string; parameters: { pointerType: "mouse" | "touch" }; actions: PointerAction[] };

export interface Browser {
  /** Returns when the page is loaded. */
  goto: (url: string) => Promise<void>;
  /** Runs a function in the page. It sees nothing of its surroundings here; arguments and result travel as JSON. */
  evaluate: <Arguments extends unknown[], Result>(
    run: (...given: Arguments) => Result,
    ...given: Arguments
  ) => Promise<Result>;
  /** @param script source of a classic script */
  load: (script: string) => Promise<void>;
  perform: (sources: InputSource[]) => Promise<void>;
  /** A finger goes down on the first point, rests, moves along the others, and is lifted. */
  touch: (path: Point[], restMs: number) => Promise<void>;
  /** @returns a PNG */
  screenshot: () => Promise<Buffer>;
  /** Errors and warnings of the page so far. */
  readComplaints: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** An expression for the page: the result of a function as JSON. */
export const asExpression = (run: (...given: never[]) => unknown, given: unknown[]): string =>
  `JSON.stringify((${String(run)})(...${JSON.stringify(given)}) ?? null)`;
