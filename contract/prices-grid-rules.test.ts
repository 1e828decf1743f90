import { describe, expect, test } from "vitest";
import { checkGrid, buildHeatMap, type PriceDetail, type PriceGrid } from "./prices-grid-rules.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const cell = (timeslot: string, plan: string, price: number | null, roleId: number | null = null): PriceDetail => ({
  timeslot,
  plan,
  roleId,
  price,
});
const standard: PriceGrid = {
  timeslots: [
    { name: "Day", start: "08:00", end: "18:00", weekdays: everyDay },
    { name: "Night", start: "18:00", end: "02:00", weekdays: [5, 6] },
  ],
  plans: [
    { name: "Two hours", duration: 120 },
    { name: "One hour", duration: 60 },
  ],
  details: [cell("Day", "One hour", 1800), cell("Day", "Two hours", 3000), cell("Night", "One hour", 2400)],
};
describe("a grid", () => {
  const problems = (given: Partial<PriceGrid>) =>
    checkGrid({ ...standard, ...given }).map(({ path, error }) => `${path.join(".")} ${error}`);

  test("in order has no problems", () => expect(checkGrid(standard)).toEqual([]));

  test("says what collides, each beside the later one", () => {
    const timeslots = [
      { name: "Day", start: "08:00", end: "18:00", weekdays: everyDay },
      { name: "day ", start: "18:00", end: "20:00", weekdays: [1] },
      { name: "Evening", start: "17:00", end: "18:00", weekdays: [2] },
    ];
    expect(problems({ timeslots })).toEqual([
      "timeslots.1.name prices.nameTaken",
      "timeslots.2.start prices.timeslotsOverlap",
      "details.2.timeslot prices.unknownTimeslot",
    ]);
    const plans = [
      { name: "One hour", duration: 60 },
      { name: "Two hours", duration: 120 },
      { name: "Another hour", duration: 60 },
      { name: "one hour", duration: 90 },
    ];
    expect(problems({ plans })).toEqual(["plans.3.name prices.nameTaken", "plans.2.duration prices.durationTaken"]);
    const details = [
      cell("Day", "One hour", 1),
      cell("Day", "One hour", 2, 5),
      cell("Day", "One hour", 3),
      cell("Day", "?", 4),
    ];
    expect(problems({ details })).toEqual(["details.3.plan prices.unknownPlan", "details.2.price prices.cellTaken"]);
  });

  test("sees timeslots overlap past midnight into the next weekday, and from Sunday into Monday", () => {
    const night = { name: "Night", start: "22:00", end: "03:00" };
    const early = { name: "Early", start: "02:00", end: "06:00" };
    const collide = (nights: number[], mornings: number[]) =>
      problems({
        details: [],
        timeslots: [
          { ...night, weekdays: nights },
          { ...early, weekdays: mornings },
        ],
      }).length;
    expect([collide([1], [1]), collide([1], [2]), collide([7], [1]), collide([2], [1])]).toEqual([0, 1, 1, 0]);
  });
});

test("a heat-map shows each half hour of a week", () => {
  const map = buildHeatMap(standard, { plan: "One hour", roleIds: [] });
  expect(map.map((day) => day.length)).toEqual([48, 48, 48, 48, 48, 48, 48]);
  expect([map[0]?.[15], map[0]?.[16], map[0]?.[35], map[0]?.[36]]).toEqual([null, 1800, 1800, null]);
  expect([map[4]?.[36], map[5]?.[3], map[5]?.[4], map[6]?.[3], map[6]?.[36]]).toEqual([2400, 2400, null, 2400, null]);
  expect(buildHeatMap(standard, { plan: "Two hours", roleIds: [] })[4]?.[36]).toBe(null);
});
