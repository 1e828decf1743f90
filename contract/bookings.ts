/** A booking (event) as whoever booked it reads it: nothing of the team's, and what the reader can do with it. */
import * as z from "zod/mini";
import { defineModule, get, id, instant } from "./kit.ts";
import { PriceLine } from "./events.ts";
import { EntityRef } from "./organizations.ts";
import { PlayerInvitation } from "./participants.ts";
import { Sport } from "./sports.ts";

export const Booking = z.object({
  id,
  organization: EntityRef,
  /** Null where it is called after whom it is booked for. */
  title: z.nullable(z.string()),
  status: z.enum(["to_pay", "requested", "confirmed", "played", "rejected", "canceled"]),
  sport: z.nullable(Sport),
  field: z.extend(EntityRef, { space: z.nullable(z.enum(["indoor", "outdoor"])) }),
  facility: z.extend(EntityRef, {
    address: z.nullable(z.string()),
    latitude: z.nullable(z.number()),
    longitude: z.nullable(z.number()),
  }),
  startTime: instant,
  endTime: instant,
  /** Elapsed minutes. */
  duration: z.int(),
  /** Local date of the start, in the facility's time zone. */
  date: z.iso.date(),
  timezone: z.string(),
  people: z.nullable(z.int()),
  description: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** Money in minor units. */
  price: z.int(),
  priceLines: z.array(PriceLine),
  currency: z.string(),
  /** Less what was refunded. */
  paid: z.int(),
  /** A pack pays it: units come back in place of money, by the same steps, whole visits or none. */
  pack: z.nullable(z.object({ name: z.string(), unit: z.enum(["count", "minutes"]), units: z.int() })),
  /** Amount that can be paid now. */
  due: z.int(),
  /** A cancellation has scheduled it, and it is not sent yet. */
  refundDue: z.int(),
  /** Until then an unpaid booking keeps its time. */
  holdExpiresAt: z.nullable(instant),
  /** Why it does not take place, if it does not. */
  ended: z.nullable(
    z.object({
      /** `time`: it was not paid in time. */
      by: z.enum(["booker", "club", "time"]),
      reason: z.nullable(z.string()),
    }),
  ),
  cancellation: z.object({
    state: z.enum(["open", "late", "started", "ended", "team"]),
    until: instant,
    refundNow: z.int(),
    refundAfter: z.int(),
    /** Until each instant, this percentage of the price comes back; none if the booker cannot cancel. */
    steps: z.array(z.object({ until: instant, percent: z.int() })),
  }),
  /** Minor units that a no-show costs beside the price; null: nothing. */
  noShowFee: z.nullable(z.int()),
  /** The club is reached here; with neither, at the desk. */
  contact: z.object({ phone: z.nullable(z.string()), email: z.nullable(z.string()) }),
  seriesId: z.nullable(id),
  actions: z.array(z.enum(["edit", "move", "cancel"])),
});
export type Booking = z.infer<typeof Booking>;

/** A booking of somebody else, as who plays in it reads it: no price but their share, and no words of its organizer. */
export const PlayedBooking = z.extend(
  z.pick(Booking, {
    ...{ id: true, organization: true, status: true, sport: true, field: true, facility: true, contact: true },
    ...{ startTime: true, endTime: true, date: true, timezone: true, people: true },
  }),
  { invitation: PlayerInvitation },
);
export type PlayedBooking = z.infer<typeof PlayedBooking>;

/** Bookings that a device keeps, to be read without a network. */
export const MAX_KEPT_BOOKINGS = 20;

/** A booking without anything of its payments, for a device to keep. */
export const OfflineBooking = z.extend(
  z.pick(Booking, {
    ...{ id: true, organization: true, title: true, status: true, sport: true, field: true, facility: true },
    ...{ startTime: true, endTime: true, date: true, timezone: true, people: true, description: true, notes: true },
    ...{ price: true, currency: true, holdExpiresAt: true, contact: true },
  }),
  { cancellation: z.pick(Booking.shape.cancellation, { state: true, until: true }) },
);
export type OfflineBooking = z.infer<typeof OfflineBooking>;

export const bookings = defineModule("bookings", {
  upcoming: get("/auth/user/bookings", {
    allow: "verified",
    summary: `One's own next ${MAX_KEPT_BOOKINGS} bookings in all organizations that take place, for the device to keep: nothing of their payments`,
    returns: z.array(OfflineBooking),
  }),
  read: get("/organizations/{organizationId}/bookings/{eventId}", {
    allow: "member",
    summary: "One's own booking: what, when, where, price, until when it can be canceled, and what can be done",
    returns: Booking,
  }),
  readPlayed: get("/auth/user/participations/{participantId}/booking", {
    allow: "verified",
    summary:
      "A booking of somebody else to which one is invited, or in which one plays: what, when, where, and one's share",
    returns: PlayedBooking,
  }),
  playedCalendar: get("/auth/user/participations/{participantId}/calendar.ics", {
    allow: "verified",
    summary: "A booking of somebody else in which one plays as a file for a calendar",
    returns: z.unknown(),
    raw: "download",
    types: ["text/calendar"],
  }),
  calendar: get("/organizations/{organizationId}/bookings/{eventId}/calendar.ics", {
    allow: "member",
    summary: "One's own booking as a file for a calendar",
    returns: z.unknown(),
    raw: "download",
    types: ["text/calendar"],
  }),
});
