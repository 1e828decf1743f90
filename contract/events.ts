/** An event holds one field for one span of time. Two events never overlap: the database forbids it. */
import * as z from "zod/mini";
import { confidentialities, inOrder } from "./fields.ts";
import { get, id, instant, instantDraft, line, ListQuery, note, page, phone, post, room } from "./kit.ts";
import { Named } from "./organizations.ts";
import { Sport } from "./sports.ts";

export const eventStatuses = ["pending", "approved", "rejected", "canceled", "completed"] as const;
export type EventStatus = (typeof eventStatuses)[number];
export const eventTypes = ["training", "game", "free_play", "other"] as const;
export type EventType = (typeof eventTypes)[number];
export const eventKinds = ["event", "block"] as const;
export const priceTypes = ["user", "field"] as const;
export const paymentStatuses = ["none", "due", "partially_paid", "paid", "partially_refunded", "refunded"] as const;

const Creator = z.object({
  type: z.enum(["user", "organization"]),
  id,
  full_name: z.optional(z.string()),
  name: z.optional(z.string()),
});
const Customer = z.object({ userId: z.nullable(id), name: z.string(), phone: z.nullable(z.string()) });
const PriceLine = z.object({ label: z.string(), quantity: z.int(), unitPrice: z.int(), total: z.int() });

export const Event = z.object({
  id,
  kind: z.enum(eventKinds),
  name: z.string(),
  description: z.nullable(z.string()),
  status: z.enum(eventStatuses),
  pendingReason: z.nullable(z.enum(["payment", "approval"])),
  holdExpiresAt: z.nullable(instant),
  confidentiality: z.enum(confidentialities),
  type: z.enum(eventTypes),
  organizationId: id,
  facilityId: id,
  fieldId: id,
  organization: Named,
  facility: Named,
  field: Named,
  sport: z.nullable(Sport),
  creator: Creator,
  /** Only shown to the team, and to the customer. */
  customer: z.nullable(Customer),
  minPeople: z.nullable(z.int()),
  maxPeople: z.nullable(z.int()),
  people: z.nullable(z.int()),
  startTime: instant,
  endTime: instant,
  /** Elapsed minutes. */
  duration: z.int(),
  /** The local date of the start, in the facility's time zone. */
  date: z.iso.date(),
  timezone: z.string(),
  /** Cents. */
  price: z.int(),
  currency: z.string(),
  priceType: z.nullable(z.enum(priceTypes)),
  priceLines: z.array(PriceLine),
  priceCustomized: z.boolean(),
  paymentStatus: z.enum(paymentStatuses),
  notes: z.nullable(z.string()),
  /** Only shown to the team. */
  internalNotes: z.nullable(z.string()),
  canceledReason: z.nullable(z.string()),
  seriesId: z.nullable(id),
  created_at: instant,
  updated_at: instant,
});
export type Event = z.infer<typeof Event>;

const count = z.nullish(z.int().check(z.gte(1), z.lte(10_000)));

export const CustomerDraft = z.union([
  z.strictObject({ userId: id }),
  z.strictObject({ name: line(160), phone: z.nullish(phone) }),
]);

export const EventDraft = z
  .strictObject({
    fieldId: id,
    startTime: instantDraft,
    /** Minutes. */
    duration: z.int().check(z.gte(5), z.lte(1440)),
    name: line(160),
    type: z.enum(eventTypes),
    kind: z._default(z.enum(eventKinds), "event"),
    confidentiality: z._default(z.enum(confidentialities), "public"),
    sportId: z.nullish(z.int()),
    minPeople: count,
    maxPeople: count,
    people: count,
    priceType: z.nullish(z.enum(priceTypes)),
    /** Cents; set by the team alone. */
    price: z.nullish(z.int().check(z.gte(0), z.lte(100_000_000))),
    priceReason: z.nullish(z.string().check(z.trim(), z.maxLength(300))),
    customer: z.nullish(CustomerDraft),
    description: note(),
    notes: note(),
    internalNotes: note(),
    override: z._default(z.boolean(), false),
    payment: z.nullish(z.enum(["online", "on_site"])),
  })
  .check(inOrder("minPeople", "maxPeople"));

export const events = room("events", {
  list: get("/organizations/{organizationId}/events", {
    allow: "events.show",
    summary: "Events: those to come first, soonest first, then those gone by, latest first",
    query: z.extend(ListQuery, { facilityId: z.optional(id), fieldId: z.optional(id) }),
    returns: page(Event),
  }),
  create: post("/organizations/{organizationId}/events", {
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
    says: "events.created",
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
    query: ListQuery,
    returns: page(Event),
  }),
});
