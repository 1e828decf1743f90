/** A box beside something on the page, which stays usable; at the bottom of a phone. */
import {
  type KeyboardEvent as Key,
  type MouseEvent as Click,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";

const gap = 8;
/** Two presses within it mean one. */
const twiceMs = 500;

interface BesideProps {
  /** A selector of what it is beside: one, or several that belong together. */
  anchor: string;
  /** Changes when the anchor has moved. */
  at: string;
  /** Its name. */
  label: string;
  /** Out of sight for a while, with all that is in it. */
  hidden?: boolean;
  children: ReactNode;
}

/** The box around all of them. */
function aroundAll(elements: NodeListOf<Element>): Pick<DOMRect, "left" | "right" | "top"> | undefined {
  const boxes = [...elements].map((element) => element.getBoundingClientRect());
  if (boxes.length === 0) return undefined;
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  return { left, top, right: Math.max(...boxes.map((box) => box.right)) };
}

/** An element, and all that it is in. */
function aroundOf(element: Element | null): HTMLElement[] {
  const all = [];
  for (let one = element; one; one = one.parentElement) if (one instanceof HTMLElement) all.push(one);
  return all;
}

/** The focus to the first that is still there, unless it went elsewhere meanwhile. @param box what it leaves */
function giveBack(all: readonly HTMLElement[], box?: Element | null): void {
  const isLost = () => document.activeElement === document.body || box?.contains(document.activeElement);
  for (const one of all) if (isLost() && one.isConnected) one.focus({ preventScroll: true });
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Where a click has put the box away, the second of a double click lands on what was beneath: it means nothing there. */
function onceOnly({ currentTarget: box }: Click): void {
  const over = new AbortController();
  const heed = (event: MouseEvent) => {
    if (event.detail < 2) over.abort();
    else if (!(event.target instanceof Node && box.contains(event.target))) swallow(event);
  };
  for (const type of ["mousedown", "mouseup", "click", "dblclick"] as const)
    addEventListener(type, heed, { signal: over.signal, capture: true });
}

/** Who ends it by Enter and presses that twice does not mean what gets the focus back. */
function enterOnce({ nativeEvent: first }: Key): void {
  const over = new AbortController();
  const heed = (event: KeyboardEvent) => {
    const isTwice = event.key === first.key && (event.repeat || event.timeStamp - first.timeStamp < twiceMs);
    const isBeneath = event.target instanceof Element && !event.target.closest("[role=dialog]");
    if (isTwice && isBeneath) swallow(event);
    else if (event.type === "keydown") over.abort();
  };
  for (const type of ["keydown", "keypress"] as const)
    addEventListener(type, heed, { signal: over.signal, capture: true });
}

/** Takes the focus while it is in sight, and gives it back. */
export function Beside({ anchor, at, label, hidden = false, children }: BesideProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const around = aroundAll(document.querySelectorAll(anchor));
    if (hidden || !element || !around || matchMedia("(max-width: 640px)").matches) return undefined;
    const place = () => {
      const { width, height } = element.getBoundingClientRect();
      const right = around.right + gap;
      const before = around.left - width - gap;
      // Where neither side has room, over the far end of what it is beside.
      const over = innerWidth - width - 2 * gap;
      const left = right + width < innerWidth - gap ? right : before >= gap ? before : Math.max(gap, over);
      const top = Math.max(gap, Math.min(around.top, innerHeight - height - gap));
      Object.assign(element.style, { left: `${left}px`, right: "auto", top: `${top}px` });
    };
    place();
    // It grows and shrinks with what is filled in.
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => observer.disconnect();
  }, [anchor, at, hidden]);
  const before = useRef<readonly HTMLElement[]>([]);
  useEffect(() => {
    const element = box.current;
    if (hidden) return giveBack(before.current, element);
    if (document.activeElement !== document.body) before.current = aroundOf(document.activeElement);
    element?.querySelector<HTMLElement>("input:not([type=radio])")?.focus();
  }, [hidden]);
  useEffect(() => () => void setTimeout(() => giveBack(before.current)), []);
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      hidden={hidden}
      onClickCapture={onceOnly}
      onKeyDownCapture={(event) => event.key === "Enter" && enterOnce(event)}
      className="fixed z-30 max-h-[calc(100dvh-1rem)] w-96 animate-pop-in overflow-y-auto rounded-xl bg-raised p-4 shadow-pop max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[85dvh] max-sm:w-auto max-sm:rounded-b-none sm:top-24 sm:right-4"
    >
      {children}
    </div>
  );
}
