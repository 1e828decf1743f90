import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { inHand } from "./later.ts";
import { usePointerDrag } from "./pointer-drag.ts";
import { stage } from "./stage.tsx";

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

test("while one finger leads something, another neither lifts nor drops anything", async () => {
  await stage(() => <Box />);
  finger("pointerdown", 1);
  await expect.poll(() => onBegin.mock.calls.length).toBe(1);
  expect(inHand.get()).toBe(true);
  finger("pointerdown", 2);
  finger("pointerup", 2);
  expect(onEnd).not.toHaveBeenCalled();
  expect(inHand.get()).toBe(true);
  finger("pointerup", 1);
  expect(onEnd.mock.calls).toEqual([[true]]);
  expect(inHand.get()).toBe(false);
});
