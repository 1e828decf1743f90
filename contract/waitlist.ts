/** Waitlist: people wait for times that are taken; what comes free is offered to the first of them, or told to all. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { calendarDate, wallTime } from "./availability.ts";
import { Event } from "./events.ts";
import { defineModule, del, get, id, instant, noData, post } from "./kit.ts";
import { EntityRef } from "./organizations.ts";
import { Sport } from "./sports.ts";

/** Places of one person at a time, in all organizations. */
export const MAX_OWN_PLACES = 5;
/** Places in one organization for an hour of a day. */
export const MAX_PLACES_PER_HOUR = 25;
/** From the first start that suits to the last one. */
export const MAX_SPAN_HOURS = 4;
/** An offer holds its slot for so long, and ends so long before the start. */
export const OFFER_MINUTES = 15;
export const OFFER_END_BEFORE_START_MINUTES = 30;
/** Later nothing is held: all who wait are told. */
export const TELL_BEFORE_START_HOURS = 2;
/** After so many offers of a slot that nobody answered, all who wait are told. */
export const TELL_AFTER_LAPSES = 5;

export const waitlistEntryStatuses = ["waiting", "offered", "booked", "left", "ended"] as const;
export const waitlistOfferStatuses = ["open", "taken", "declined", "lapsed", "withdrawn"] as const;
/** Why a slot was offered to somebody else. */
export const passOverReasons = ["horizon", "booked", "limit", "offer", "quota", "blocked"] as const;
export type PassOverReason = (typeof passOverReasons)[number];

const wishMembers = {
  /** Neither a sport nor a field: any field. */
  sportId: z.nullish(z.int32()),
  fieldId: z.nullish(id),
  facilityId: z.nullish(id),
  space: z.nullish(z.enum(["indoor", "outdoor"])),
  /** Local, of the facility or else of the organization, as are both times. */
  date: calendarDate,
  /** The first start that suits, and the last one. */
  from: wallTime,
  to: wallTime,
  /** Minutes, the one that is liked best first. */
  durations: z.array(z.int().check(z.gte(5), z.lte(1440))).check(z.minLength(1), z.maxLength(6)),
  /** Default: as few as the field asks for. */
  people: z.nullish(z.int().check(z.gte(1), z.lte(10_000))),
};
const isInOrder = z.refine<{ from: string; to: string }>(({ from, to }) => from <= to, {
  error: "waitlist.spanOrder" satisfies MessageKey,
  path: ["to"],
});
/** Without the order of its times, so that forms can take parts of it. */
export const WaitlistWish = z.strictObject(wishMembers);
export const WaitlistDraft = WaitlistWish.check(isInOrder);
export type WaitlistDraft = z.infer<typeof WaitlistDraft>;
const PersonDraft = z.strictObject({ ...wishMembers, customerId: id }).check(isInOrder);

/** The words of an offer's state: `open` until it is taken, declined, over, or taken back by the team. */
export const WaitlistOffer = z.object({
  id,
  status: z.enum(["open", "taken", "declined", "lapsed", "withdrawn"]),
  /** The booking that it becomes. */
  eventId: id,
  organization: EntityRef,
  field: EntityRef,
  facility: EntityRef,
  sport: z.nullable(Sport),
  startTime: instant,
  endTime: instant,
  timezone: z.string(),
  expiresAt: instant,
  people: z.nullable(z.int()),
  /** In minor units, for these people. */
  price: z.int(),
  currency: z.string(),
  /** Ways in which it can be paid, the usual one first; empty where nothing is to be paid. */
  payments: z.array(z.enum(["online", "on_site"])),
});
export type WaitlistOffer = z.infer<typeof WaitlistOffer>;

export const WaitlistEntry = z.object({
  id,
  status: z.enum(["waiting", "offered", "booked", "left", "ended"]),
  organization: EntityRef,
  sport: z.nullable(Sport),
  field: z.nullable(EntityRef),
  facility: z.nullable(EntityRef),
  space: z.nullable(z.enum(["indoor", "outdoor"])),
  date: z.iso.date(),
  timezone: z.string(),
  firstStart: instant,
  lastStart: instant,
  /** Minutes. */
  durations: z.array(z.int()),
  people: z.nullable(z.int()),
  /** The last slot that came free and was not offered; the place stays. */
  passedOver: z.nullable(z.object({ reason: z.enum(passOverReasons), startTime: instant })),
  offer: z.nullable(WaitlistOffer),
  created_at: instant,
});
export type WaitlistEntry = z.infer<typeof WaitlistEntry>;

