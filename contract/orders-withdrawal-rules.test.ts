import { expect, test } from "vitest";
import { beginsWithin, hasRightToWithdraw, lastDayToWithdraw } from "./orders-withdrawal-rules.ts";

const never = () => false;

test("the time to withdraw is 14 days, the day of the purchase not counted", () => {
  expect(lastDayToWithdraw("2026-06-02", never)).toBe("2026-06-16");
});

test("a last day on a weekend or a public holiday moves to the next working day", () => {
  // 14 days after Saturday, 30 May 2026 is a Saturday.
  expect(lastDayToWithdraw("2026-05-30", never)).toBe("2026-06-15");
  expect(lastDayToWithdraw("2026-06-30", (date) => date === "2026-07-14")).toBe("2026-07-15");
  expect(lastDayToWithdraw("2026-12-11", (date) => date === "2026-12-25")).toBe("2026-12-28");
});

test("the right is that of the country of the club", () => {
  expect(["FR", "DE", "GB", "NO", "US", "CA", "CH", undefined].map((code) => hasRightToWithdraw(code as "FR"))).toEqual(
    [true, true, true, true, false, false, false, true],
  );
});

test("what begins on the last day begins within it", () => {
  expect(beginsWithin("2026-06-16", "2026-06-16")).toBe(true);
  expect(beginsWithin("2026-06-17", "2026-06-16")).toBe(false);
});
