/** What is carried by keys is said to those who listen: where it is, and what stands against that. */
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useState } from "react";
import type { Planning, PlanningField } from "#contract/planning.ts";
import { type LiveValue, liveValue } from "#web/kit/live-value.ts";
import { Said } from "#web/kit/said.tsx";
import { stage, strike } from "#web/kit/stage.tsx";
import { ensureTemporal } from "#web/kit/temporal.ts";
import { boardOf } from "./board.ts";
import { type Drag, useCursor } from "./drag.ts";
import { Grid } from "./grid.tsx";

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
let drag: LiveValue<Drag | null>;

function Scene() {
  const now = Date.parse(at("06:30"));
  const board = boardOf(data, data.fields, { dates: [date], allHours: true, now });
  const [opened] = useState(() => liveValue<string | undefined>(undefined));
  const [marked] = useState(() => liveValue<ReadonlySet<string>>(new Set()));
  const nothing = () => {};
  return (
    <div style={{ display: "flex", width: 1000, height: 700 }}>
      <Said />
      <Grid
        {...{ board, now, drag, opened, marked, cursor: useCursor(), zoom: 1, coloring: "type", currency: "EUR" }}
        {...{ label: "Planning", isVertical: true, isWeek: false, mayCreate: true, mayMark: true }}
        {...{ presences: [], drafts: [], mayMove: () => true, verdict: null }}
        {...{ onDrop: nothing, onCreate: nothing, onOpen: nothing, onAct: nothing, onAlso: nothing }}
        {...{ onPaste: nothing, onDetail: nothing, onPoint: nothing }}
      />
    </div>
  );
}

beforeAll(ensureTemporal);
/** Lanes follow each other. */
async function draw(): Promise<void> {
  await stage(Scene);
  await expect.poll(() => document.querySelectorAll(".planner-like").length).toBe(2);
}
beforeEach(async () => {
  drag = liveValue<Drag | null>(null);
  await draw();
  (page.getByRole("button", { name: /^Dupont/ }).element() as HTMLElement).focus();
});
afterEach(strike);
const said = () => document.querySelector("[role=status]")?.textContent;

test("what stands in the way is said with the place, and nothing where there is nothing", async () => {
  await userEvent.keyboard("m{ArrowRight}");
  await expect.poll(said).toBe("Court 2, 9:00 AM to 10:00 AM. Something else stands here");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.poll(said).toBe("Court 2, 10:00 AM to 11:00 AM");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  await expect.poll(said).toBe("Court 2, 11:30 AM to 12:30 PM. Outside the opening hours");
});

test("that a time has passed is said, and that something is too long", async () => {
  await userEvent.keyboard("m{ArrowUp}");
  await expect.poll(said).toBe("Court 1, 8:30 AM to 9:30 AM. Choose a start in the future");
  await userEvent.keyboard("{Escape}r{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}");
  await expect.poll(said).toBe("Court 1, 9:00 AM to 12:30 PM. Outside the opening hours");
});
