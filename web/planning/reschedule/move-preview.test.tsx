import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Planning, PlanningField } from "#contract/planning.ts";
import { type ObservableValue, createObservableValue } from "#web/kit/render/observable-value.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { LiveRegion } from "#web/kit/ui/live-region.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { type Board, buildBoard } from "#web/planning/grid/board.ts";
import { type DragState, slotOfItem } from "#web/planning/grid/drag.ts";
import { usePreviewWhileDragging, useMovePreview } from "./move-preview.ts";
import { MovePreviewText } from "./move-preview-text.tsx";

const date = "2031-06-10";
const at = (time: string) => `${date}T${time}:00.000Z`;
const field: PlanningField = {
  ...{ id: "court", name: "Court", facilityId: "hall", facilityName: "Hall", timezone: "Europe/Paris", parentId: null },
  ...{ status: "open", bookable: true, confidentiality: "public", space: null, lights: null, startStep: 30 },
  ...{ turnaround: 0, sports: [], open: [{ start: at("06:00"), end: at("20:00") }] },
};
const data: Planning = {
  ...{ timezone: "Europe/Paris", from: date, to: date, currency: "EUR", version: "1", makers: [], sold: null },
  fields: [field],
  events: [
    {
      ...{ id: "one", fieldId: "court", startTime: at("08:00"), endTime: at("09:00"), name: "Lesson" },
      ...{ status: "approved", price: 1800 },
    },
  ],
};
let drag: ObservableValue<DragState | null>;
let board: Board;
let answer: { price?: number; reason?: string };

function TestHarness() {
  const preview = useMovePreview();
  usePreviewWhileDragging(drag, preview, board);
  return (
    <>
      <LiveRegion />
      <p data-ghost>
        <MovePreviewText preview={preview} currency="EUR" />
      </p>
    </>
  );
}

/** Waits until the harness subscribes to the drag. */
async function renderHarness(): Promise<void> {
  const heard = vi.spyOn(drag, "subscribe");
  await renderInApp(TestHarness);
  await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0);
}

beforeAll(ensureTemporal);
beforeEach(async () => {
  answer = { price: 1800 };
  drag = createObservableValue<DragState | null>(null);
  board = buildBoard(data, data.fields, { dates: [date], allHours: false, now: 0 });
  await renderHarness();
  // Only now, because messages were fetched before.
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    const { price, reason } = answer;
    if (reason === undefined) return Response.json({ data: { price } });
    return Response.json({ message: "Invalid", errors: { startTime: [reason] } }, { status: 422 });
  });
});
afterEach(async () => {
  await cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
});

function carry(along: number, isByKeys: boolean): void {
  const [item] = board.items;
  if (!item) throw new Error("There is no lesson");
  const from = slotOfItem(item);
  const slot = { ...from, from: from.from + along, to: from.to + along };
  drag.set({ item, slot, operation: { kind: "move", initial: from, grabOffset: 0 }, isByKeys });
}
const shown = () => document.querySelector("[data-ghost]")?.textContent;
const announcement = () => document.querySelector("[role=status]")?.textContent;

test("by keys one hears what it costs more or less, or why not", async () => {
  answer = { price: 2400 };
  carry(30, true);
  await expect.poll(announcement).toBe("€6.00 more");
  expect(shown()).toBe("+€6.00");
  answer = { price: 1200 };
  carry(60, true);
  await expect.poll(announcement).toBe("€6.00 less");
  answer = { reason: "Not offered at this time." };
  carry(90, true);
  await expect.poll(announcement).toBe("Not offered at this time.");
  expect(shown()).toBe("Not offered at this time.");
});

test("a drag by the pointer shows the preview, and announces nothing", async () => {
  answer = { reason: "Not offered at this time, nor later." };
  const before = announcement();
  carry(30, false);
  await expect.poll(shown).toBe("Not offered at this time, nor later.");
  expect(announcement()).toBe(before);
});
