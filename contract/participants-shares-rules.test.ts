import fc from "fast-check";
import { expect, test } from "vitest";
import { dividePrice, findSettlingTime } from "./participants-shares-rules.ts";

const divide = (price: number, others: number, fixed = 0, ownFixed: number | null = null) =>
  dividePrice({ price, others, fixed, ownFixed });

test("the organizer has the odd cents", () => {
  expect(divide(3350, 3)).toEqual({ own: 839, each: 837 });
  expect(divide(2, 3)).toEqual({ own: 2, each: 0 });
  expect(divide(3350, 0)).toEqual({ own: 3350, each: 0 });
});

test("what is paid stays, and the rest is divided among those who have not paid", () => {
  expect(divide(3350, 1, 837, 839)).toEqual({ own: 839, each: 1674 });
  expect(divide(3350, 3, 837, 839)).toEqual({ own: 839, each: 558 });
  expect(divide(3350, 0, 837, 839)).toEqual({ own: 2513, each: 0 });
  expect(divide(1600, 2, 837, 839)).toEqual({ own: 763, each: 0 });
  expect(divide(800, 2, 837, 839)).toBeNull();
});

test("the parts are the price, whatever it is and whoever has paid", () => {
  const money = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(money, fc.nat(30), money, fc.option(money), (price, others, fixed, ownFixed) => {
      const divided = divide(price, others, fixed, ownFixed);
      expect(divided === null).toBe(fixed > price);
      expect(divided === null ? price : divided.own + divided.each * others + fixed).toBe(price);
      expect(divided?.each ?? 0).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("shares settle at the deadline, two hours after booking at the earliest and half an hour before the start at the latest", () => {
  const at = (time: string) => new Date(`2026-06-10T${time}:00Z`);
  const settles = (deadline: string, bookedAt: string) =>
    findSettlingTime({ deadline: at(deadline), bookedAt: at(bookedAt), start: at("20:00") });
  expect(settles("14:00", "08:00")).toEqual(at("14:00"));
  expect(settles("14:00", "13:00")).toEqual(at("15:00"));
  expect(settles("20:00", "08:00")).toEqual(at("19:30"));
});
