/** Guests: people who book on the public page of an organization without an account. They prove their address by a code. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { calendarDate, Slots, wallTime } from "./availability.ts";
import { Booking } from "./bookings.ts";
import { bookingSources } from "./events.ts";
import {
  defineModule,
  del,
  email,
  get,
  id,
  instant,
  instantDraft,
  personName,
  phone,
  post,
  toSingleLine,
} from "./kit.ts";
import { EntityRef } from "./organizations.ts";
import { BookingPlayers, MAX_INVITATIONS_PER_BOOKING } from "./participants.ts";
import { Quote } from "./prices.ts";
import { PromoCodeText } from "./promo-codes.ts";
import { CheckedVoucher, voucherCode } from "./vouchers.ts";

/** A proof of an address is good for so long; a code to get it, for so long. */
export const PROOF_MINUTES = 30;
export const CODE_MINUTES = 10;
/** The link to a booking is good until so long after its end. */
export const LINK_DAYS = 30;
/** While so many bookings of guests who have proved no address wait for their payment, the next guest is asked for a code. */
export const MAX_UNPROVED_HOLDS = 3;
/** A form is sent so long after it was opened, at the earliest and at the latest. */
export const TICKET_MIN_SECONDS = 2;
export const TICKET_MAX_MINUTES = 120;

/** The organization, as people see it who come to book. */
export const GuestDesk = z.object({
  organization: EntityRef,
  slug: z.string(),
  /** Custom properties of the club's colour, in both themes. */
  accentStyle: z.nullable(z.string()),
  timezone: z.string(),
  currency: z.string(),
  sports: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Minutes. */
  durations: z.array(z.int()),
  horizonDays: z.int(),
  contact: z.object({ phone: z.nullable(z.string()), email: z.nullable(z.string()) }),
  /** Whether people can join the club by themselves, or ask to. */
  mayJoin: z.boolean(),
  /** Goes with what is sent: a program that fills in forms has none, or is too fast. */
  ticket: z.string(),
});
export type GuestDesk = z.infer<typeof GuestDesk>;

const peopleCount = z.int().check(z.gte(1), z.lte(10_000));
const place = {
  fieldId: id,
  startTime: instantDraft,
  /** Minutes. */
  duration: z.int().check(z.gte(5), z.lte(1440)),
  people: z._default(peopleCount, 1),
  priceType: z.nullish(z.enum(["field", "user"])),
};

export const GuestQuote = z.extend(z.omit(Quote, { trace: true }), {
  /** Ways in which it can be paid, the usual one first; empty where nothing is to be paid. */
  payments: z.array(z.enum(["online", "on_site"])),
  /** Whether the address is to be proved by a code; else the payment does. */
  needsCode: z.boolean(),
});
export type GuestQuote = z.infer<typeof GuestQuote>;

const secretPattern = z.regex(/^[\w-]{43}$/, { error: "guests.proofOver" satisfies MessageKey });
/** Empty: people do not see the field, and programs fill it in. */
const decoy = z.optional(z.string().check(toSingleLine, z.maxLength(200)));
const ticket = z.optional(z.string().check(toSingleLine, z.maxLength(200)));

export const GuestContact = z.strictObject({ name: personName(120), email, phone: z.nullish(phone) });
export type GuestContact = z.infer<typeof GuestContact>;

export const CodeDraft = z.strictObject({
  channel: z._default(z.enum(["email", "sms"]), "email"),
  address: email,
  ticket,
  website: decoy,
});

export const TypedCode = z.strictObject({
  code: z.string().check(
    z.overwrite((text) => text.replaceAll(/\s/gu, "")),
    z.regex(/^\d{6}$/, { error: "guests.codeForm" satisfies MessageKey }),
  ),
});

