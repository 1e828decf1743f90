import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { type ReactNode, useState } from "react";
import type { Planning, PlanningField } from "#contract/planning.ts";
import { createObservableValue, useObservableValue } from "#web/kit/render/observable-value.ts";
import { LiveRegion } from "#web/kit/ui/live-region.tsx";
import { findViolations } from "#tests/support/find-violations.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { buildBoard, type BoardItem } from "./board.ts";
import { type DragState, useGridCursor, useDragState } from "./drag.ts";
import type { GridDraft } from "./geometry.ts";
import { PlanningGrid, type PlanningGridProps } from "./planning-grid.tsx";

declare module "vitest/browser" {
  interface BrowserCommands {
    drag: (selector: string, dx: number) => Promise<void>;
  }
}

const fieldOf = (id: string): PlanningField => ({
  ...{ id, name: id, facilityId: "hall", facilityName: "Hall", timezone: "Europe/Paris", parentId: null },
  ...{ status: "open", bookable: true, confidentiality: "public", space: null, lights: null },
  ...{
    startStep: 30,
    turnaround: 0,
    sports: [],
    open: [{ start: "2026-06-10T06:00:00Z", end: "2026-06-10T14:00:00Z" }],
  },
});
const data: Planning = {
  ...{
    timezone: "Europe/Paris",
    from: "2026-06-10",
    to: "2026-06-10",
    currency: "EUR",
    version: "1",
    makers: [],
    sold: null,
  },
  fields: [fieldOf("Court 1"), fieldOf("Court 2"), fieldOf("Court 3")],
  events: [
    {
      ...{ id: "one", fieldId: "Court 1", startTime: "2026-06-10T07:00:00Z", endTime: "2026-06-10T08:00:00Z" },
      ...{ name: "Dupont", status: "approved", type: "training", paymentStatus: "due" },
    },
    {
      ...{ id: "two", fieldId: "Court 2", startTime: "2026-06-10T09:00:00Z", endTime: "2026-06-10T10:00:00Z" },
      ...{ name: "Martin", status: "approved", type: "game" },
    },
  ],
};
const onDrop = vi.fn<(drag: DragState) => void>();
const onCreate = vi.fn();
const onOpen = vi.fn();

const onAct = vi.fn<PlanningGridProps["onItemAction"]>();
const onAlso = vi.fn();
const onPaste = vi.fn();

interface TestHarnessProps {
  isVertical?: boolean;
  drafts?: readonly GridDraft[];
  given?: Planning;
  canMove?: (item: BoardItem) => boolean;
}

function TestHarness({ isVertical = true, drafts = [], given = data, canMove = () => true }: TestHarnessProps) {
  const now = Date.parse("2026-06-10T06:30:00Z");
  const board = buildBoard(given, given.fields, { dates: ["2026-06-10"], allHours: false, now });
  const [drag, cursor] = [useDragState(), useGridCursor()];
  const [openEventId] = useState(() => createObservableValue<string | undefined>(undefined));
  const [selectedItems] = useState(() => createObservableValue<ReadonlySet<string>>(new Set(["two"])));
  return (
    <div style={{ display: "flex", width: 1000, height: 700 }}>
      <LiveRegion />
      <PlanningGrid
        {...{ board, now, drag, onDrop, onCreate, onOpen, zoom: 1, coloring: "type", currency: "EUR" }}
        {...{ cursor, selectedItems, onItemAction: onAct, onToggleDraftLane: onAlso, onPaste, canSelect: true }}
        {...{ label: "Planning", isVertical, isWeek: false, canCreate: true, presences: [], drafts }}
        openEventId={openEventId}
        canMove={canMove}
        onOpenPage={() => {}}
        onHover={() => {}}
        dragHint={null}
      />
    </div>
  );
}

beforeAll(ensureTemporal);
/** Waits for all lanes, which are drawn one after the other. */
async function renderHarness(scene: () => ReactNode): Promise<void> {
  await renderInApp(scene);
  await expect.poll(() => document.querySelectorAll(".planner-field-traits").length).toBe(data.fields.length);
}

beforeEach(async () => {
  onDrop.mockClear();
  onCreate.mockClear();
  onOpen.mockClear();
  onAct.mockClear();
  onAlso.mockClear();
  onPaste.mockClear();
  await renderHarness(() => <TestHarness />);
});
afterEach(cleanup);

