/**
 * An event (booking, reservation) occupies one field for one time span; its event type is training, a game, free play
 * or other. The constraint `occupancies_never_overlap` forbids overlaps (`server/events/occupancy.ts`).
 */
import * as z from "zod/mini";
import { HistoryEntry } from "./activity.ts";
import { CustomerChoice } from "./customers.ts";
import { confidentialities, minNotAboveMax, priceTypes } from "./fields.ts";
import {
  partialOf,
  DryRun,
  get,
  id,
  idList,
  instant,
  instantDraft,
  nameLine,
  ListQuery,
  optionalText,
  requiredText,
  page,
  patch,
  post,
  defineModule,
} from "./kit.ts";
import { EntityRef } from "./organizations.ts";
import { PromoCodeText } from "./promo-codes.ts";
import { Sport } from "./sports.ts";

/** How somebody who books came to the public page. */
export const bookingSources = ["poster", "embed", "mail"] as const;
export type BookingSource = (typeof bookingSources)[number];

export const eventStatuses = ["pending", "approved", "rejected", "canceled", "completed"] as const;
export const eventStatusFilters = [...eventStatuses, "cancelled"] as const;
export type EventStatus = (typeof eventStatuses)[number];
export const eventTypes = ["training", "game", "free_play", "other"] as const;
export type EventType = (typeof eventTypes)[number];
/** The type of a booking for which nobody has chosen one. */
export const defaultEventType: EventType = "free_play";
export const eventKinds = ["event", "block"] as const;
export const attendances = ["arrived", "no_show"] as const;
export type Attendance = (typeof attendances)[number];
/** `written_off`: something is owed, and nobody asks for it any more. */
export const paymentStatuses = [
  "none",
  "due",
  "partially_paid",
  "paid",
  "partially_refunded",
  "refunded",
  "written_off",
] as const;

/** `move` changes time or field, `edit` everything else. */
export const eventActions = [
  "edit",
  "move",
  "cancel",
  "approve",
  "reject",
  "complete",
  "restore",
  "markAttendance",
] as const;
export type EventAction = (typeof eventActions)[number];

const Creator = z.object({
  type: z.enum(["user", "organization"]),
  id,
  full_name: z.optional(z.string()),
  name: z.optional(z.string()),
});
const Customer = z.object({
  /** Null where the reader may read no more than the name. */
  customerId: z.nullable(id),
  /** Account of the customer. */
  userId: z.nullable(id),
  name: z.string(),
  phone: z.nullable(z.string()),
});
export const PriceLine = z.object({ label: z.string(), quantity: z.int(), unitPrice: z.int(), total: z.int() });

export const Event = z.object({
  id,
  kind: z.enum(eventKinds),
  /** Sport and type, if the event has a customer and the reader is another member. */
  name: z.string(),
  description: z.nullable(z.string()),
  status: z.enum(eventStatuses),
  pendingReason: z.nullable(z.enum(["payment", "approval", "offer"])),
  holdExpiresAt: z.nullable(instant),
  confidentiality: z.enum(confidentialities),
  type: z.enum(eventTypes),
  organizationId: id,
  facilityId: id,
  fieldId: id,
  organization: EntityRef,
  facility: EntityRef,
  field: EntityRef,
  sport: z.nullable(Sport),
  creator: Creator,
  /**
   * Shown to the team and to the customer. Other members read the name alone, where the organization shows bookings and
   * the customer agrees.
   */
  customer: z.nullable(Customer),
  minPeople: z.nullable(z.int()),
  maxPeople: z.nullable(z.int()),
  people: z.nullable(z.int()),
  startTime: instant,
  endTime: instant,
  /** Elapsed minutes. */
  duration: z.int(),
  /** Local date of the start, in the facility's time zone. */
  date: z.iso.date(),
  timezone: z.string(),
  /** Cents; 0 where it is hidden. */
  price: z.int(),
  /** The reader is neither of the team nor the booker. */
  isPriceHidden: z.boolean(),
  currency: z.string(),
  priceType: z.nullable(z.enum(priceTypes)),
  priceLines: z.array(PriceLine),
  priceCustomized: z.boolean(),
  paymentStatus: z.enum(paymentStatuses),
  /** A pack pays it, for the team and the booker: no money is due, and none comes back. */
  isPaidByPack: z.boolean(),
  /** The day on which what is not paid is due: the booking's, or that of an invoice over it. Null: nothing is owed. */
  dueOn: z.nullable(z.iso.date()),
  /** Refund that a cancellation has scheduled, and that is not sent yet, in cents. */
  refundDue: z.int(),
  notes: z.nullable(z.string()),
  internalNotes: z.nullable(z.string()),
  canceledReason: z.nullable(z.string()),
  rejectedReason: z.nullable(z.string()),
  seriesId: z.nullable(id),
  /** Whether who booked came, as the team has marked it; null for other readers. */
  attendance: z.nullable(z.enum(attendances)),
  /** Told before booking: a no-show costs it, in minor units; for the team and the booker. Null: none. */
  noShowFee: z.nullable(z.int()),
  cancelableUntil: instant,
  actions: z.array(z.enum(eventActions)),
  created_at: instant,
  updated_at: instant,
});
export type Event = z.infer<typeof Event>;

