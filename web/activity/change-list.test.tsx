import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { queryClient } from "#web/kit/data/query-client.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import "#web/modules.ts";
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

test("what has no word is left out", async () => {
  const before = { name: "Match", payment: "on_site", priceLines: [{ amount: 1 }], creator: { id: "1", type: "user" } };
  const after = { name: "Padel", payment: "online", priceLines: [{ amount: 2 }], creator: { id: "2", type: "guest" } };
  expect(await readPairs({ subject: "events", before, after })).toEqual([["Name", "before: Match → after: Padel"]]);
});