const block = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
const dropped = () => onDrop.mock.lastCall?.[0].slot;

test("a block says in one sentence who, where, when and what is owed", async () => {
  await expect.element(block("Dupont, Court 1, 9:00 AM to 10:00 AM, Training, Approved, unpaid")).toBeInTheDocument();
});

test("dragged onto the next field an event keeps its time there", async () => {
  const lanes = [...document.querySelectorAll("[data-lane]")];
  const width = lanes[0]?.getBoundingClientRect().width ?? 0;
  await commands.drag('[data-item="one"]', width);
  expect(dropped()).toEqual({ lane: 1, from: 60, to: 120 });
  expect(onOpen).not.toHaveBeenCalled();
});

test("a click opens an event, and an empty place begins a new one at its start", async () => {
  await block("Dupont").click();
  expect(onOpen).toHaveBeenCalledOnce();
  const lane = document.querySelectorAll("[data-lane]")[2];
  await userEvent.click(lane as HTMLElement, { position: { x: 20, y: 100 } });
  expect(onCreate).toHaveBeenCalledWith({ lane: 2, from: 90, to: 90 });
});

test("a press on an event that cannot be dragged draws no new one beside it, and still opens it, also after a drag", async () => {
  await renderHarness(() => <TestHarness isVertical={false} canMove={({ id }) => id === "two"} />);
  await commands.drag('[data-item="one"]', 300);
  expect(onCreate).not.toHaveBeenCalled();
  await commands.drag('[data-item="two"]', 100);
  expect(onDrop).toHaveBeenCalledOnce();
  await block("Dupont").click();
  expect(onOpen).toHaveBeenCalledOnce();
});

test("in hand by a key, arrows carry an event, and Enter drops it", async () => {
  (block("Dupont").element() as HTMLElement).focus();
  await userEvent.keyboard("m{ArrowDown}{ArrowRight}{Enter}");
  expect(dropped()).toEqual({ lane: 1, from: 90, to: 150 });
});

test("Escape puts back what is in hand", async () => {
  (block("Dupont").element() as HTMLElement).focus();
  await userEvent.keyboard("m{ArrowDown}");
  await expect.element(page.getByText("Court 1, 9:30 AM to 10:30 AM")).toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  expect(onDrop).not.toHaveBeenCalled();
  await expect.element(page.getByText("Put back where it was")).toBeInTheDocument();
});

test("R and arrows make an event longer", async () => {
  (block("Martin").element() as HTMLElement).focus();
  await userEvent.keyboard("r{ArrowDown}{Enter}");
  expect(dropped()).toEqual({ lane: 1, from: 180, to: 270 });
});

test("arrows go from cell to cell, Enter books one, and Tab goes on by time", async () => {
  (block("Dupont").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("button", { name: "Court 1, 10:00 AM, free" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onCreate).toHaveBeenCalledWith({ lane: 0, from: 120, to: 120 }, "event");
  await userEvent.keyboard("{Tab}");
  await expect.element(block("Martin")).toHaveFocus();
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  await expect.element(block("Dupont")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{Shift>}{Tab}{/Shift}");
  await expect.element(block("Dupont")).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(block("Martin")).toHaveFocus();
});

const focus = (name: string) => (block(name).element() as HTMLElement).focus();
const said = (text: string) => expect.element(page.getByRole("status").getByText(text)).toBeInTheDocument();

test("with ⇧ arrows select more time and more fields, and Enter books them together", async () => {
  focus("Dupont");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("button", { name: "Court 1, 10:00 AM, free" })).toHaveFocus();
  await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowRight}{/Shift}");
  await said("Court 1, Court 2, 10:00 AM to 11:00 AM");
  await userEvent.keyboard("{Enter}");
  expect(dropped()).toEqual({ lane: 0, from: 120, to: 180, lanes: [0, 1] });
});

test("Tab leaves a selection behind, forwards and back", async () => {
  for (const by of ["{Tab}", "{Shift>}{Tab}{/Shift}"]) {
    focus("Dupont");
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByRole("button", { name: "Court 1, 10:00 AM, free" })).toHaveFocus();
    await userEvent.keyboard(`{Shift>}{ArrowDown}{/Shift}${by}{Enter}`);
    expect(onOpen).toHaveBeenCalledOnce();
    expect(onCreate).not.toHaveBeenCalled();
    onOpen.mockClear();
  }
});