const peopleCount = z.nullish(z.int().check(z.gte(1), z.lte(10_000)));

const draftMembers = {
  fieldId: id,
  startTime: instantDraft,
  /** Minutes. */
  duration: z.int().check(z.gte(5), z.lte(1440)),
  name: nameLine(160),
  type: z.enum(eventTypes),
  kind: z._default(z.enum(eventKinds), "event"),
  /** Default: `public`; with a customer, the organization's `bookingPrivacy`. */
  confidentiality: z.nullish(z.enum(confidentialities)),
  sportId: z.nullish(z.int()),
  minPeople: peopleCount,
  maxPeople: peopleCount,
  people: peopleCount,
  priceType: z.nullish(z.enum(priceTypes)),
  /** Cents; only the team may set it. */
  price: z.nullish(z.int().check(z.gte(0), z.lte(100_000_000))),
  priceReason: optionalText(300),
  customer: z.nullish(CustomerChoice),
  description: optionalText(),
  notes: optionalText(),
  internalNotes: optionalText(),
  override: z._default(z.boolean(), false),
  /** Default: on site for the team, and if online payment is not available. */
  payment: z.nullish(z.enum(["online", "on_site"])),
};

/** An extra that is wanted with a booking. */
export const ExtraChoice = z.strictObject({ extraId: id, quantity: z.int().check(z.gte(1), z.lte(100)) });
export type ExtraChoice = z.infer<typeof ExtraChoice>;

/** The booking on each date of a series. */
export const EventTemplate = z
  .strictObject({
    ...draftMembers,
    /** A promo code that lowers each date on which it holds; a use for each. */
    promoCode: z.nullish(PromoCodeText),
  })
  .check(minNotAboveMax("minPeople", "maxPeople"));
export const EventDraft = z
  .strictObject({
    ...draftMembers,
    /** A pack of the customer that pays the whole price. */
    packId: z.nullish(id),
    /** A promo code that lowers the price, after the discount of a membership. Not with a price set by hand, or a pack. */
    promoCode: z.nullish(PromoCodeText),
    /** Extras beside those that each booking has; they are charged by themselves. */
    extras: z.nullish(z.array(ExtraChoice).check(z.maxLength(20))),
  })
  .check(minNotAboveMax("minPeople", "maxPeople"));

const { kind: _never, payment: _later, ...changeableMembers } = draftMembers;
export const EventChanges = z.strictObject({
  ...changeableMembers,
  /** For a move that changes the price: `keep` the agreed one (team only), or `reprice`. `price` sets a custom one. */
  pricing: z._default(z.enum(["reprice", "keep"]), "reprice"),
  notify: z._default(z.boolean(), true),
  /** The `updated_at` that the caller has read. The answer is 409 if the event has changed since. */
  seen: z.nullish(instantDraft),
});

/** Everything paid, nothing, or an amount in cents. */
export const RefundChoice = z.union([z.enum(["full", "none"]), z.int().check(z.gte(0), z.lte(100_000_000))]);

const ReasonDraft = z.strictObject({
  reason: optionalText(300),
  notify: z._default(z.boolean(), true),
});
const CancelDraft = z.extend(ReasonDraft, { refund: z.nullish(RefundChoice) });
const RejectDraft = z.extend(ReasonDraft, { reason: requiredText(300) });

