import fc from "fast-check";
import { expect, test } from "vitest";
import { coveredAfter, datesOfSale, packStateOf, priceOfRest, unitsBack, unitsNeeded } from "./packs-rules.ts";

const hours = { unit: "count", minutesPerUnit: 60, per: "booking" } as const;

test.each([
  [hours, 60, 1, 1],
  [hours, 90, 1, 2],
  [{ ...hours, per: "person" } as const, 90, 3, 6],
  [{ unit: "minutes", minutesPerUnit: null, per: "booking" } as const, 90, 4, 90],
])("%j takes of %d minutes with %d people %d", (terms, minutes, people, units) => {
  expect(unitsNeeded(terms, { minutes, people })).toBe(units);
});

test("visits come back whole or not at all, minutes in part, rounded down", () => {
  expect([100, 99, 50, 0].map((percent) => unitsBack({ unit: "count" }, 2, percent))).toEqual([2, 0, 0, 0]);
  expect([100, 50, 33, 0].map((percent) => unitsBack({ unit: "minutes" }, 95, percent))).toEqual([95, 47, 31, 0]);
});

test("days are counted from the day after the beginning; with the first use, they have none before", () => {
  const terms = { validDays: 30, validUntil: null, starts: "purchase" } as const;
  expect(datesOfSale(terms, "2027-01-01")).toEqual({ startsOn: "2027-01-01", expiresOn: "2027-01-31" });
  expect(datesOfSale({ ...terms, starts: "first_use" }, "2027-01-01")).toEqual({ startsOn: null, expiresOn: null });
  const fixed = { validDays: null, validUntil: "2027-12-31", starts: "purchase" } as const;
  expect(datesOfSale(fixed, "2027-01-01").expiresOn).toBe("2027-12-31");
});

test("whatever is used, refunded and given back in turn, the refunds never exceed the price, nor does what is settled", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50_000 }),
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.nat(40), { maxLength: 8 }),
      (price, unitsTotal, turns) => {
        let [used, refunded, money] = [unitsTotal, 0, 0];
        for (const turn of turns) {
          used = Math.max(0, used - turn);
          const pack = { unitsTotal, unitsUsed: used, unitsRefunded: refunded };
          money += priceOfRest(price, pack);
          refunded = unitsTotal - used;
        }
        expect(money).toBe(Math.round((price * refunded) / unitsTotal));
        for (let givenBack = 0; givenBack <= unitsTotal; givenBack += 1) {
          const covered = coveredAfter(price, { units: unitsTotal, givenBack });
          expect(covered).toBeGreaterThanOrEqual(0);
          expect(covered).toBeLessThanOrEqual(price);
        }
      },
    ),
  );
});

test("what is used up or refunded is no longer expired", () => {
  const pack = { unitsTotal: 10, unitsUsed: 3, unitsRefunded: 0, expiresOn: "2027-01-01" };
  expect(packStateOf(pack, "2027-01-01")).toBe("running");
  expect(packStateOf(pack, "2027-01-02")).toBe("expired");
  expect(packStateOf({ ...pack, unitsUsed: 10 }, "2027-01-02")).toBe("used_up");
  expect(packStateOf({ ...pack, unitsRefunded: 7 }, "2027-01-02")).toBe("refunded");
});
