import "./planning-grid.css";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Planning } from "#contract/planning.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { LaneBackground } from "./lane-background.tsx";
import { type Board, buildBoard } from "./board.ts";
import { blockPositioner } from "./geometry.ts";
import { hourPx } from "./planning-grid.tsx";
import { TimeAxis } from "./time-axis.tsx";

const planningWith = (date: string, open: { start: string; end: string }): Planning => ({
  ...{ timezone: "Europe/Paris", from: date, to: date, currency: "EUR", version: "1", makers: [], sold: null },
  events: [],
  fields: [
    {
      ...{
        id: "one",
        name: "Court 1",
        facilityId: "hall",
        facilityName: "Hall",
        timezone: "Europe/Paris",
        parentId: null,
      },
      ...{ status: "open", bookable: true, confidentiality: "public", space: null, lights: null },
      ...{ startStep: 30, turnaround: 0, sports: [], open: [open] },
    },
  ],
});
const usualDay = planningWith("2026-06-10", { start: "2026-06-10T06:30:00Z", end: "2026-06-10T21:00:00Z" });
/** Clocks go back in this night. */
const longDay = planningWith("2026-10-25", { start: "2026-10-24T22:00:00Z", end: "2026-10-25T10:00:00Z" });

async function show(
  planning: Planning,
  { now, isVertical, zoom = 1 }: { now: string; isVertical: boolean; zoom?: number },
) {
  const at = Date.parse(now);
  const board = buildBoard(planning, planning.fields, { dates: [planning.from], allHours: false, now: at });
  const hour = hourPx[isVertical ? "vertical" : "horizontal"][zoom] ?? 0;
  const size = { "--hours": board.span / 60, "--hour": `${hour}px`, "--lanes": 1, height: 1200 } as object;
  await renderInApp(() => (
    <div className="planner" data-axis={isVertical ? "vertical" : "horizontal"} style={size}>
      <div role="grid" className="planner-canvas" style={{ minWidth: 0 }}>
        <TimeAxis {...{ board, isVertical, hour }} now={at} />
      </div>
    </div>
  ));
}
const hours = () => [...document.querySelectorAll<HTMLElement>(".planner-hours > span")];
const isSeen = (label: HTMLElement) => getComputedStyle(label).visibility === "visible";
const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
const rectsOverlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

beforeAll(ensureTemporal);
afterEach(cleanup);

test.each([true, false])(
  "what time it is covers no hour, at any minute and scale (columns: %s)",
  async (isVertical) => {
    for (const zoom of [0, 1, 2])
      for (let minute = 0; minute < 60; minute += 6) {
        const now = `2026-06-10T08:${String(minute).padStart(2, "0")}:00Z`;
        await show(usualDay, { now, isVertical, zoom });
        const pill = boxOf(document.querySelector(".planner-hours > b"));
        expect(pill.width).toBeGreaterThan(20);
        expect(
          hours().filter((label) => isSeen(label) && rectsOverlap(boxOf(label), pill)),
          `${now} ${zoom}`,
        ).toEqual([]);
        expect(hours().filter((label) => !isSeen(label)).length).toBeLessThan(3);
        await cleanup();
      }
  },
);

test.each([true, false])(
  "of two hours that the clock shows alike each says which it is, within its room (columns: %s)",
  async (isVertical) => {
    await show(longDay, { now: "2026-10-25T00:30:00Z", isVertical, zoom: 0 });
    const texts = hours().map(({ textContent }) => textContent?.replaceAll(/\s/g, " "));
    expect(texts.slice(0, 5)).toEqual(["12:00 AM", "1:00 AM", "2:00 AM GMT+2", "2:00 AM GMT+1", "3:00 AM"]);
    const boxes = hours().map(boxOf);
    const touching = boxes.slice(1, -1).filter((box, index) => rectsOverlap(box, boxes[index + 2] ?? new DOMRect()));
    expect(touching).toEqual([]);
    const frame = boxOf(document.querySelector(".planner-times"));
    for (const box of boxes) expect(isVertical ? box.left >= frame.left : box.top >= frame.top).toBe(true);
  },
);

function WeekBackground({ board }: { board: Board }) {
  const [t, dates] = [useTranslation(), useDateFormats(board.timezone)];
  return board.lanes.map((lane, index) => (
    <div key={lane.id} className="planner-body">
      <LaneBackground
        {...{ board, index, lane }}
        items={[]}
        place={blockPositioner(board.span, true)}
        past={0}
        currency="EUR"
        hour={60}
        formatters={{ t, money: String, dates }}
      />
    </div>
  ));
}

test.each([
  ["2026-10-19", 2, ["2:00 AM GMT+2", "2:00 AM GMT+1", "3:00 AM", "4:00 AM"]],
  ["2027-03-22", 2, ["3:00 AM", "4:00 AM", "5:00 AM"]],
])("in the week of %s the day of the clock change says its own hours", async (monday, first, expected) => {
  const days = Array.from({ length: 7 }, (_, day) => Temporal.PlainDate.from(monday).add({ days: day }).toString());
  const planning = planningWith(monday, { start: `${monday}T06:00:00Z`, end: `${monday}T20:00:00Z` });
  const board = buildBoard(planning, planning.fields, { dates: days, allHours: true, now: 0 });
  await renderInApp(() => <WeekBackground board={board} />);
  const lanes = [...document.querySelectorAll(".planner-body")].map((lane) =>
    [...lane.querySelectorAll<HTMLElement>(".planner-shifted-hour")].map(({ textContent, style }) => ({
      text: textContent?.replaceAll(/\s/g, " "),
      row: Math.round((Number.parseFloat(style.top) / 100) * (board.span / 60)),
    })),
  );
  expect(lanes.slice(0, 6).flat()).toEqual([]);
  const own = lanes[6]?.slice(0, expected.length);
  expect(own).toEqual(expected.map((text, index) => ({ text, row: first + index })));
});
