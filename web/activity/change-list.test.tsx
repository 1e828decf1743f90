import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "#web/kit/data/query-client.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import "#web/modules-activity-texts.ts";
import { ChangeList, useChangeTexts } from "./change-list.tsx";
import { listEntryChanges } from "./entry-changes.ts";
import { entryCurrency } from "./labels.ts";

afterEach(cleanup);

interface ShownEntry {
  subject: string;
  before?: Record<string, unknown>;
  after: Record<string, unknown>;
}
function Shown({ subject, before, after }: ShownEntry) {
  const entry = { before: before ?? null, after };
  const texts = useChangeTexts({ subject, changes: listEntryChanges(entry), currency: entryCurrency(entry) ?? "EUR" });
  return <ChangeList texts={texts} isNew={!before} />;
}

async function readPairs(shown: ShownEntry): Promise<(string | undefined)[][]> {
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <Shown {...shown} />
    </QueryClientProvider>
  ));
  await expect.element(page.getByRole("term").first()).toBeVisible();
  return [...document.querySelectorAll("dt")].map((term) => [
    term.textContent ?? "",
    term.nextElementSibling?.textContent ?? "",
  ]);
}

test("amounts are read in their currency, and called as people call them", async () => {
  const after = { number: "FA-2026-000120", totalAmount: 4800, taxAmount: 800, currency: "EUR" };
  expect(await readPairs({ subject: "invoices", after })).toEqual([
    ["Number", "FA-2026-000120"],
    ["Incl. VAT", "€48.00"],
    ["VAT", "€8.00"],
  ]);
});

test("opening hours are read by day and time", async () => {
  const before = { hours: [{ weekday: 1, start: "08:00", end: "20:00" }] };
  const after = { hours: [{ weekday: 1, start: "08:00", end: "22:00" }] };
  expect(await readPairs({ subject: "hours", before, after })).toEqual([
    ["Opening hours", "Removed: Mon 8:00 AM – 8:00 PMAdded: Mon 8:00 AM – 10:00 PM"],
  ]);
});

test("prices are read by timeslot and plan", async () => {
  const price = (amount: number) => ({
    details: [{ timeslot: "Evening", plan: "One hour", roleId: null, price: amount }],
  });
  expect(await readPairs({ subject: "prices", before: price(2200), after: price(2400) })).toEqual([
    ["Prices", "Removed: Evening, One hour €22.00Added: Evening, One hour €24.00"],
  ]);
});

test("rules are read in words: quotas, conditions of cancellations and the days of a time window", async () => {
  const quota = (amount: number) => ({ measure: "minutes", amount, per: "week", windowId: null, sportIds: [] });
  const step = (from: number, percent: number) => ({ from, percent });
  const rules = (amount: number, cancellation: object) => ({ bookingRules: { quotas: [quota(amount)], cancellation } });
  const before = rules(240, { until: 1440, steps: [step(1440, 100)] });
  const after = rules(120, { until: 1440, steps: [step(2880, 100), step(1440, 50)] });
  expect(await readPairs({ subject: "organizations", before, after })).toEqual([
    ["Quotas", "Removed: 240 minutes a weekAdded: 120 minutes a week"],
    [
      "Cancellation",
      "before: 100% until 24 h before the start · by oneself until 24 h before the start → after: 100% until 48 h before the start, 50% until 24 h before the start · by oneself until 24 h before the start",
    ],
  ]);
});

test("the days of a time window are read by name", async () => {
  const window = (weekdays: number[], start: string) => ({ weekdays, start });
  expect(
    await readPairs({ subject: "time-windows", before: window([1], "17:00"), after: window([1, 2], "18:00") }),
  ).toEqual([
    ["Weekdays", "Added: Tue"],
    ["From", "before: 5:00 PM → after: 6:00 PM"],
  ]);
});

test("what has no word is left out", async () => {
  const before = { name: "Match", payment: "on_site", priceLines: [{ amount: 1 }], creator: { id: "1", type: "user" } };
  const after = { name: "Padel", payment: "online", priceLines: [{ amount: 2 }], creator: { id: "2", type: "guest" } };
  expect(await readPairs({ subject: "events", before, after })).toEqual([["Name", "before: Match → after: Padel"]]);
});
