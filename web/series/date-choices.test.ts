import { beforeAll, expect, test } from "vitest";
import type { Occurrence } from "#contract/series.ts";
import { localTimeToInstant } from "#contract/general-localtime-rules.ts";
import { expandWeeklyRecurrence } from "#contract/series-recurrence-rules.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import {
  bookFreeDates,
  setChoice,
  findClockChanges,
  restoreChoices,
  skipAllDates,
  skipConflicts,
  toInitialRows,
  chooseAlternatives,
  toDateBodies,
  computeTotals,
} from "./date-choices.ts";

beforeAll(ensureTemporal);

const two = { fieldId: "2", name: "Court 2", price: 1500 };
const three = { fieldId: "3", name: "Court 3", price: 1800 };
const occurrence = (date: string, more: Partial<Occurrence> = {}): Occurrence => ({
  date,
  startTime: `${date}T16:00:00Z`,
  endTime: `${date}T17:00:00Z`,
  state: "ok",
  price: 2000,
  promo: null,
  alternatives: [],
  ...more,
});
const found = [
  occurrence("2026-06-02"),
  occurrence("2026-06-09", { state: "conflict", alternatives: [two, three] }),
  occurrence("2026-06-16", { state: "closed", price: null, alternatives: [three] }),
  occurrence("2026-06-23", { state: "conflict" }),
  occurrence("2026-06-30", { state: "not_sold", price: null, alternatives: [three] }),
];
const choicesOf = (rows: ReturnType<typeof toInitialRows>) => rows.map(({ choice }) => choice);

test("what is free is booked, what is not is left out until somebody says otherwise", () => {
  const rows = toInitialRows(found);
  expect(choicesOf(rows)).toEqual(["book", "skip", "skip", "skip", "skip"]);
  expect(computeTotals(rows)).toEqual({ booked: 1, skipped: 4, price: 2000 });
});

test("one date chosen anew leaves the other rows the very same", () => {
  const rows = toInitialRows(found);
  const next = setChoice(rows, "2026-06-09", { fieldId: "2" });
  expect(next.map((row, index) => row === rows[index])).toEqual([true, false, true, true, true]);
  expect(computeTotals(next)).toEqual({ booked: 2, skipped: 3, price: 3500 });
});

test("other fields are used where possible: the one that is free most often, what was chosen stays", () => {
  const third = { fieldId: "3" };
  expect(choicesOf(chooseAlternatives(toInitialRows(found)))).toEqual(["book", third, third, "skip", third]);
  const chosen = setChoice(toInitialRows(found), "2026-06-09", { fieldId: "2" });
  expect(choicesOf(chooseAlternatives(chosen))).toEqual(["book", { fieldId: "2" }, third, "skip", third]);
});

test("all that is taken is left out at once, and all that is free comes back at once", () => {
  const none = setChoice(chooseAlternatives(toInitialRows(found)), "2026-06-02", "skip");
  expect(choicesOf(skipConflicts(none))).toEqual(["skip", "skip", "skip", "skip", "skip"]);
  expect(choicesOf(bookFreeDates(skipConflicts(none)))).toEqual(["book", "skip", "skip", "skip", "skip"]);
});

test("dates that are looked at anew keep what was chosen, where it is still to be had", () => {
  const before = setChoice(chooseAlternatives(toInitialRows(found)), "2026-06-02", "skip");
  const again = [
    ...found.slice(0, 2),
    occurrence("2026-06-16", { state: "closed", alternatives: [two] }),
    occurrence("2026-06-23"),
    occurrence("2026-07-07"),
  ];
  expect(choicesOf(restoreChoices(toInitialRows(again), before))).toEqual([
    "skip",
    { fieldId: "3" },
    "skip",
    "book",
    "book",
  ]);
  expect(choicesOf(skipAllDates(before))).toEqual(["skip", "skip", "skip", "skip", "skip"]);
});

test("only chosen dates are sent, with their field where it is another", () => {
  expect(toDateBodies(chooseAlternatives(toInitialRows(found)))).toEqual([
    { date: "2026-06-02" },
    { date: "2026-06-09", fieldId: "3" },
    { date: "2026-06-16", fieldId: "3" },
    { date: "2026-06-30", fieldId: "3" },
  ]);
});

test("both clock changes of a year are marked, on the first date after each", () => {
  const dates = expandWeeklyRecurrence({ interval: 1, weekdays: [2], count: 52 }, "2026-09-01", 200);
  const rows = dates.map((date) => ({
    date,
    startTime: new Date(localTimeToInstant(date, "18:00", "Europe/Paris")).toISOString(),
  }));
  expect([...findClockChanges(rows, "Europe/Paris")]).toEqual([
    ["2026-10-27", "back"],
    ["2027-03-30", "forward"],
  ]);
  expect(findClockChanges(rows, "Africa/Lagos").size).toBe(0);
});
