import type { PointerEvent } from "react";
import { afterEach, expect, test } from "vitest";
import { edgeAt } from "./drag.ts";

afterEach(() => document.body.replaceChildren());

function handlesAlong(size: number, isVertical: boolean, { edges = "both", lines = "2", across = 20 } = {}) {
  const block = document.createElement("div");
  const [width, height] = isVertical ? [40, size] : [size, 40];
  block.style.cssText = `position: fixed; top: 0; left: 0; width: ${width}px; height: ${height}px`;
  Object.assign(block.dataset, { edges, lines });
  document.body.append(block);
  return Array.from({ length: size }, (_, index) => {
    const [clientX, clientY] = isVertical ? [across, index + 0.5] : [index + 0.5, across];
    return edgeAt({ target: block, clientX, clientY } as unknown as PointerEvent, isVertical)?.[0] ?? "-";
  }).join("");
}

test.each([true, false])(
  "at its ends an event is longer or shorter, in between it is moved (columns: %s)",
  (isVertical) => {
    expect(handlesAlong(40, isVertical)).toBe(`sssss${"-".repeat(28)}eeeeeee`);
    expect(handlesAlong(40, isVertical, { edges: "end" })).toBe(`${"-".repeat(33)}eeeeeee`);
    expect(handlesAlong(40, isVertical, { lines: "1" })).toBe(`${"-".repeat(33)}eeeeeee`);
  },
);

test.each([true, false])("however short it is, half of it is for moving it (columns: %s)", (isVertical) => {
  for (const size of [5, 8, 12, 18, 24])
    expect(handlesAlong(size, isVertical).replaceAll(/[^-]/g, "").length).toBeGreaterThanOrEqual(Math.floor(size / 2));
});

test.each([true, false])("along its sides it is moved (columns: %s)", (isVertical) => {
  expect(handlesAlong(40, isVertical, { across: 3 })).toBe("-".repeat(40));
  expect(handlesAlong(40, isVertical, { across: 37 })).toBe("-".repeat(40));
});