export const GuestBookingDraft = z.strictObject({
  ...place,
  /** The sport that it was found for. */
  sportId: z.nullish(z.int32()),
  contact: GuestContact,
  /** Given for a code that was sent to the address; without one, the payment proves it. */
  proof: z.optional(z.string().check(secretPattern)),
  payment: z.nullish(z.enum(["online", "on_site"])),
  /** Lowers the price; one that is counted by customer needs a proof. */
  promoCode: z.nullish(PromoCodeText),
  ticket,
  website: decoy,
});
export type GuestBookingDraft = z.infer<typeof GuestBookingDraft>;

/** A guest's booking, behind the secret of its address. */
export const GuestBooking = z.extend(Booking, {
  /** The public page of the club; null where it has none any more. */
  slug: z.nullable(z.string()),
  accentStyle: z.nullable(z.string()),
  name: z.string(),
  email: z.nullable(z.string()),
  /** It is also in an account of this customer. */
  hasAccount: z.boolean(),
  /** Whether the club has gift vouchers that can pay it, and something is due. */
  takesVouchers: z.boolean(),
  /** Whether people can join the club by themselves, or ask to: then an account keeps the booking. */
  mayJoin: z.boolean(),
});
export type GuestBooking = z.infer<typeof GuestBooking>;

const exampleField = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
const examplePlace = { fieldId: exampleField, startTime: "2026-06-02T18:00:00+02:00", duration: 90, people: 4 };
const exampleProof = "q2k0Ik6gq9c9Yt6vYw3b0m1u5x8z7A4s2D0f6G9h1Jk";

