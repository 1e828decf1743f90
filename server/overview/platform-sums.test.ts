import fc from "fast-check";
import { expect, it } from "vitest";
import { datesBetween } from "./split-by-hour.ts";
import { splitIntoSpans } from "./platform-sums.ts";

it("makes up a period of few spans, each day once", () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000, max: 30_000 }), fc.integer({ min: 0, max: 365 }), (first, more) => {
      const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
      const period = { from: dateOf(first), to: dateOf(first + more) };
      const spans = splitIntoSpans(period);
      const last = (date: string, days: number) =>
        Temporal.PlainDate.from(date)
          .add({ days: days - 1 })
          .toString();
      expect(spans.flatMap(({ days, first: date }) => datesBetween(date, last(date, days)))).toEqual(
        datesBetween(period.from, period.to),
      );
      expect(spans.length).toBeLessThan(24);
    }),
  );
});
