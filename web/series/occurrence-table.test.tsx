import { useState } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Occurrence } from "#contract/series.ts";
import { localTimeToInstant } from "#contract/general-localtime-rules.ts";
import { expandWeeklyRecurrence } from "#contract/series-recurrence-rules.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { type OccurrenceRow, toInitialRows } from "./date-choices.ts";
import { OccurrenceTable, TotalsText } from "./occurrence-table.tsx";

beforeAll(ensureTemporal);
afterEach(async () => {
  await cleanup();
  await page.viewport(1280, 800);
});

const zone = "Europe/Paris";
const other = { fieldId: "2", name: "Court 2", price: 1500 };
/** Tuesdays at six. On the second the field is taken, on the third it is closed without alternatives. */
function occurrences(count: number): Occurrence[] {
  const more: Partial<Occurrence>[] = [
    {},
    { state: "conflict", alternatives: [other] },
    { state: "closed", price: null },
  ];
  return expandWeeklyRecurrence({ interval: 1, weekdays: [2], count }, "2027-03-16", count).map((date, index) => {
    const start = localTimeToInstant(date, "18:00", zone);
    const times = { startTime: new Date(start).toISOString(), endTime: new Date(start + 3_600_000).toISOString() };
    return { date, ...times, state: "ok", price: 2000, promo: null, alternatives: [], ...more[index] };
  });
}

function TestPage({ count }: { count: number }) {
  const [rows, setRows] = useState<readonly OccurrenceRow[]>(() => toInitialRows(occurrences(count)));
  return (
    <>
      <OccurrenceTable rows={rows} setRows={setRows} timezone={zone} currency="EUR" />
      <TotalsText rows={rows} currency="EUR" />
    </>
  );
}

test("each date says what is in its way, and the choices add up", async () => {
  await renderInApp(() => <TestPage count={4} />);
  const row = (date: RegExp) => page.getByRole("row", { name: date });
  await expect.element(row(/Mar 16, 2027/)).toMatchTextContent(/6:00\s–\s7:00\sPMFree.*€20\.00$/);
  await expect.element(row(/Mar 23, 2027/)).toMatchTextContent("Taken");
  await expect.element(row(/Mar 30, 2027/)).toMatchTextContent(/still 6:00\sPM.*Closed.*no other field is free/);
  await expect.element(page.getByRole("status")).toMatchTextContent("2 dates to book2 skippedTotal €40.00");
  await page.getByRole("button", { name: "Use other fields where possible" }).click();
  await expect.element(page.getByRole("combobox", { name: /Mar 23/ })).toHaveDisplayValue("Book on Court 2 · €15.00");
  await expect.element(page.getByRole("status")).toMatchTextContent("3 dates to book1 skippedTotal €55.00");
  await page.getByRole("combobox", { name: /Mar 16/ }).selectOptions("Skip");
  await page.getByRole("button", { name: "Skip all that are taken" }).click();
  await expect.element(page.getByRole("status")).toMatchTextContent("1 date to book3 skippedTotal €20.00");
  await page.getByRole("button", { name: "Book all that are free" }).click();
  await expect.element(page.getByRole("status")).toMatchTextContent("2 dates to book2 skippedTotal €40.00");
});

test("two hundred dates fit a telephone, and only the one that is chosen anew is drawn again", async () => {
  await page.viewport(390, 844);
  await renderInApp(() => <TestPage count={200} />);
  await expect.element(page.getByRole("combobox", { name: /Mar 16, 2027/ })).toBeVisible();
  expect(document.querySelectorAll("tbody tr")).toHaveLength(200);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  const changed = new Set<Element>();
  const watch = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const row = (target instanceof Element ? target : target.parentElement)?.closest("tbody tr");
      if (row) changed.add(row);
    }
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  await page.getByRole("combobox", { name: /Mar 16, 2027/ }).selectOptions("Skip");
  await expect.element(page.getByRole("status")).toMatchTextContent("197 dates to book");
  watch.disconnect();
  expect(changed.size).toBe(1);
});
