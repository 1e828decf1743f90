import { expect, test } from "vitest";
import {
  cellStartAt,
  findGaps,
  intervalsOverlap,
  packColumns,
  resolveDrag,
  type DragOperation,
  sharedMinutes,
  snapToStep,
  nearestStart,
  mergeIntervals,
} from "./geometry.ts";

const track = {
  step: 30,
  open: [
    { from: 0, to: 240 },
    { from: 255, to: 600 },
  ],
};
const tracks = [track, track];
const within = { tracks, span: 600 };
const pull = (kind: DragOperation["kind"], from: number, to: number, grab = 0): DragOperation => ({
  kind,
  initial: { lane: 0, from, to },
  grabOffset: grab,
});

test("stretches that touch are one, and what lies between them is a gap", () => {
  const taken = [
    { from: 60, to: 90 },
    { from: 30, to: 60 },
    { from: 120, to: 150 },
  ];
  expect(mergeIntervals(taken)).toEqual([
    { from: 30, to: 90 },
    { from: 120, to: 150 },
  ]);
  expect(findGaps(taken, 180)).toEqual([
    { from: 0, to: 30 },
    { from: 90, to: 120 },
    { from: 150, to: 180 },
  ]);
  expect(findGaps([{ from: 0, to: 180 }], 180)).toEqual([]);
  expect(sharedMinutes([{ from: 0, to: 60 }], [{ from: 30, to: 90 }])).toBe(30);
});

test("stretches meet where they share time, not where one begins as the other ends", () => {
  expect(intervalsOverlap({ from: 0, to: 60 }, { from: 59, to: 120 })).toBe(true);
  expect(intervalsOverlap({ from: 0, to: 60 }, { from: 60, to: 120 })).toBe(false);
});

test("what shares time stands side by side, and what does not takes all the width", () => {
  const placed = packColumns([
    { id: "long", from: 0, to: 120 },
    { id: "early", from: 0, to: 60 },
    { id: "late", from: 60, to: 120 },
    { id: "after", from: 120, to: 180 },
  ]);
  expect(Object.fromEntries(placed)).toEqual({ long: [0, 2], early: [1, 2], late: [1, 2], after: [0, 1] });
});

test("starts are counted from the opening they follow", () => {
  expect(snapToStep(44, 30)).toBe(30);
  expect(nearestStart(track, 50)).toBe(60);
  expect(nearestStart(track, 290)).toBe(285);
  expect(nearestStart(track, 288, 5)).toBe(290);
  expect(cellStartAt(track, 59)).toBe(30);
  expect(cellStartAt(track, 256)).toBe(255);
});

test("a moved event keeps its length and stays inside", () => {
  expect(resolveDrag(pull("move", 60, 120, 10), { lane: 1, at: 135 }, within)).toEqual({ lane: 1, from: 120, to: 180 });
  expect(resolveDrag(pull("move", 60, 120), { lane: 0, at: 599 }, within)).toEqual({ lane: 0, from: 540, to: 600 });
  expect(resolveDrag(pull("move", 60, 120, 55), { lane: 0, at: 0 }, within)).toEqual({ lane: 0, from: 0, to: 60 });
});

test("a stretched event keeps its other end and a step at least", () => {
  expect(resolveDrag(pull("end", 60, 120), { lane: 1, at: 178 }, within)).toEqual({ lane: 0, from: 60, to: 180 });
  expect(resolveDrag(pull("end", 60, 120), { lane: 0, at: 10 }, within)).toEqual({ lane: 0, from: 60, to: 90 });
  expect(resolveDrag(pull("start", 60, 120), { lane: 0, at: 119 }, within)).toEqual({ lane: 0, from: 90, to: 120 });
});

test("a new event is drawn downwards or upwards from where it began", () => {
  const drawn = pull("create", 120, 150, 120);
  expect(resolveDrag(drawn, { lane: 0, at: 200 }, within)).toEqual({ lane: 0, from: 120, to: 210 });
  expect(resolveDrag(drawn, { lane: 0, at: 65 }, within)).toEqual({ lane: 0, from: 60, to: 150 });
  expect(resolveDrag(drawn, { lane: 0, at: 121 }, within)).toEqual({ lane: 0, from: 120, to: 150 });
});

test("drawn sideways, a new event is on every lane on the way", () => {
  const drawn = pull("create", 120, 150, 120);
  expect(resolveDrag(drawn, { lane: 1, at: 200 }, within)).toEqual({ lane: 0, from: 120, to: 210, lanes: [0, 1] });
});

test("a copy goes where it is carried, and a rectangle is exactly as large as it was drawn", () => {
  expect(resolveDrag(pull("copy", 120, 180, 10), { lane: 1, at: 200 }, within)).toMatchObject({ lane: 1 });
  const around = pull("select", 123, 123, 123);
  expect(resolveDrag(around, { lane: 1, at: 61 }, within)).toEqual({ lane: 0, from: 61, to: 123, lanes: [0, 1] });
});