/** Refund if the caller canceled now, in cents; `partial`: a share of the price by the conditions of the booking. */
export const Cancellation = z.object({
  mayCancel: z.boolean(),
  reason: z.nullable(z.string()),
  paid: z.int(),
  refund: z.int(),
  /** A pack pays it: units come back in place of money, the same share, whole visits or none. */
  pack: z.nullable(z.object({ name: z.string(), unit: z.enum(["count", "minutes"]), units: z.int() })),
  currency: z.string(),
  policy: z.enum(["nothing_paid", "before_deadline", "partial", "after_deadline", "team"]),
  /** By the conditions of the booking: percentage of the price, and what it gives back. */
  percent: z.int(),
  refundByConditions: z.int(),
  /** Until then all comes back; null if that is at no time. */
  freeUntil: z.nullable(instant),
  cancelableUntil: instant,
});
export type Cancellation = z.infer<typeof Cancellation>;

/** Bookings of a customer: those to come, soonest first, and those gone by or called off, latest first; six of each. */
export const CustomerEvents = z.object({
  next: z.array(Event),
  nextCount: z.int(),
  past: z.array(Event),
  pastCount: z.int(),
  /** For the team; 0 for other readers. */
  noShowCount: z.int(),
});
export type CustomerEvents = z.infer<typeof CustomerEvents>;

export const eventJobActs = [
  "events.complete",
  "events.expire",
  "events.lapse",
  "events.offer",
  "events.pay",
  "events.remind",
] as const;

const eventFilters = {
  facilityId: z.optional(id),
  fieldId: z.optional(id),
  /** Local dates of the facility: one day, or a range with both ends included. */
  date: z.optional(z.iso.date()),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  status: z.optional(z.enum(eventStatusFilters)),
  /** Offers of the waitlist are found by their reason alone, and counted nowhere. */
  pendingReason: z.optional(z.enum(["payment", "approval", "offer"])),
  type: z.optional(z.enum(eventTypes)),
  kind: z.optional(z.enum(eventKinds)),
  /** Excludes rejected and canceled events. */
  stands: z.optional(z.stringbool()),
  paymentStatus: z.optional(z.enum(paymentStatuses)),
  /** For the team. */
  attendance: z.optional(z.enum(attendances)),
  /** Only events that take place and are not fully paid; excludes holds, and what is written off. */
  unpaid: z.optional(z.stringbool()),
  seriesId: z.optional(id),
  customerId: z.optional(id),
  mine: z.optional(z.stringbool()),
  /**
   * Events that run on this weekday (Monday is 1) or within this hour of the facility's clock. The date filters
   * then apply to the days on which events run, not to the day of their start.
   */
  weekday: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(7))),
  hour: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(23))),
  sportId: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
  /** Unpaid events whose day, by the facility's clock, has gone by. */
  overdue: z.optional(z.stringbool()),
  ids: z.optional(idList),
};
/** Dates counted from today, by the clock of the organization. A week begins on Monday. */
export const relativeDates = ["today", "tomorrow", "week", "month"] as const;
export type RelativeDates = (typeof relativeDates)[number];

/** By start: `start` begins with the earliest, `-start` with the latest. Default: those to come, then those gone by. */
export const eventOrders = ["start", "-start"] as const;

/** Sums are computed of at most this many events. */
export const MAX_SUMMED_EVENTS = 10_000;

/** Cents. Without those that hold a field until they are paid, and without rejected and canceled events. */
const EventSum = z.object({
  currency: z.string(),
  total: z.int(),
  /** Less what was refunded. */
  paid: z.int(),
  /** Not paid, the day has not gone by. */
  due: z.int(),
  overdue: z.int(),
  /** Not paid, waits for approval. */
  toApprove: z.int(),
});
export const EventSums = z.object({
  count: z.int(),
  /** Time of the events that take place. */
  minutes: z.int(),
  /** False if more than `MAX_SUMMED_EVENTS` match: then there are no sums. */
  isComplete: z.boolean(),
  currencies: z.array(EventSum),
});
export type EventSums = z.infer<typeof EventSums>;