test("B blocks what is selected, and arrows without ⇧ leave the selection behind", async () => {
  focus("Dupont");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("button", { name: "Court 1, 10:00 AM, free" })).toHaveFocus();
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}b");
  expect(onCreate).toHaveBeenLastCalledWith({ lane: 0, from: 120, to: 150, lanes: [0, 1] }, "block");
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}{ArrowDown}{Enter}");
  await expect.poll(() => onCreate.mock.lastCall).toEqual([{ lane: 0, from: 150, to: 150 }, "event"]);
});

test("drawn sideways, a booking is on several fields", async () => {
  const lanes = [...document.querySelectorAll("[data-lane]")];
  const width = lanes[0]?.getBoundingClientRect().width ?? 0;
  await commands.drag("[data-lane]", 2 * width);
  expect(dropped()).toMatchObject({ lane: 0, lanes: [0, 1, 2] });
});

test("while a quick booking is open, a plus on every free field adds that field to it", async () => {
  const draft = { id: "draft", lane: 0, from: 120, to: 180, lanes: [0] };
  await renderHarness(() => <TestHarness drafts={[draft]} />);
  await page.getByRole("button", { name: "Also on Court 3" }).click();
  expect(onAlso).toHaveBeenCalledWith(2);
  expect(onCreate).not.toHaveBeenCalled();
  await expect.element(page.getByRole("button", { name: "Also on Court 1" })).not.toBeInTheDocument();
});

test("keys on an event approve, cancel, choose and copy it, and paste beside it", async () => {
  focus("Dupont");
  await userEvent.keyboard("ac {Control>}c{/Control}{Control>}v{/Control}");
  const acts = onAct.mock.calls.map(([item, act]) => [item.id, act]);
  expect(acts).toEqual(["approve", "cancel", "select", "copy"].map((act) => ["one", act]));
  expect(onPaste).toHaveBeenCalledWith({ lane: 0, at: 120 });
  expect(onOpen).not.toHaveBeenCalled();
});

test("a click with ⇧ adds an event to the selection, which is announced", async () => {
  await block("Dupont").click({ modifiers: ["Shift"] });
  expect(onAct).toHaveBeenCalledWith(expect.objectContaining({ id: "one" }), "select");
  expect(onOpen).not.toHaveBeenCalled();
  expect(document.querySelector('[data-item="two"]')?.getAttribute("aria-selected")).toBe("true");
});

test("when the focused event is removed, the focus stays at its place", async () => {
  const shown = createObservableValue(data);
  function Leaving() {
    return <TestHarness given={useObservableValue(shown)} />;
  }
  await renderInApp(Leaving);
  await block("Dupont").click();
  shown.set({ ...data, events: data.events.slice(1) });
  await expect.element(page.getByRole("button", { name: "Court 1, 9:00 AM, free" })).toHaveFocus();
});

test("members' time, hours, the closed field and what things cost are behind the events", async () => {
  const [first, second, third] = data.fields;
  if (!first || !second || !third) throw new Error("three fields");
  const given: Planning = {
    ...data,
    sold: { start: "2026-06-10T08:00:00Z", end: null },
    fields: [
      { ...first, bookable: false },
      {
        ...second,
        prices: [{ start: "2026-06-10T06:00:00Z", end: "2026-06-10T10:00:00Z", price: 1200, duration: 60 }],
      },
      { ...third, status: "closed", open: [] },
    ],
  };
  await renderHarness(() => <TestHarness given={given} />);
  const [one, two, three] = document.querySelectorAll("[data-lane]");
  expect(one?.querySelectorAll(".planner-staff-only")).toHaveLength(1);
  expect(two?.querySelectorAll(".planner-staff-only")).toHaveLength(1);
  expect(two?.querySelector(".planner-price-band")?.getAttribute("title")).toBe("€12.00 for 60 minutes");
  expect(three?.textContent).toContain("Closed");
});

test.each([
  ["light", true],
  ["light", false],
  ["dark", true],
  ["dark", false],
] as const)("axe finds nothing wrong with events on the grid, %s, columns: %s", async (theme, isVertical) => {
  document.documentElement.dataset["theme"] = theme;
  const draft = { id: "draft", lane: 0, from: 120, to: 180, lanes: [0, 1] };
  await renderHarness(() => <TestHarness {...{ isVertical }} drafts={[draft]} />);
  const violations = await findViolations();
  delete document.documentElement.dataset["theme"];
  expect(violations).toEqual([]);
});
