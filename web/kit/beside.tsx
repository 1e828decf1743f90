/** A box beside something on the page, which stays usable; at the bottom of a phone. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";

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
  const before = useRef<Element>(null);
  useEffect(() => {
    if (!before.current) before.current = document.activeElement;
    if (!hidden) box.current?.querySelector<HTMLElement>("input:not([type=radio])")?.focus();
  }, [hidden]);
  const wasHidden = useRef(hidden);
  useEffect(() => {
    wasHidden.current = hidden;
  }, [hidden]);
  useEffect(
    () => () => {
      const giveBack = () => {
        if (document.activeElement === document.body && before.current instanceof HTMLElement)
          before.current.focus({ preventScroll: true });
      };
      // Who ends it by a key and presses it twice does not mean what had the focus before.
      setTimeout(giveBack, wasHidden.current ? twiceMs : 0);
    },
    [],
  );
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      hidden={hidden}
      className="fixed z-30 max-h-[calc(100dvh-1rem)] w-96 animate-pop-in overflow-y-auto rounded-xl bg-raised p-4 shadow-pop max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[85dvh] max-sm:w-auto max-sm:rounded-b-none sm:top-24 sm:right-4"
    >
      {children}
    </div>
  );
}
