import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useState } from "react";
import type { Planning, PlanningField } from "#contract/planning.ts";
import { type ObservableValue, createObservableValue } from "#web/kit/render/observable-value.ts";
import { LiveRegion } from "#web/kit/ui/live-region.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { buildBoard } from "./board.ts";
import { type DragState, useGridCursor } from "./drag.ts";
import { PlanningGrid } from "./planning-grid.tsx";

const date = "2026-06-10";
const at = (time: string) => `${date}T${time}:00Z`;
const fieldOf = (id: string): PlanningField => ({
  ...{ id, name: id, facilityId: "hall", facilityName: "Hall", timezone: "Europe/Paris", parentId: null },
  ...{ status: "open", bookable: true, confidentiality: "public", space: null, lights: null },
  ...{ startStep: 30, turnaround: 0, sports: [], open: [{ start: at("06:00"), end: at("10:00") }] },
});
const event = (id: string, fieldId: string, from: string, to: string) => ({
  ...{ id, name: id, fieldId, startTime: at(from), endTime: at(to), status: "approved" as const },
});
const data: Planning = {
  ...{ timezone: "Europe/Paris", from: date, to: date, currency: "EUR", version: "1", makers: [], sold: null },
  fields: [fieldOf("Court 1"), fieldOf("Court 2")],
  events: [event("Dupont", "Court 1", "07:00", "08:00"), event("Martin", "Court 2", "07:00", "08:00")],
};
let drag: ObservableValue<DragState | null>;

function TestHarness() {
  const now = Date.parse(at("06:30"));
  const board = buildBoard(data, data.fields, { dates: [date], allHours: true, now });
  const [openEventId] = useState(() => createObservableValue<string | undefined>(undefined));
  const [selectedItems] = useState(() => createObservableValue<ReadonlySet<string>>(new Set()));
  const nothing = () => {};
  return (
    <div style={{ display: "flex", width: 1000, height: 700 }}>
      <LiveRegion />
      <PlanningGrid
        {...{
          board,
          now,
          drag,
          openEventId,
          selectedItems,
          cursor: useGridCursor(),
          zoom: 1,
          coloring: "type",
          currency: "EUR",
        }}
        {...{ label: "Planning", isVertical: true, isWeek: false, canCreate: true, canSelect: true }}
        {...{ presences: [], drafts: [], canMove: () => true, dragHint: null }}
        {...{ onDrop: nothing, onCreate: nothing, onOpen: nothing, onItemAction: nothing, onToggleDraftLane: nothing }}
        {...{ onPaste: nothing, onOpenPage: nothing, onHover: nothing }}
      />
    </div>
  );
}

beforeAll(ensureTemporal);
/** Waits for both lanes, which are drawn one after the other. */
async function renderHarness(): Promise<void> {
  await renderInApp(TestHarness);
  await expect.poll(() => document.querySelectorAll(".planner-field-traits").length).toBe(2);
}
beforeEach(async () => {
  drag = createObservableValue<DragState | null>(null);
  await renderHarness();
  (page.getByRole("button", { name: /^Dupont/ }).element() as HTMLElement).focus();
});
afterEach(cleanup);
const announcement = () => document.querySelector("[role=status]")?.textContent;

test("what stands in the way is said with the place, and nothing where there is nothing", async () => {
  await userEvent.keyboard("m{ArrowRight}");
  await expect.poll(announcement).toBe("Court 2, 9:00 AM to 10:00 AM. Something else stands here");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.poll(announcement).toBe("Court 2, 10:00 AM to 11:00 AM");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  await expect.poll(announcement).toBe("Court 2, 11:30 AM to 12:30 PM. Outside the opening hours");
});

test("that a time has passed is said, and that something is too long", async () => {
  await userEvent.keyboard("m{ArrowUp}");
  await expect.poll(announcement).toBe("Court 1, 8:30 AM to 9:30 AM. Choose a start in the future");
  await userEvent.keyboard("{Escape}r{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}");
  await expect.poll(announcement).toBe("Court 1, 9:00 AM to 12:30 PM. Outside the opening hours");
});
