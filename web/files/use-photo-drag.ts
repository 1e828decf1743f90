/** Drags one photo onto another with mouse or pen. Touch scrolls instead, and uses the buttons. */
import { type PointerEvent, useRef, useState } from "react";

const MAX_CLICK_MOVE_PX = 6;

interface PhotoDrag {
  id: string;
  over: string | undefined;
}

export function usePhotoDrag(onDrop: (id: string, onto: string) => void) {
  const [drag, setDrag] = useState<PhotoDrag>();
  const start = useRef<{ id: string; x: number; y: number; moved: boolean }>(undefined);
  const end = () => {
    setDrag(undefined);
    // Wait for the click event that follows the drag, because it must not open the photo.
    setTimeout(() => (start.current = undefined));
  };
  return {
    drag,
    isEnding: () => start.current?.moved === true,
    handlers: (id: string) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.pointerType === "touch" || event.button !== 0) return;
        start.current = { id, x: event.clientX, y: event.clientY, moved: false };
      },
      onPointerMove: (event: PointerEvent) => {
        const from = start.current;
        if (from?.id !== id || event.buttons === 0) return;
        if (!from.moved && Math.hypot(event.clientX - from.x, event.clientY - from.y) < MAX_CLICK_MOVE_PX) return;
        from.moved = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-photo]");
        setDrag({ id, over: under?.dataset["photo"] });
      },
      onPointerUp: () => {
        if (drag?.over !== undefined && drag.over !== drag.id) onDrop(drag.id, drag.over);
        end();
      },
      onPointerCancel: end,
    }),
  };
}