export const guests = defineModule("guests", {
  read: get("/public/{slug}", {
    allow: "everyone",
    summary: "What somebody needs to book without an account; 404 where the organization does not allow it",
    returns: GuestDesk,
  }),
  slots: get("/public/{slug}/slots", {
    allow: "everyone",
    summary: "Free published fields about a time, what is full, and what is closest to it",
    query: z.object({
      date: z.optional(calendarDate),
      time: z.optional(wallTime),
      /** Minutes. */
      duration: z.optional(z.coerce.number().check(z.int(), z.gte(5), z.lte(1440))),
      sportId: z.optional(z.coerce.number().check(z.int32())),
      people: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))),
    }),
    returns: Slots,
  }),
  code: post("/public/{slug}/codes", {
    allow: "everyone",
    summary: "Send a code that proves an address; the answer is the same for every address",
    body: CodeDraft,
    example: { address: "zoe@example.org" },
    returns: z.object({ id, expiresAt: instant }),
    status: 200,
  }),
  check: post("/public/{slug}/codes/{codeId}/check", {
    allow: "everyone",
    summary: "Type the code: the proof of the address is good for half an hour",
    body: TypedCode,
    example: { code: "123456" },
    returns: z.object({ proof: z.string(), expiresAt: instant }),
    status: 200,
  }),
  quote: post("/public/{slug}/quotes", {
    allow: "everyone",
    summary: "Price of a booking without an account, how it can be paid and canceled, and whether a code is needed",
    body: z.strictObject({ ...place, promoCode: z.nullish(PromoCodeText) }),
    example: examplePlace,
    returns: GuestQuote,
    status: 200,
  }),
  book: post("/public/{slug}/bookings", {
    allow: "everyone",
    summary:
      "Book without an account. The same `Idempotency-Key` of one address books once; the answer has the secret of the booking's page",
    query: z.object({ source: z.optional(z.enum(bookingSources)) }),
    body: GuestBookingDraft,
    example: { ...examplePlace, contact: { name: "Zoé Morel", email: "zoe@example.org" }, proof: exampleProof },
    returns: z.object({ secret: z.string(), isHeld: z.boolean() }),
    status: 201,
  }),
  booking: get("/bookings/{secret}", {
    allow: "everyone",
    summary: "A booking by the secret of its page",
    returns: GuestBooking,
  }),
  cancel: post("/bookings/{secret}/cancel", {
    allow: "everyone",
    summary: "Cancel a booking by the secret of its page, by the rule that it was made with",
    body: z.strictObject({
      /** Minor units that the page has shown as coming back. */
      refund: z.optional(z.int().check(z.gte(0), z.lte(100_000_000))),
    }),
    example: {},
    returns: GuestBooking,
    successMessage: "guests.canceled",
    status: 200,
  }),
  move: post("/bookings/{secret}/move", {
    allow: "everyone",
    summary: "Move a booking by the secret of its page, never to a higher price",
    body: z.strictObject({ fieldId: id, startTime: instantDraft }),
    example: { fieldId: exampleField, startTime: "2026-06-03T18:00:00+02:00" },
    returns: GuestBooking,
    successMessage: "guests.moved",
    status: 200,
  }),
  checkout: post("/bookings/{secret}/checkout", {
    allow: "everyone",
    summary: "The payment page of a booking by the secret of its page",
    body: z.strictObject({}),
    example: {},
    returns: z.object({ url: z.string(), expiresAt: instant }),
    status: 200,
  }),
  checkVoucher: post("/bookings/{secret}/voucher/check", {
    allow: "everyone",
    summary: "Find the gift voucher of a code for a booking by the secret of its page; ten wrong codes an hour",
    body: z.strictObject({ code: voucherCode }),
    example: { code: "7K2M-9QX0-1TGH" },
    returns: CheckedVoucher,
    status: 200,
    leavesEntry: false,
  }),
  payByVoucher: post("/bookings/{secret}/voucher", {
    allow: "everyone",
    summary: "Pay a booking with a gift voucher by the secret of its page, whole or in part",
    body: z.strictObject({ voucherCode, amount: z.int().check(z.gte(1), z.lte(100_000_000)) }),
    example: { voucherCode: "7K2M-9QX0-1TGH", amount: 1800 },
    returns: GuestBooking,
    successMessage: "payments.paidAhead",
    status: 200,
  }),
  ownSlots: get("/bookings/{secret}/slots", {
    allow: "everyone",
    summary: "Free times about one to which the booking of the secret could be moved: its own time counts as free",
    query: z.object({ date: z.optional(calendarDate), time: z.optional(wallTime) }),
    returns: Slots,
  }),
  players: get("/bookings/{secret}/participants", {
    allow: "everyone",
    summary: "Players of a booking by the secret of its page, and how many places are open",
    returns: BookingPlayers,
  }),
  invite: post("/bookings/{secret}/participants", {
    allow: "everyone",
    summary: `Invite people to a booking by the secret of its page: an address with a name each; ${MAX_INVITATIONS_PER_BOOKING} a booking at most`,
    body: z.strictObject({
      people: z
        .array(z.strictObject({ email, name: personName(120) }))
        .check(z.minLength(1), z.maxLength(MAX_INVITATIONS_PER_BOOKING)),
    }),
    example: { people: [{ email: "zoe@example.org", name: "Zoé Morel" }] },
    returns: BookingPlayers,
    successMessage: "participants.invited",
    status: 200,
  }),
  removePlayer: del("/bookings/{secret}/participants/{participantId}", {
    allow: "everyone",
    summary:
      "Take an invitation back, or remove a player, by the secret of the booking’s page; who has accepted is told",
    returns: BookingPlayers,
    successMessage: "participants.removed",
  }),
  createLink: post("/bookings/{secret}/participants-link", {
    allow: "everyone",
    summary: "A new link by which people take the open places of a booking; a former one ends",
    body: z.strictObject({}),
    example: {},
    returns: z.object({ url: z.string() }),
    successMessage: "participants.linkMade",
    status: 200,
  }),
  endLink: del("/bookings/{secret}/participants-link", {
    allow: "everyone",
    summary: "End the link of a booking: nobody takes a place by it any more",
    returns: BookingPlayers,
    successMessage: "participants.linkEnded",
  }),
  calendar: get("/bookings/{secret}/calendar.ics", {
    allow: "everyone",
    summary: "A booking by the secret of its page, as a file for a calendar",
    returns: z.unknown(),
    raw: "download",
    types: ["text/calendar"],
  }),
});