export const events = defineModule("events", {
  list: get("/organizations/{organizationId}/events", {
    allow: "events.show",
    summary: "Events: those to come first, soonest first, then those gone by, latest first",
    query: z.extend(ListQuery, { ...eventFilters, order: z.optional(z.enum(eventOrders)) }),
    mayLag: true,
    returns: page(Event),
  }),
  ofCustomer: get("/organizations/{organizationId}/customers/{customerId}/events", {
    allow: "events.show",
    mayLag: true,
    summary: "A customer's next bookings, and the latest of those gone by; for members, of their own",
    returns: CustomerEvents,
  }),
  sums: get("/organizations/{organizationId}/event-sums", {
    allow: "events.show",
    summary: "Number, time and money of the events that filters find; for members, of their own",
    query: z.object({ q: ListQuery.shape.q, ...eventFilters }),
    mayLag: true,
    returns: EventSums,
  }),
  create: post("/organizations/{organizationId}/events", {
    query: z.object({ source: z.optional(z.enum(bookingSources)) }),
    allow: "member",
    summary: "Book a field: the team with `events.create`, a member on a bookable field",
    body: EventDraft,
    example: {
      fieldId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91",
      startTime: "2026-06-02T18:00:00+02:00",
      duration: 60,
      name: "Evening training",
      type: "training",
    },
    returns: Event,
    successMessage: "events.created",
    idempotent: true,
  }),
  read: get("/organizations/{organizationId}/events/{eventId}", {
    allow: "events.show",
    summary: "One event",
    returns: Event,
  }),
  mine: get("/auth/user/events", {
    allow: "verified",
    summary: "One's own bookings in all organizations, those to come first",
    query: z.extend(ListQuery, { pendingReason: z.optional(z.enum(["approval", "payment"])) }),
    returns: page(Event),
  }),
  update: patch("/organizations/{organizationId}/events/{eventId}", {
    allow: "member",
    summary: "Change or move an event: the team, or the booker before the deadline and not to a higher price",
    query: DryRun,
    body: partialOf(EventChanges),
    example: { name: "Evening training" },
    returns: Event,
    successMessage: "events.saved",
    dryRun: true,
  }),
  approve: post("/organizations/{organizationId}/events/{eventId}/approve", {
    allow: "events.approve",
    summary: "Approve what waits for approval",
    body: ReasonDraft,
    example: {},
    returns: Event,
    successMessage: "events.approvedNow",
    status: 200,
  }),
  reject: post("/organizations/{organizationId}/events/{eventId}/reject", {
    allow: "events.approve",
    summary: "Reject what waits for approval, with a reason; what was paid is refunded in full",
    body: RejectDraft,
    example: { reason: "The pitch is being resown" },
    returns: Event,
    successMessage: "events.rejectedNow",
    status: 200,
  }),
  cancel: post("/organizations/{organizationId}/events/{eventId}/cancel", {
    allow: "member",
    summary: "Cancel: the team any time with a reason, the booker up to the deadline",
    body: CancelDraft,
    example: { reason: "Rain" },
    returns: Event,
    successMessage: "events.canceledNow",
    status: 200,
  }),
  complete: post("/organizations/{organizationId}/events/{eventId}/complete", {
    allow: "events.update",
    summary: "Complete an event that has ended, without waiting for the job",
    body: z.strictObject({}),
    example: {},
    returns: Event,
    successMessage: "events.completedNow",
    status: 200,
  }),
  markAttendance: post("/organizations/{organizationId}/events/{eventId}/attendance", {
    allow: "events.update",
    summary:
      "Mark whether who booked came, from the start until 7 days after the end; null takes the mark back. A no-show costs the fee that was told before booking, with `sales.adjust` also none",
    body: z.strictObject({
      attendance: z.nullable(z.enum(attendances)),
      /** False waives the fee of a no-show, also where it was marked before; left out, what was waived stays so. */
      withFee: z.optional(z.boolean()),
    }),
    example: { attendance: "arrived" },
    returns: Event,
    successMessage: "events.attendanceMarked",
    status: 200,
  }),
  restore: post("/organizations/{organizationId}/events/{eventId}/restore", {
    allow: "member",
    summary:
      "Take back a cancel or a reject, where the slot is still free: the team, or within 15 seconds who did it; or, within that time, an approval of one’s own",
    body: ReasonDraft,
    example: {},
    returns: Event,
    successMessage: "events.restored",
    status: 200,
  }),
  cancellation: get("/organizations/{organizationId}/events/{eventId}/cancellation", {
    allow: "member",
    summary: "What a cancel would refund, before it is done",
    returns: Cancellation,
  }),
  history: get("/organizations/{organizationId}/events/{eventId}/history", {
    allow: "events.show",
    summary: "What happened to an event, latest first",
    mayLag: true,
    returns: z.array(HistoryEntry),
  }),
});
