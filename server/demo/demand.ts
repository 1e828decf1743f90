/** How much a field is wanted: evenings and weekends more than mornings, courts outdoors more in summer, this year more than a year ago. */
import type { FieldPlan } from "./plans.ts";

/** First hour of each part of the day, with the demand from then on; above 1 courts are full. */
type Demand = readonly (readonly [from: number, demand: number])[];

const workday: Demand = [
  [0, 0],
  [8, 0.04],
  [9, 0.08],
  [12, 0.42],
  [14, 0.1],
  [16, 0.3],
  [17, 1],
  [18, 1.9],
  [21, 0.7],
  [22, 0.3],
];
const weekend: Demand = [
  [0, 0],
  [8, 0.2],
  [9, 1.2],
  [12, 0.36],
  [14, 1],
  [18, 0.6],
  [20, 0.2],
  [22, 0.08],
];

/** From January to December. */
const outdoorSeason = [0.25, 0.32, 0.6, 0.85, 1.05, 1.1, 0.85, 0.65, 1, 0.75, 0.45, 0.28];
const indoorSeason = [1.08, 1.08, 1, 0.85, 0.72, 0.62, 0.5, 0.45, 0.85, 1, 1.08, 1];

/**
 * More of what is played is booked here each month: four months ago a fifth of what it is now. The month a year ago is fuller than
 * those after it, because reports compare this month with it.
 */
export const growth = (daysAgo: number): number =>
  daysAgo > 335 ? 0.5 : Math.max(0.18, 1 - Math.max(0, daysAgo - 45) * (0.82 / 75));

/** Christmas and the summer. */
export const isSchoolHoliday = ({ month, day }: Temporal.PlainDate): boolean =>
  month === 7 || month === 8 || (month === 12 && day >= 20) || (month === 1 && day <= 4);

export const seasonOf = ({ space }: Pick<FieldPlan, "space">, date: Temporal.PlainDate, daysAgo: number): number =>
  ((space === "outdoor" ? outdoorSeason : indoorSeason)[date.month - 1] ?? 1) * growth(daysAgo);

export function demandOfHour(weekday: number, hour: number): number {
  const parts = weekday >= 6 ? weekend : workday;
  return parts.findLast(([from]) => from <= hour)?.[1] ?? 0;
}
