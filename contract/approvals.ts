/** Requests: bookings that wait for the team's approval. A series is one request. */
import * as z from "zod/mini";
import { customerKinds } from "./customers.ts";
import { eventStatuses } from "./events.ts";
import { defineModule, get, id, instant, ListQuery, optionalText, page, post } from "./kit.ts";
import { EntityRef } from "./organizations.ts";

export const MAX_DECIDED_EVENTS = 500;
export const requestOrders = ["soonest", "oldest"] as const;

/** Another event that waits or stands on the same units or with the same customer, at the same time. */
const Overlap = z.object({
  eventId: id,
  /** Name of the customer, or of the event where it has none. */
  name: z.string(),
  field: z.string(),
  isWaiting: z.boolean(),
});

export const BookingRequest = z.object({
  /** Id of the series or of the event. */
  id,
  /** By start. */
  eventIds: z.array(id),
  seriesId: z.nullable(id),
  name: z.string(),
  customer: z.nullable(
    z.object({
      customerId: id,
      name: z.string(),
      phone: z.nullable(z.string()),
      kind: z.enum(customerKinds),
    }),
  ),
  people: z.nullable(z.int()),
  facility: EntityRef,
  field: EntityRef,
  /** First date. */
  startTime: instant,
  endTime: instant,
  /** Start of the last date. */
  lastStartTime: instant,
  timezone: z.string(),
  /** Cents, of all dates. */
  price: z.int(),
  paid: z.int(),
  currency: z.string(),
  created_at: instant,
  hint: z.object({
    /** The first date has begun. */
    hasBegun: z.boolean(),
    /** It starts within a day. */
    isSoon: z.boolean(),
    overlaps: z.array(Overlap),
    /** Other bookings of the customer at the same time. */
    customerElsewhere: z.array(Overlap),
    /** Numbers of dates that lie outside the opening hours, or overlap. */
    closedDates: z.int(),
    overlappingDates: z.int(),
  }),
  /** Nothing speaks against it: no date overlaps, some date is open, and none has begun. */
  isClear: z.boolean(),
});
export type BookingRequest = z.infer<typeof BookingRequest>;

/** Days for which decisions are listed. */
export const DECIDED_DAYS = 90;
export const answers = ["approve", "reject"] as const;

/** Dates of a series that were decided together are one. */
export const DecidedRequest = z.extend(
  z.omit(BookingRequest, { paid: true, created_at: true, hint: true, isClear: true }),
  {
    answer: z.enum(answers),
    decidedAt: instant,
    /** Null if the account is gone. */
    decidedBy: z.nullable(z.object({ id, full_name: z.string() })),
    /** Null for an approval. */
    reason: z.nullable(z.string()),
    /** The first date’s: what was approved may have been canceled since. */
    status: z.enum(eventStatuses),
  },
);
export type DecidedRequest = z.infer<typeof DecidedRequest>;

const Outcome = z.object({
  decided: z.array(id),
  /** Decided or changed meanwhile, or not possible. */
  refused: z.array(z.object({ eventId: id, reason: z.string() })),
});
export type DecisionOutcome = z.infer<typeof Outcome>;

const eventIds = z.array(id).check(z.minLength(1), z.maxLength(MAX_DECIDED_EVENTS));
const example = { eventIds: ["019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d92"] };

export const approvals = defineModule("approvals", {
  list: get("/organizations/{organizationId}/approvals", {
    allow: "events.approve",
    mayLag: true,
    summary: "What waits for approval, with what speaks against it: soonest first, or what waits longest first",
    query: z.extend(ListQuery, {
      facilityId: z.optional(id),
      order: z._default(z.enum(requestOrders), "soonest"),
    }),
    returns: page(BookingRequest),
  }),
  count: get("/organizations/{organizationId}/approvals/count", {
    allow: "events.approve",
    summary: "How many requests wait, and since when the oldest does",
    returns: z.object({ waiting: z.int(), oldest: z.nullable(instant) }),
  }),
  decided: get("/organizations/{organizationId}/approvals/decided", {
    allow: "events.approve",
    mayLag: true,
    summary: "What the team approved or rejected in the last 90 days, by whom and why: latest first",
    query: z.extend(ListQuery, { facilityId: z.optional(id), answer: z.optional(z.enum(answers)) }),
    returns: page(DecidedRequest),
  }),
  decide: post("/organizations/{organizationId}/approvals", {
    allow: "events.approve",
    summary:
      "Approve or reject several at once, each on its own; a rejection needs a reason. Mails wait 15 seconds for an undo",
    body: z.strictObject({
      answer: z.enum(answers),
      eventIds,
      /** The mail tells it. */
      reason: optionalText(300),
      notify: z._default(z.boolean(), true),
    }),
    example: { answer: "approve", ...example },
    leavesEntry: false,
    returns: Outcome,
    status: 200,
  }),
  undo: post("/organizations/{organizationId}/approvals/undo", {
    allow: "events.approve",
    summary: "Take one's own decisions of the last 15 seconds back: they wait again, and no mail is sent",
    body: z.strictObject({
      eventIds,
      /** False if the customers were not told of the decision. */
      notify: z._default(z.boolean(), true),
    }),
    example,
    leavesEntry: false,
    returns: Outcome,
    status: 200,
  }),
});
