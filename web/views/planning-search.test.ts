import { expect, test } from "vitest";
import { parsePlanningSearch } from "./planning-search.ts";

const id = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";

test("the address says what is looked at and how; what is the usual, or nonsense, is left out", () => {
  const said = {
    ...{ view: "week", date: "2026-06-10", facilityId: id, fields: `${id},${id}`, status: "cancelled", payment: "due" },
    ...{ space: "indoor", lights: "true", maker: id, mine: "true", only: "soon", hide: "true" },
    ...{
      axis: "rows",
      zoom: "0",
      hours: "all",
      colors: "payment",
      prices: "true",
      free: "true",
      eventId: id,
      sportId: "3",
    },
  };
  expect(parsePlanningSearch(said)).toEqual({ ...said, status: "canceled" });
  const nonsense = {
    view: "year",
    fields: "a,b",
    maker: "1",
    zoom: "1",
    colors: "type",
    axis: "",
    free: "1",
    sportId: "x",
    q: "1",
  };
  const nothing = parsePlanningSearch(nonsense);
  expect(nothing).toEqual({});
  // The router keeps a parameter unless it is `undefined`.
  const { q: _unknown, ...known } = nonsense;
  for (const name of Object.keys(known)) expect(Object.hasOwn(nothing, name), name).toBe(true);
});

test("days of years that the server has none of, and days that no month has, are no days", () => {
  const dateOf = (date: string) => parsePlanningSearch({ date }).date;
  for (const date of ["1970-01-01", "2026-02-28", "2028-02-29", "2199-12-31"]) expect(dateOf(date)).toBe(date);
  for (const date of ["0000-01-01", "0001-06-10", "1969-12-31", "2200-01-01", "9999-12-31", "+010000-01-01"])
    expect(dateOf(date), date).toBeUndefined();
  for (const date of ["2026-02-29", "2026-02-31", "2026-04-31", "2026-13-01", "2026-00-10", "2026-06-00"])
    expect(dateOf(date), date).toBeUndefined();
});
