/** The planning (calendar, schedule): fields, open hours and events of several days, as far as the reader may see them. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { calendarDate } from "./availability.ts";
import { attendances, eventKinds, eventStatuses, eventTypes, paymentStatuses } from "./events.ts";
import { confidentialities, fieldStatuses, fieldSpaces } from "./fields.ts";
import { del, get, id, instant, instantDraft, noData, put, defineModule } from "./kit.ts";
import { fieldObstacles } from "./fields-obstacles-rules.ts";
import { Sport } from "./sports.ts";

/** Six weeks, for the month view. */
export const MAX_PLANNING_DAYS = 42;

const InstantRange = z.object({ start: instant, end: instant });

/** A time span with a constant price for every start in it, from the plan closest to one hour. */
export const PriceBand = z.object({
  start: instant,
  end: instant,
  /** Cents. */
  price: z.int(),
  /** Minutes. */
  duration: z.int(),
  isEach: z.optional(z.boolean()),
});
export type PriceBand = z.infer<typeof PriceBand>;

/** Prices and makers are only included up to this many days. */
export const MAX_DETAILED_DAYS = 7;

export const PlanningField = z.object({
  id,
  name: z.string(),
  facilityId: id,
  facilityName: z.string(),
  timezone: z.string(),
  parentId: z.nullable(id),
  status: z.enum(fieldStatuses),
  bookable: z.boolean(),
  confidentiality: z.enum(confidentialities),
  space: z.nullable(z.enum(fieldSpaces)),
  lights: z.nullable(z.boolean()),
  /** Minutes. */
  startStep: z.int(),
  turnaround: z.int(),
  sports: z.array(Sport),
  open: z.array(InstantRange),
  /** Why members cannot book it on these days. */
  obstacles: z.optional(z.array(z.enum(fieldObstacles))),
  prices: z.optional(z.array(PriceBand)),
});
export type PlanningField = z.infer<typeof PlanningField>;

/** Members left out are null, false, or hidden from the reader. A busy slot of other people has only field and span. */
export const PlanningEvent = z.object({
  id: z.nullable(id),
  fieldId: id,
  startTime: instant,
  endTime: instant,
  kind: z.optional(z.enum(eventKinds)),
  name: z.optional(z.string()),
  status: z.optional(z.enum(eventStatuses)),
  pendingReason: z.optional(z.enum(["payment", "approval", "offer"])),
  /** An offer of the waitlist holds the time until then. */
  offeredUntil: z.optional(instant),
  type: z.optional(z.enum(eventTypes)),
  confidentiality: z.optional(z.enum(confidentialities)),
  /** The customer, else the person who created it. */
  creator: z.optional(z.string()),
  isOwn: z.optional(z.boolean()),
  people: z.optional(z.int()),
  maxPeople: z.optional(z.int()),
  paymentStatus: z.optional(z.enum(paymentStatuses)),
  /** Cents. */
  price: z.optional(z.int()),
  seriesId: z.optional(id),
  hasNotes: z.optional(z.boolean()),
  isOnSite: z.optional(z.boolean()),
  isFirst: z.optional(z.boolean()),
  attendance: z.optional(z.enum(attendances)),
  maker: z.optional(z.int()),
});
export type PlanningEvent = z.infer<typeof PlanningEvent>;

export const Planning = z.object({
  timezone: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  currency: z.string(),
  fields: z.array(PlanningField),
  events: z.array(PlanningEvent),
  makers: z.array(z.object({ id, name: z.string() })),
  /** Span in which a booking by a member may start now; null if no rules apply. A null `end` is unlimited. */
  sold: z.nullable(z.object({ start: instant, end: z.nullable(instant) })),
  /** Position in the live stream; later changes are not in this response. */
  version: z.string(),
});
export type Planning = z.infer<typeof Planning>;

/** Occupancy of a field in minutes, one number per date. */
export const FieldOccupancy = z.object({
  id,
  name: z.string(),
  facilityId: id,
  facilityName: z.string(),
  parentId: z.nullable(id),
  status: z.enum(fieldStatuses),
  space: z.nullable(z.enum(fieldSpaces)),
  lights: z.nullable(z.boolean()),
  sports: z.array(Sport),
  open: z.array(z.int()),
  /** Open minutes taken by events on the field, its parts or the fields that contain it. */
  taken: z.array(z.int()),
});
export type FieldOccupancy = z.infer<typeof FieldOccupancy>;

export const Occupancy = z.object({
  timezone: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  fields: z.array(FieldOccupancy),
});
export type Occupancy = z.infer<typeof Occupancy>;

/** A booking that another team member is preparing. It reserves nothing. */
export const Selection = z.object({ id, fieldId: id, startTime: instant, endTime: instant, name: z.string() });
export type Selection = z.infer<typeof Selection>;

/** Seconds that a selection is shown unless it is sent again. */
export const PRESENCE_SECONDS = 30;

const planningFilters = {
  facilityId: z.optional(id),
  fieldId: z.optional(id),
  sportId: z.optional(z.coerce.number().check(z.int32())),
  /** Local dates, both included. Default: today. */
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
};
const fromNotAfterTo = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => !from || !to || from <= to,
  { error: "hours.endsBeforeStart" satisfies MessageKey, path: ["to"] },
);

export const planning = defineModule("planning", {
  read: get("/organizations/{organizationId}/planning", {
    allow: "events.show",
    summary: `Fields, open ranges and events of some days (${MAX_PLANNING_DAYS} at most), as the caller may see them`,
    query: z
      .object({
        ...planningFilters,
        all: z.optional(z.stringbool()),
        prices: z.optional(z.stringbool()),
      })
      .check(fromNotAfterTo),
    mayLag: true,
    returns: Planning,
  }),
  occupancy: get("/organizations/{organizationId}/planning/occupancy", {
    allow: "events.show",
    summary: `How full the fields are on some days (${MAX_PLANNING_DAYS} at most)`,
    query: z.object(planningFilters).check(fromNotAfterTo),
    mayLag: true,
    returns: Occupancy,
  }),
  selections: get("/organizations/{organizationId}/planning/selections", {
    allow: "events.create",
    summary: "What others of the team are about to book",
    returns: z.array(Selection),
  }),
  select: put("/organizations/{organizationId}/planning/selection", {
    allow: "events.create",
    summary: `Show the others what one is about to book, for ${PRESENCE_SECONDS} seconds`,
    /** The id belongs to the browser tab: two tabs have two selections. */
    body: z.strictObject({ id, fieldId: id, startTime: instantDraft, endTime: instantDraft }),
    example: {
      id: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d93",
      fieldId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91",
      startTime: "2026-06-02T18:00:00+02:00",
      endTime: "2026-06-02T19:00:00+02:00",
    },
    leavesEntry: false,
    returns: noData,
    refusesApiKeys: true,
  }),
  unselect: del("/organizations/{organizationId}/planning/selection", {
    allow: "events.create",
    summary: "No longer about to book",
    body: z.strictObject({ id }),
    example: { id: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d93" },
    leavesEntry: false,
    returns: noData,
    refusesApiKeys: true,
  }),
});
