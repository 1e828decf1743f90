import { afterEach, beforeAll, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { BookingRequest } from "#contract/approvals.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { RequestRow, SettledRow } from "./request-row.tsx";

const request = {
  ...{ id: "r1", eventIds: ["e1"], seriesId: null, name: "Nine", customer: null, people: null, price: 1800, paid: 0 },
  ...{ facility: { id: "f", name: "Hall" }, field: { id: "c", name: "Court A" }, currency: "EUR", isClear: false },
  ...{ startTime: "2026-06-10T07:00:00Z", endTime: "2026-06-10T08:00:00Z", lastStartTime: "2026-06-10T07:00:00Z" },
  ...{ timezone: "Europe/Paris", created_at: "2026-06-01T07:00:00Z" },
  hint: {
    ...{ hasBegun: true, isSoon: true, closedDates: 1, overlappingDates: 0, customerElsewhere: [] },
    overlaps: [{ eventId: "e2", name: "Somebody with a long name", field: "Court A", isWaiting: true }],
  },
} satisfies BookingRequest;
const now = Date.parse("2026-06-10T06:30:00Z");
const ignore = () => {};

beforeAll(ensureTemporal);
afterEach(cleanup);

const boxOf = (element: Element) => element.getBoundingClientRect();

test.each([
  [1440, 900],
  [390, 844],
])("at %i × %i a decided row keeps its height, and no way back lies where a request is approved", async (...size) => {
  await page.viewport(...size);
  const common = { request, now, isBusy: false };
  await renderInApp(() => (
    <ul>
      <RequestRow {...common} isSelected={false} onSelect={ignore} onApprove={ignore} onReject={ignore} />
      <SettledRow {...common} answer="approve" onUndo={ignore} />
    </ul>
  ));
  await expect.element(page.getByRole("button", { name: "Approve" })).toBeVisible();
  const [waiting, settled] = page.getByRole("listitem").elements();
  if (!waiting || !settled) throw new Error("Two rows are shown.");
  expect(boxOf(settled).height).toBe(boxOf(waiting).height);
  const approve = boxOf(page.getByRole("button", { name: "Approve" }).element());
  const undo = boxOf(page.getByRole("button", { name: "Undo" }).element());
  expect(undo.right).toBeLessThanOrEqual(approve.left);
});
