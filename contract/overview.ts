/** Today and a period at a glance, for an organization and for the platform. Every figure has a list that shows the same. */
import * as z from "zod/mini";
import { eventStatuses, eventTypes } from "./events.ts";
import { get, id, instant, localDate, defineModule } from "./kit.ts";

/** The longest period, in days. */
export const MAX_OVERVIEW_DAYS = 366;
/** Counts go no further: beyond it is said "more than". */
export const MAX_COUNTED = 999;

const NextEvent = z.object({
  id,
  organizationId: id,
  organizationName: z.string(),
  name: z.string(),
  fieldName: z.string(),
  facilityName: z.string(),
  startTime: instant,
  endTime: instant,
  timezone: z.string(),
  status: z.enum(eventStatuses),
});

/** Minutes and money of a day, beside the same day of the period before. */
const OverviewDay = z.object({
  date: z.iso.date(),
  takenMinutes: z.int(),
  openMinutes: z.int(),
  events: z.int(),
  revenue: z.int(),
});
const OverviewTotals = z.object({ takenMinutes: z.int(), openMinutes: z.int(), events: z.int(), revenue: z.int() });

export const Overview = z.object({
  timezone: z.string(),
  /** Main currency of the revenue, and the others on the platform. */
  currency: z.string(),
  currencies: z.array(z.string()),
  from: z.iso.date(),
  to: z.iso.date(),
  /** The period before, of the same length. */
  beforeFrom: z.iso.date(),
  beforeTo: z.iso.date(),
  /** False where the caller may not see payments: all revenue is 0 then. */
  hasRevenue: z.boolean(),
  now: z.object({
    next: z.array(NextEvent),
    /** How many events today, wait for approval, are unpaid; how many closures run today. Counted up to one more than `mostCounted`. */
    today: z.int(),
    toApprove: z.int(),
    unpaid: z.int(),
    closures: z.int(),
  }),
  sum: OverviewTotals,
  sumBefore: OverviewTotals,
  days: z.array(OverviewDay),
  daysBefore: z.array(OverviewDay),
  /** Taken minutes by weekday (Monday = 1) and hour of the facility's clock. */
  hours: z.array(z.object({ weekday: z.int(), hour: z.int(), takenMinutes: z.int() })),
  byStatus: z.array(z.object({ status: z.enum(eventStatuses), events: z.int() })),
  byType: z.array(z.object({ type: z.enum(eventTypes), events: z.int() })),
  /** Ten at most, the busiest first. */
  topFields: z.array(
    z.object({
      id,
      name: z.string(),
      facilityName: z.string(),
      organizationId: id,
      events: z.int(),
      takenMinutes: z.int(),
      openMinutes: z.int(),
      revenue: z.int(),
    }),
  ),
});
export type Overview = z.infer<typeof Overview>;

export const overview = defineModule("overview", {
  read: get("/organizations/{organizationId}/overview", {
    allow: "organizations.show",
    summary:
      "Occupancy, revenue, events by status, type and day, busiest hours, top fields, and what today asks for: for the team",
    query: z.object({
      /** Local dates, both included; the last 30 days when left out. A year and a day at most. */
      from: z.optional(localDate),
      to: z.optional(localDate),
      currency: z.optional(z.string().check(z.maxLength(3))),
    }),
    returns: Overview,
  }),
});
