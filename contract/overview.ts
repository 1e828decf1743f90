/** Dashboard of an organization or the platform, for today and a period. Each figure has a list that shows the same. */
import * as z from "zod/mini";
import { eventStatuses, eventTypes } from "./events.ts";
import { DebtSum } from "./payments.ts";
import { get, id, instant, localDate, defineModule } from "./kit.ts";

export const MAX_OVERVIEW_DAYS = 366;
/** Counts stop here; the page then shows "more than". */
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
  currency: z.string(),
  currencies: z.array(z.string()),
  from: z.iso.date(),
  to: z.iso.date(),
  beforeFrom: z.iso.date(),
  beforeTo: z.iso.date(),
  /** False if the caller may not see payments; all revenue is 0 then. */
  hasRevenue: z.boolean(),
  now: z.object({
    next: z.array(NextEvent),
    /** Numbers of events today, events to approve, unpaid events, and closures today; each at most `MAX_COUNTED` + 1. */
    today: z.int(),
    toApprove: z.int(),
    unpaid: z.int(),
    closures: z.int(),
    /** Blocks of fields today; 0 for all organizations. */
    blocks: z.int(),
    /** Sums of the unpaid events, by currency; empty for all organizations, and if the caller may not see payments. */
    debts: z.array(DebtSum),
  }),
  sum: OverviewTotals,
  sumBefore: OverviewTotals,
  days: z.array(OverviewDay),
  daysBefore: z.array(OverviewDay),
  /** Occupied minutes by weekday (Monday = 1) and hour of the facility's clock. */
  hours: z.array(z.object({ weekday: z.int(), hour: z.int(), takenMinutes: z.int() })),
  /** Hours of the clock in which a field is open in the period, ascending; empty for all organizations. */
  openHours: z.array(z.int()),
  byStatus: z.array(z.object({ status: z.enum(eventStatuses), events: z.int() })),
  byType: z.array(z.object({ type: z.enum(eventTypes), events: z.int() })),
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
      /** Local dates, both included. Default: the last 30 days. */
      from: z.optional(localDate),
      to: z.optional(localDate),
      currency: z.optional(z.string().check(z.maxLength(3))),
    }),
    mayLag: true,
    returns: Overview,
  }),
});
