import { expect, test } from "vitest";
import { listStartedGrants, type Grant, grantsNow, rolesOn } from "./permissions-grants-rules.ts";
import { termsAt } from "./prices-grants-rules.ts";
import { createPriceReader, type PricePattern } from "./prices-rules.ts";

const timezone = "Europe/Paris";
const grant: Grant = {
  ...{ name: "Gold", from: "2026-06-01", to: "2026-06-30", isGrace: false, timezone, roleId: 7 },
  ...{ discounts: [], rules: null },
};
const at = (text: string) => Date.parse(text);

test("the local date of the start decides, not the one in UTC", () => {
  const held = (start: string) =>
    termsAt({ roleIds: [4], timezone, granted: { fieldId: "one", grants: [grant] } }, at(start)).roleIds;
  expect(held("2026-05-31T21:59:00Z")).toEqual([4]);
  expect(held("2026-05-31T22:00:00Z")).toEqual([4, 7]);
  expect(held("2026-06-30T21:59:00Z")).toEqual([4, 7]);
  expect(held("2026-06-30T22:00:00Z")).toEqual([4]);
});

test("grace holds from its first day on, by the clock of its organization", () => {
  const grace = { ...grant, isGrace: true };
  expect(listStartedGrants([grace], new Date("2026-05-31T21:59:00Z"))).toEqual([]);
  expect(listStartedGrants([grace], new Date("2026-05-31T22:00:00Z"))).toEqual([grace]);
  expect(listStartedGrants([grant], new Date("2026-01-01T12:00:00Z"))).toEqual([grant]);
});

test("rules hold today, and on the date of the booking as well", () => {
  const now = new Date("2026-06-15T12:00:00Z");
  expect(grantsNow([grant], now)).toEqual([grant]);
  expect(grantsNow([grant], now, "2026-06-30")).toEqual([grant]);
  expect(grantsNow([grant], now, "2026-07-01")).toEqual([]);
  expect(grantsNow([grant], new Date("2026-05-15T12:00:00Z"), "2026-06-15")).toEqual([]);
  expect(grantsNow(undefined, now)).toEqual([]);
});

test("a category that is held for good is there once", () => {
  expect(rolesOn({ roleIds: [7], grants: [grant] }, "2026-06-15")).toEqual([7]);
});

test("a window past midnight holds in the night after its weekday, and a discount of the whole price leaves nothing", () => {
  const friday = { weekdays: [5], start: "22:00", end: "02:00", fromDate: null, toDate: null };
  const night = { ...grant, discounts: [{ percent: 100, fieldIds: [], windows: [friday] }] };
  const pattern: PricePattern = {
    ...{ id: "p", name: "Prices", type: "field", createdAt: "2026-01-01T00:00:00Z" },
    timeslots: [{ name: "Always", start: "00:00", end: "24:00", weekdays: [1, 2, 3, 4, 5, 6, 7] }],
    plans: [{ name: "Hour", duration: 60 }],
    details: [{ timeslot: "Always", plan: "Hour", roleId: null, price: 1999 }],
  };
  const read = createPriceReader({
    ...{ patterns: [pattern], timezone, roleIds: [], startStep: 30 },
    granted: {
      fieldId: "one",
      grants: [night, { ...grant, discounts: [{ percent: 50, fieldIds: ["two"], windows: [] }] }],
    },
  });
  const priceAt = (start: string) => read(at(start))[0]?.price;
  expect(priceAt("2026-06-12T21:59:00+02:00")).toBe(1999);
  expect(priceAt("2026-06-12T22:00:00+02:00")).toBe(0);
  expect(priceAt("2026-06-13T01:59:00+02:00")).toBe(0);
  expect(priceAt("2026-06-13T02:00:00+02:00")).toBe(1999);
});
