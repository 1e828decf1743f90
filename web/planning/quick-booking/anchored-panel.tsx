/** A non-modal panel beside an element, or at the bottom of a phone. */
import {
  type KeyboardEvent as Key,
  type MouseEvent as Click,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";

const gapPx = 8;
const doublePressMs = 500;
/** As high as its form becomes. It keeps its place meanwhile: what moves between pointer down and up is not clicked. */
const roomPx = 720;
/** Below the toolbar, where its anchor is not drawn. */
const defaultTopPx = 96;

interface AnchoredPanelProps {
  /** Selector of the elements beside which it stands. */
  anchor: string;
  anchorKey: string;
  label: string;
  hidden?: boolean;
  children: ReactNode;
}

function combinedBounds(elements: NodeListOf<Element>): Pick<DOMRect, "left" | "right" | "top"> | undefined {
  const boxes = [...elements].map((element) => element.getBoundingClientRect());
  if (boxes.length === 0) return undefined;
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  return { left, top, right: Math.max(...boxes.map((box) => box.right)) };
}

function selfAndAncestors(element: Element | null): HTMLElement[] {
  const all = [];
  for (let one = element; one; one = one.parentElement) if (one instanceof HTMLElement) all.push(one);
  return all;
}

function restoreFocus(all: readonly HTMLElement[], box?: Element | null): void {
  const isLost = () => document.activeElement === document.body || box?.contains(document.activeElement);
  for (const one of all) if (isLost() && one.isConnected) one.focus({ preventScroll: true });
}

function suppressEvent(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** The second click of a double click that closed the panel would hit the element beneath. */
function suppressDoubleClick({ currentTarget: box }: Click): void {
  const over = new AbortController();
  const heed = (event: MouseEvent) => {
    if (event.detail < 2) over.abort();
    else if (!(event.target instanceof Node && box.contains(event.target))) suppressEvent(event);
  };
  for (const type of ["mousedown", "mouseup", "click", "dblclick"] as const)
    addEventListener(type, heed, { signal: over.signal, capture: true });
}

/** A repeated Enter would act on the element that gets the focus back. */
function suppressRepeatedEnter({ nativeEvent: first }: Key): void {
  const over = new AbortController();
  const heed = (event: KeyboardEvent) => {
    const isTwice = event.key === first.key && (event.repeat || event.timeStamp - first.timeStamp < doublePressMs);
    const isBeneath = event.target instanceof Element && !event.target.closest("[role=dialog]");
    if (isTwice && isBeneath) suppressEvent(event);
    else if (event.type === "keydown") over.abort();
  };
  for (const type of ["keydown", "keypress"] as const)
    addEventListener(type, heed, { signal: over.signal, capture: true });
}

/** Takes the focus while visible, and restores it afterwards. */
export function AnchoredPanel({ anchor, anchorKey: at, label, hidden = false, children }: AnchoredPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const around = combinedBounds(document.querySelectorAll(anchor));
    if (hidden || !element || matchMedia("(max-width: 640px)").matches) return undefined;
    const place = () => {
      // Unlike its bounds, these are not of a size that still grows in an animation.
      const { offsetWidth: width, offsetHeight: height } = element;
      // React hides it while a part of the page is loaded.
      if (width === 0) return;
      const right = (around?.right ?? innerWidth) + gapPx;
      const before = (around?.left ?? 0) - width - gapPx;
      // Covers the far end of the anchor where neither side has room.
      const over = innerWidth - width - 2 * gapPx;
      const left = right + width < innerWidth - gapPx ? right : before >= gapPx ? before : Math.max(gapPx, over);
      const wanted = around?.top ?? defaultTopPx;
      const top = Math.max(gapPx, Math.min(wanted, innerHeight - Math.max(height, roomPx) - gapPx));
      Object.assign(element.style, { left: `${left}px`, right: "auto", top: `${top}px` });
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => observer.disconnect();
  }, [anchor, at, hidden]);
  const before = useRef<readonly HTMLElement[]>([]);
  useEffect(() => {
    const element = box.current;
    if (hidden) return restoreFocus(before.current, element);
    if (document.activeElement !== document.body) before.current = selfAndAncestors(document.activeElement);
    element?.querySelector<HTMLElement>("input:not([type=radio])")?.focus();
  }, [hidden]);
  useEffect(() => () => void setTimeout(() => restoreFocus(before.current)), []);
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      hidden={hidden}
      onClickCapture={suppressDoubleClick}
      onKeyDownCapture={(event) => event.key === "Enter" && suppressRepeatedEnter(event)}
      className="fixed z-30 max-h-[calc(100dvh-1rem)] w-96 animate-pop-in overflow-y-auto rounded-xl bg-raised p-4 shadow-pop max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[85dvh] max-sm:w-auto max-sm:rounded-b-none sm:top-24 sm:right-4"
    >
      {children}
    </div>
  );
}
