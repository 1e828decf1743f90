/** Reports of an organization: occupancy, revenue, cancellations and customers of a period, beside another one. For the team. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { paymentMethods } from "./payments.ts";
import { get, id, localDate, defineModule } from "./kit.ts";

export const MAX_REPORT_DAYS = 366;
/** No booking for so long: the customer is lost, if there was one in the year before. */
export const LOST_AFTER_DAYS = 90;

/** `before`: the days right before; `year`: the same days a year before. */
export const reportComparisons = ["before", "year"] as const;
export type ReportComparison = (typeof reportComparisons)[number];

export const reportNames = ["occupancy", "revenue", "cancellations", "customers"] as const;
export type ReportName = (typeof reportNames)[number];
export const reportLabels = {
  occupancy: "reports.occupancy",
  revenue: "reports.revenue",
  cancellations: "reports.cancellations",
  customers: "reports.customers",
} as const satisfies Record<ReportName, MessageKey>;

const reportQuery = z.object({
  /** Local dates, both included. Default: the first of this month, and today. */
  from: z.optional(localDate),
  to: z.optional(localDate),
  /** Default: `year`. */
  compare: z.optional(z.enum(["before", "year"])),
  facilityId: z.optional(id),
  /** Fields on which this sport is played; of revenue, bookings of this sport. */
  sportId: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
});
export type ReportQuery = z.infer<typeof reportQuery>;

export const ReportPeriod = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  beforeFrom: z.iso.date(),
  beforeTo: z.iso.date(),
  compare: z.enum(["before", "year"]),
});
export type ReportPeriod = z.infer<typeof ReportPeriod>;

const occupancy = { openMinutes: z.int(), takenMinutes: z.int() };
export const Occupancy = z.object(occupancy);
export type Occupancy = z.infer<typeof Occupancy>;

export const OccupancyReport = z.object({
  period: ReportPeriod,
  /** Each area counts once: a field that is booked takes its parts, and a part its share of the whole. */
  sum: Occupancy,
  sumBefore: Occupancy,
  fields: z.array(
    z.object({
      id,
      name: z.string(),
      facilityId: id,
      facilityName: z.string(),
      ...occupancy,
      before: Occupancy,
      /** By hour of the facility's clock, 24 of them. */
      hours: z.array(Occupancy),
    }),
  ),
  /** Monday is 1. */
  weekdays: z.array(z.object({ weekday: z.int(), hours: z.array(Occupancy) })),
});
export type OccupancyReport = z.infer<typeof OccupancyReport>;

/** Minor units of the organization's currency. */
const amounts = { amount: z.int(), before: z.int() };
export const RevenueReport = z.object({
  period: ReportPeriod,
  currency: z.string(),
  ...amounts,
  days: z.array(z.object({ date: z.iso.date(), amount: z.int() })),
  daysBefore: z.array(z.object({ date: z.iso.date(), amount: z.int() })),
  /** `sportId` is null for bookings without a sport. */
  sports: z.array(z.object({ sportId: z.nullable(z.int()), ...amounts })),
  methods: z.array(z.object({ method: z.enum(paymentMethods), ...amounts })),
  fields: z.array(z.object({ id, name: z.string(), facilityName: z.string(), ...amounts })),
});
export type RevenueReport = z.infer<typeof RevenueReport>;

/** How long before its start a booking was canceled. */
export const cancellationLeads = ["under_2_hours", "under_24_hours", "under_7_days", "earlier"] as const;
export type CancellationLead = (typeof cancellationLeads)[number];
export const cancellationLeadLabels = {
  under_2_hours: "reports.under2Hours",
  under_24_hours: "reports.under24Hours",
  under_7_days: "reports.under7Days",
  earlier: "reports.earlier",
} as const satisfies Record<CancellationLead, MessageKey>;
/** `nobody`: by itself, such as an unpaid booking whose time ran out. */
export const cancelers = ["customer", "team", "nobody"] as const;
export type Canceler = (typeof cancelers)[number];
export const cancelerLabels = {
  customer: "reports.byCustomer",
  team: "reports.byTeam",
  nobody: "reports.byNobody",
} as const satisfies Record<Canceler, MessageKey>;

const bookingCounts = {
  /** Pending, approved and completed ones. */
  bookings: z.int(),
  canceled: z.int(),
  /** Bookings whose customer did not come. */
  noShows: z.int(),
  /** Minor units: given back of what was paid for canceled bookings, and kept. */
  refunded: z.int(),
  kept: z.int(),
};
export const BookingCounts = z.object(bookingCounts);
export type BookingCounts = z.infer<typeof BookingCounts>;
export const CancellationsReport = z.object({
  period: ReportPeriod,
  currency: z.string(),
  /** False if the caller may not see payments; `refunded` and `kept` are 0 then. */
  hasRevenue: z.boolean(),
  sum: BookingCounts,
  sumBefore: BookingCounts,
  leads: z.array(
    z.object({ lead: z.enum(["under_2_hours", "under_24_hours", "under_7_days", "earlier"]), ...bookingCounts }),
  ),
  cancelers: z.array(z.object({ canceler: z.enum(["customer", "team", "nobody"]), ...bookingCounts })),
});
export type CancellationsReport = z.infer<typeof CancellationsReport>;

const customerCounts = {
  /** First booking in the period. */
  fresh: z.int(),
  /** At least one booking in the period. */
  active: z.int(),
  /** None for `LOST_AFTER_DAYS` at the end of the period, some in the year before that. */
  lost: z.int(),
  /** Active again after `LOST_AFTER_DAYS` without a booking. */
  returned: z.int(),
};
export const CustomerCounts = z.object(customerCounts);
export type CustomerCounts = z.infer<typeof CustomerCounts>;
export const CustomersReport = z.object({
  period: ReportPeriod,
  sum: CustomerCounts,
  sumBefore: CustomerCounts,
});
export type CustomersReport = z.infer<typeof CustomersReport>;

export const reports = defineModule("reports", {
  occupancy: get("/organizations/{organizationId}/reports/occupancy", {
    allow: "reports.show",
    query: reportQuery,
    mayLag: true,
    summary: "Taken and open minutes by field and hour, and by weekday and hour",
    returns: OccupancyReport,
  }),
  revenue: get("/organizations/{organizationId}/reports/revenue", {
    allow: "payments.show",
    query: reportQuery,
    mayLag: true,
    summary: "Money that came in less what went back, by day, sport, method and field of the bookings",
    returns: RevenueReport,
  }),
  cancellations: get("/organizations/{organizationId}/reports/cancellations", {
    allow: "reports.show",
    query: reportQuery,
    mayLag: true,
    summary: "Bookings of the period, and those that were canceled: how long before, by whom, given back and kept",
    returns: CancellationsReport,
  }),
  customers: get("/organizations/{organizationId}/reports/customers", {
    allow: "reports.show",
    query: reportQuery,
    mayLag: true,
    summary: "Customers with a first booking, with any, lost, and back again",
    returns: CustomersReport,
  }),
  csv: get("/organizations/{organizationId}/reports/{report}.csv", {
    allow: "reports.show",
    query: reportQuery,
    summary: `The rows of a report as CSV (${reportNames.join(", ")}); revenue asks for payments.show`,
    returns: z.unknown(),
    raw: "download",
  }),
});