/** Somebody who waits. */
const WaitingPerson = z.extend(z.omit(WaitlistEntry, { offer: true }), {
  name: z.string(),
  userId: id,
  customerId: z.nullable(id),
  offer: z.nullable(z.object({ id, eventId: id, field: EntityRef, startTime: instant, expiresAt: instant })),
});
export type WaitingPerson = z.infer<typeof WaitingPerson>;

const TakeDraft = {
  /** Default: online where it can be, as for every booking. */
  payment: z.nullish(z.enum(["online", "on_site"])),
};
/** 32 random bytes. */
const secret = z.string().check(z.regex(/^[\w-]{43}$/, { error: "waitlist.linkWrong" satisfies MessageKey }));
const exampleSecret = "q2k0Ik6gq9c9Yt6vYw3b0m1u5x8z7A4s2D0f6G9h1Jk";
const exampleWish = { sportId: 1, date: "2026-06-02", from: "18:00", to: "20:00", durations: [90, 60], people: 4 };

export const waitlist = defineModule("waitlist", {
  own: get("/auth/user/waitlist", {
    allow: "verified",
    summary: "One's own places in waitlists that are open, by their time, with the offers that wait for an answer",
    returns: z.array(WaitlistEntry),
  }),
  join: post("/organizations/{organizationId}/waitlist", {
    allow: "member",
    summary: "Wait for a time at which everything that is asked for is taken",
    body: WaitlistDraft,
    example: exampleWish,
    returns: WaitlistEntry,
    successMessage: "waitlist.joined",
    refusesApiKeys: true,
  }),
  leave: del("/organizations/{organizationId}/waitlist/{waitlistEntryId}", {
    allow: "member",
    summary: "Leave the waitlist; an open offer is declined",
    returns: noData,
    successMessage: "waitlist.left",
    refusesApiKeys: true,
  }),
  take: post("/organizations/{organizationId}/waitlist/offers/{waitlistOfferId}/take", {
    allow: "member",
    summary: "Take an offer: it becomes a booking, as one made at this moment",
    body: z.strictObject(TakeDraft),
    example: {},
    returns: Event,
    successMessage: "waitlist.taken",
    status: 200,
    leavesEntry: false,
    refusesApiKeys: true,
  }),
  decline: post("/organizations/{organizationId}/waitlist/offers/{waitlistOfferId}/decline", {
    allow: "member",
    summary: "Decline an offer and go on waiting: the slot is offered to the next",
    body: z.strictObject({}),
    example: {},
    returns: WaitlistOffer,
    successMessage: "waitlist.declined",
    status: 200,
    refusesApiKeys: true,
  }),
  look: post("/waitlist-offers/look", {
    allow: "everyone",
    summary: "What the link of an offer leads to; it changes nothing",
    body: z.strictObject({ secret }),
    example: { secret: exampleSecret },
    returns: WaitlistOffer,
    status: 200,
  }),
  takeByLink: post("/waitlist-offers/take", {
    allow: "everyone",
    summary: "Take an offer by its link, which proves the mailbox; what is to be paid online is paid after signing in",
    body: z.strictObject({ ...TakeDraft, secret }),
    example: { secret: exampleSecret },
    returns: WaitlistOffer,
    successMessage: "waitlist.taken",
    status: 200,
  }),
  declineByLink: post("/waitlist-offers/decline", {
    allow: "everyone",
    summary: "Decline an offer by its link and go on waiting",
    body: z.strictObject({ secret }),
    example: { secret: exampleSecret },
    returns: WaitlistOffer,
    successMessage: "waitlist.declined",
    status: 200,
  }),
  people: get("/organizations/{organizationId}/waitlist/people", {
    allow: "events.show",
    summary: "Who waits for a day, in the order of offers; for the team",
    query: z.object({
      date: z.optional(calendarDate),
      fieldId: z.optional(id),
      /** Only those whom a slot from then to then would suit. */
      from: z.optional(instant),
      to: z.optional(instant),
    }),
    returns: z.array(WaitingPerson),
  }),
  addPerson: post("/organizations/{organizationId}/waitlist/people", {
    allow: "events.create",
    summary: "Let a customer with an account wait; for the team",
    body: PersonDraft,
    example: { ...exampleWish, customerId: "01999999-0000-7000-8000-000000000000" },
    returns: WaitingPerson,
    successMessage: "waitlist.added",
    refusesApiKeys: true,
  }),
  withdraw: post("/organizations/{organizationId}/events/{eventId}/withdraw-offer", {
    allow: "events.override",
    summary: "Take an offer back, to book somebody else; who had it is told, and keeps their place",
    body: z.strictObject({}),
    example: {},
    returns: noData,
    successMessage: "waitlist.withdrawn",
    status: 200,
  }),
});
