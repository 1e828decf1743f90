import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { dragInProgress } from "#web/kit/render/use-deferred-while-dragging.ts";
import { usePointerDrag } from "./use-pointer-drag.ts";
import { renderInApp } from "#tests/support/render-in-app.tsx";

const onBegin = vi.fn();
const onEnd = vi.fn();

function Box() {
  const scroller = useRef<HTMLDivElement>(null);
  const { press } = usePointerDrag<string>({ scroller, head: 0, onBegin, onFollow: () => {}, onEnd });
  return (
    <div ref={scroller} data-box style={{ width: 300, height: 300 }} onPointerDown={(event) => press(event, "it")} />
  );
}

const finger = (type: string, pointerId: number) =>
  document
    .querySelector("[data-box]")
    ?.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId, pointerType: "touch", clientX: 50, clientY: 50 }),
    );

test("during a drag by one finger, a second finger neither starts nor drops anything", async () => {
  await renderInApp(() => <Box />);
  finger("pointerdown", 1);
  await expect.poll(() => onBegin.mock.calls.length).toBe(1);
  expect(dragInProgress.get()).toBe(true);
  finger("pointerdown", 2);
  finger("pointerup", 2);
  expect(onEnd).not.toHaveBeenCalled();
  expect(dragInProgress.get()).toBe(true);
  finger("pointerup", 1);
  expect(onEnd.mock.calls).toEqual([[true]]);
  expect(dragInProgress.get()).toBe(false);
});
