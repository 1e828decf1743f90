import { beforeAll, expect, test } from "vitest";
import type { Event } from "#contract/events.ts";
import { emptyToNull } from "#contract/kit.ts";
import { ApiError } from "#web/kit/data/api.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import {
  toFormErrors,
  occurrencesInScope,
  expandFormRule,
  toUndoMoveChanges,
  SeriesFormDraft,
  toSeriesBody,
} from "./series-draft.ts";

beforeAll(ensureTemporal);

const filled = {
  fieldId: "0195f0c2-0000-7000-8000-000000000001",
  date: "2026-12-01",
  startTime: "18:00",
  duration: 90,
  name: "Entraînement",
  type: "training",
  kind: "event",
  confidentiality: "public",
  override: false,
  customer: { customerId: "", name: "", phone: "" },
  interval: 1,
  weekdays: [2],
  ends: "count",
  until: "",
  count: 10,
};
const parse = (changed: object) => SeriesFormDraft.safeParse(emptyToNull(SeriesFormDraft, { ...filled, ...changed }));
const wrongIn = (changed: object) => parse(changed).error?.issues.map(({ path }) => path.join("."));

test("a rule has days and one end, which is not before the first date", () => {
  expect(wrongIn({})).toBeUndefined();
  expect(wrongIn({ weekdays: [] })).toEqual(["weekdays"]);
  expect(wrongIn({ count: null })).toEqual(["count"]);
  expect(wrongIn({ count: 201 })).toEqual(["count"]);
  expect(wrongIn({ ends: "until" })).toEqual(["until"]);
  expect(wrongIn({ ends: "until", until: "2026-11-30" })).toEqual(["until"]);
});

test("of the two ends only the chosen one is sent, whatever the other says", () => {
  const sent = (changed: object) => {
    const { data } = parse(changed);
    return data && toSeriesBody(data, "Europe/Paris");
  };
  expect(sent({ until: "2027-06-30" })?.rule).toEqual({ interval: 1, weekdays: [2], count: 10 });
  expect(sent({ ends: "until", until: "2027-06-30" })?.rule).toEqual({
    interval: 1,
    weekdays: [2],
    until: "2027-06-30",
  });
  expect(sent({})?.template).toMatchObject({ startTime: "2026-12-01T17:00:00Z", duration: 90, name: "Entraînement" });
});

test("the dates are told while the rule is typed, once it is whole", () => {
  const rule = { date: "2026-12-01", interval: 2, weekdays: [2], ends: "count", until: null, count: 3 };
  expect(expandFormRule(rule)?.dates).toEqual(["2026-12-01", "2026-12-15", "2026-12-29"]);
  expect(expandFormRule({ ...rule, ends: "until" })).toBeUndefined();
  expect(expandFormRule({ ...rule, weekdays: [] })).toBeUndefined();
});

test("what the server finds wrong stands beside the form's own fields", () => {
  const errors = { "template.people": ["Too many"], "rule.until": ["Too late"], dates: ["None"] };
  expect(toFormErrors(new ApiError(422, "Wrong", { errors }))).toMatchObject({
    errors: { people: ["Too many"], until: ["Too late"], dates: ["None"] },
  });
});

test("what is to come counts, from the chosen date on or from the first", () => {
  const field = { id: "f", name: "Court" };
  const one = (
    date: string,
    eventId: string | null,
    status: "approved" | "pending" | "canceled" | "completed" | null,
  ) => ({
    ...{ date, eventId, status, field },
    startTime: `${date}T17:00:00Z`,
    endTime: `${date}T18:00:00Z`,
  });
  const all = [
    one("2026-12-01", "a", "completed"),
    one("2026-12-08", "b", "approved"),
    one("2026-12-15", null, null),
    one("2026-12-22", "c", "canceled"),
    one("2026-12-29", "d", "pending"),
    one("2027-01-05", "e", "approved"),
  ];
  const ids = (eventId: string, scope: "this" | "following" | "all") =>
    occurrencesInScope(all, { eventId, scope }, Date.parse("2026-12-05T00:00:00Z")).map((found) => found.eventId);
  expect(ids("d", "this")).toEqual(["d"]);
  expect(ids("d", "following")).toEqual(["d", "e"]);
  expect(ids("d", "all")).toEqual(["b", "d", "e"]);
});

test("dates that were alike are moved back to where they were; a new name moves nothing", () => {
  const at = (date: string, hour = "17") => ({
    ...{ date, eventId: date, status: "approved" as const, field: { id: "f", name: "Court" } },
    startTime: `${date}T${hour}:00:00Z`,
    endTime: `${date}T18:00:00Z`,
  });
  const event = { startTime: "2026-12-08T17:00:00Z", timezone: "Europe/Paris", duration: 60, fieldId: "f" } as Event;
  const back = (changes: object, scope: "this" | "all", ...others: ReturnType<typeof at>[]) =>
    toUndoMoveChanges(
      { timezone: "Europe/Paris", occurrences: [at("2026-12-08"), ...others] },
      event,
      { eventId: "2026-12-08", scope, changes },
      Date.parse("2026-12-05T00:00:00Z"),
    );
  const moved = { time: "20:30", duration: 90, name: "Late" };
  expect(back(moved, "this")).toEqual({ time: "18:00", duration: 60 });
  expect(back({ fieldId: "g" }, "all", at("2026-12-15"))).toEqual({ fieldId: "f" });
  expect(back({ name: "Late" }, "all")).toBeUndefined();
  expect(back(moved, "all", at("2026-12-15", "16"))).toBeUndefined();
  expect(back(moved, "this", at("2026-12-15", "16"))).toEqual({ time: "18:00", duration: 60 });
});
