/** Players of a booking: the organizer invites them, and each answers with or without an account. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { defineModule, del, email, get, id, instant, noData, personName, post, toSingleLine } from "./kit.ts";
import { EntityRef } from "./organizations.ts";
import { Checkout } from "./payments.ts";
import { Sport } from "./sports.ts";

/** The directory answers from so many letters on, with so many people. */
export const DIRECTORY_LETTERS = 3;
export const DIRECTORY_ANSWERS = 5;
/** Shares of others that one payer pays. */
export const MAX_SHARES_OF_OTHERS = 30;
/** Invitations of one booking, those that were declined or taken back too. */
export const MAX_INVITATIONS_PER_BOOKING = 10;
/** Links lead to what became of a booking for so long after its end. */
export const PLAYER_LINK_DAYS = 30;

export const participantStates = ["invited", "accepted", "declined", "left", "removed"] as const;
export type ParticipantState = (typeof participantStates)[number];
export const playerAnswers = ["accepted", "declined", "left"] as const;
export type PlayerAnswer = (typeof playerAnswers)[number];

/** A part of the price that a player pays, in minor units. */
const Share = z.object({
  amount: z.int(),
  /** The part that is not paid. */
  due: z.int(),
  currency: z.string(),
});

/** The parts of a price, in minor units. */
const Division = z.object({
  /** The organizer's. */
  own: z.int(),
  /** The share of each of the others. */
  each: z.int(),
  currency: z.string(),
  /** The settling time: whatever is missing then is the organizer's. */
  settlesAt: instant,
  /** How the others pay: online, or at the desk when they come. */
  payment: z.enum(["online", "on_site"]),
});

export const Player = z.object({
  id,
  /** Others than the team read a first name and an initial, unless the player is listed in full. */
  name: z.string(),
  state: z.enum(["invited", "accepted", "declined", "left", "removed"]),
  /** The address that the organizer has typed; null for those invited otherwise. */
  email: z.nullable(z.string()),
  hasAccount: z.boolean(),
  /** The account by which the player was invited; null for those invited otherwise. */
  userId: z.nullable(id),
  invitedAt: instant,
  answeredAt: z.nullable(instant),
  /** Null where the price is not shared, and for who owes none of it. */
  share: z.nullable(
    z.extend(Share, {
      /** Null for whose share somebody else pays. */
      chargeId: z.nullable(id),
      /** The debtor; null for the organizer, who reads no customers, and for whose share somebody else pays. */
      customerId: z.nullable(id),
      /** The shares that the player pays: their own, and those of others. */
      units: z.int(),
      /** Somebody else can pay it. */
      isOpen: z.boolean(),
      /** Somebody else who pays it; null for the player. */
      payer: z.nullable(
        z.object({
          /** Another player; null for the organizer. */
          participantId: z.nullable(id),
          isPaid: z.boolean(),
        }),
      ),
    }),
  ),
});
export type Player = z.infer<typeof Player>;

/** Players of a booking, as its organizer and the team read them. */
export const BookingPlayers = z.object({
  organizer: z.string(),
  /** Those who play, the organizer among them, and those who have not answered. */
  taken: z.int(),
  /** For so many people it is booked. */
  places: z.int(),
  /** In the order in which they were invited; without those who were removed. */
  players: z.array(Player),
  /** Somebody who has the link can take an open place. */
  hasLink: z.boolean(),
  /** Whether the reader can invite now, and remove. */
  canInvite: z.boolean(),
  canRemove: z.boolean(),
  /** People with an account whom the organizer has played with, the latest first; empty for the team. */
  known: z.array(z.object({ userId: id, name: z.string() })),
  /** The facility's. */
  timezone: z.string(),
  /** The price would be shared so, if the reader shared it now; null where they cannot. */
  offer: z.nullable(Division),
  /** The price as it is shared; null where it is not. */
  split: z.nullable(
    z.extend(Division, {
      /** The part of `own` that is not paid. */
      ownDue: z.int(),
      /** Shares that nobody has paid, those of open places too. */
      missing: z.int(),
      /** The shares that the organizer pays, their own among them. */
      ownUnits: z.int(),
      /** Whether the reader can say who pays which shares. */
      canChoosePayers: z.boolean(),
      /** Missing shares are the organizer's now. */
      isSettled: z.boolean(),
      /** Nothing is paid: the reader can take it back. */
      canEnd: z.boolean(),
    }),
  ),
});
export type BookingPlayers = z.infer<typeof BookingPlayers>;

/** A booking as somebody reads it who was invited: no price but their share, and no words of its organizer. */
export const PlayerInvitation = z.object({
  /** Null for the link of a booking that anybody can answer who has it. */
  id: z.nullable(id),
  eventId: z.nullable(id),
  state: z.nullable(z.enum(["invited", "accepted", "declined", "left", "removed"])),
  /** As the invited is called; null for the link of a booking. */
  name: z.nullable(z.string()),
  organizer: z.string(),
  organization: EntityRef,
  /** Custom properties of the club's colour, in both themes. */
  accentStyle: z.nullable(z.string()),
  sport: z.nullable(Sport),
  field: z.string(),
  facility: z.object({ name: z.string(), address: z.nullable(z.string()) }),
  startTime: instant,
  endTime: instant,
  timezone: z.string(),
  booking: z.enum(["takes_place", "canceled", "over"]),
  openPlaces: z.int(),
  /** Answers that can be given now. */
  answers: z.array(z.enum(["accepted", "declined", "left"])),
  /** Names of the others who play; null before one has accepted. */
  players: z.nullable(z.array(z.string())),
  /** Their share of the price, or what it will be; null where it is not shared, and for who owes none of it. */
  share: z.nullable(
    z.extend(Share, {
      settlesAt: instant,
      payment: z.enum(["online", "on_site"]),
      /** Whether it can be paid online now. */
      canPay: z.boolean(),
      /** The shares that the amount is of: their own, and those of others. */
      units: z.int(),
      /** Somebody else who pays it; null for the player. */
      payer: z.nullable(z.object({ name: z.string(), isPaid: z.boolean() })),
      /** Other players whose shares they can pay, have chosen to pay, or have paid. */
      others: z.array(z.object({ id, name: z.string(), amount: z.int(), state: z.enum(["open", "chosen", "paid"]) })),
    }),
  ),
});
export type PlayerInvitation = z.infer<typeof PlayerInvitation>;

/** Somebody one has played with or has found in the directory by `userId`, anybody by address and name. */
const PersonDraft = z.strictObject({
  userId: z.nullish(id),
  email: z.nullish(email),
  name: z.nullish(personName(120)),
});
const secret = z.string().check(z.regex(/^[\w-]{43}$/, { error: "participants.linkWrong" satisfies MessageKey }));
/** Players whose shares somebody pays with their own; those who are not named pay theirs. */
const PaidShares = z.strictObject({ participantIds: z.array(id).check(z.maxLength(MAX_SHARES_OF_OTHERS)) });
const exampleSecret = "q2k0Ik6gq9c9Yt6vYw3b0m1u5x8z7A4s2D0f6G9h1Jk";
const answer = z.enum(["accepted", "declined", "left"]);

export const PlayerAnswerDraft = z.strictObject({
  answer,
  /** Needed from somebody who comes by the link of a booking. */
  name: z.nullish(personName(120)),
  /** They are told of changes there, if they wish. */
  email: z.nullish(email),
});

export const participants = defineModule("participants", {
  ofBooking: get("/organizations/{organizationId}/bookings/{eventId}/participants", {
    allow: "member",
    summary: "Players of one's own booking, whom one can invite, and how many places are open; for the team too",
    returns: BookingPlayers,
  }),
  invite: post("/organizations/{organizationId}/bookings/{eventId}/participants", {
    allow: "member",
    summary: `Invite people to one's own booking: those one has played with or found in the directory, or an address with a name; ${MAX_INVITATIONS_PER_BOOKING} a booking at most`,
    body: z.strictObject({
      people: z.array(PersonDraft).check(z.minLength(1), z.maxLength(MAX_INVITATIONS_PER_BOOKING)),
    }),
    example: { people: [{ email: "zoe@example.org", name: "Zoé Morel" }] },
    returns: BookingPlayers,
    successMessage: "participants.invited",
    refusesApiKeys: true,
  }),
  remove: del("/organizations/{organizationId}/bookings/{eventId}/participants/{participantId}", {
    allow: "member",
    summary: "Take an invitation back, or remove a player; who has accepted is told",
    returns: noData,
    successMessage: "participants.removed",
  }),
  directory: get("/organizations/{organizationId}/directory", {
    allow: "member",
    summary: `Members who let others find them, by what these may read of their name: from ${DIRECTORY_LETTERS} letters on, ${DIRECTORY_ANSWERS} at most. No address and no telephone number`,
    query: z.object({ q: z._default(z.string().check(toSingleLine, z.trim(), z.maxLength(80)), "") }),
    returns: z.array(z.object({ userId: id, name: z.string() })),
  }),
  createLink: post("/organizations/{organizationId}/bookings/{eventId}/participants-link", {
    allow: "member",
    summary: "A new link by which people take the open places of one's own booking; a former one ends",
    body: z.strictObject({}),
    example: {},
    returns: z.object({ url: z.string() }),
    successMessage: "participants.linkMade",
    refusesApiKeys: true,
  }),
  endLink: del("/organizations/{organizationId}/bookings/{eventId}/participants-link", {
    allow: "member",
    summary: "End the link of one's own booking: nobody takes a place by it any more",
    returns: noData,
    successMessage: "participants.linkEnded",
    refusesApiKeys: true,
  }),
  split: post("/organizations/{organizationId}/bookings/{eventId}/split", {
    allow: "member",
    summary:
      "Share the price of one's own booking among its players: the organizer pays their part, and each of the others theirs",
    body: z.strictObject({}),
    example: {},
    returns: BookingPlayers,
    successMessage: "participants.splitDone",
    refusesApiKeys: true,
  }),
  endSplit: del("/organizations/{organizationId}/bookings/{eventId}/split", {
    allow: "member",
    summary: "Pay one's own booking alone again, as long as nothing of it is paid",
    returns: noData,
    successMessage: "participants.splitEnded",
    refusesApiKeys: true,
  }),
  payForOthers: post("/organizations/{organizationId}/bookings/{eventId}/shares", {
    allow: "member",
    summary:
      "Say whose unpaid shares the organizer pays with their own; the team says it for any of the players, to take one payment. Shares of others that are not named are theirs again; what is paid stays",
    body: z.extend(PaidShares, {
      /** The player who pays; null for the organizer. */
      payerId: z.nullish(id),
    }),
    example: { participantIds: [] },
    returns: BookingPlayers,
    successMessage: "participants.payersSaved",
    status: 200,
    refusesApiKeys: true,
  }),
  own: get("/auth/user/participations", {
    allow: "verified",
    summary: "Bookings of others to come to which one is invited, or in which one plays, in all organizations",
    returns: z.array(PlayerInvitation),
  }),
  join: post("/auth/user/participations", {
    allow: "verified",
    summary: "Accept an invitation with one's account by the secret of its address",
    body: z.strictObject({ secret }),
    example: { secret: exampleSecret },
    returns: PlayerInvitation,
    successMessage: "participants.accepted",
    status: 200,
    leavesEntry: false,
    refusesApiKeys: true,
  }),
  answer: post("/auth/user/participations/{participantId}", {
    allow: "verified",
    summary: "Answer an invitation, or leave a booking in which one plays",
    body: z.strictObject({ answer }),
    example: { answer: "declined" },
    returns: PlayerInvitation,
    successMessage: "participants.answered",
    status: 200,
    leavesEntry: false,
    refusesApiKeys: true,
  }),
  payForOthersOwn: post("/auth/user/participations/{participantId}/shares", {
    allow: "verified",
    summary:
      "Say whose unpaid shares of a booking one pays with one's own. Those of others that are not named are theirs again, and so is one's own where somebody else was to pay it; what is paid stays",
    body: PaidShares,
    example: { participantIds: [] },
    returns: PlayerInvitation,
    status: 200,
    leavesEntry: false,
    refusesApiKeys: true,
  }),
  checkout: post("/auth/user/participations/{participantId}/checkout", {
    allow: "verified",
    summary: "The provider's page to pay one's share of a booking on: a new one, or the one that is open already",
    body: z.strictObject({}),
    example: {},
    returns: Checkout,
    idempotent: true,
    status: 200,
    leavesEntry: false,
    refusesApiKeys: true,
  }),
  look: get("/participants/{secret}", {
    allow: "everyone",
    summary: "What an invitation is to, by the secret of its address; it changes nothing",
    returns: PlayerInvitation,
  }),
  answerByLink: post("/participants/{secret}", {
    allow: "everyone",
    summary:
      "Answer an invitation by the secret of its address, without an account. By the link of a booking: take an open place; the answer has the secret of one's own address",
    body: PlayerAnswerDraft,
    example: { answer: "accepted" },
    returns: z.extend(PlayerInvitation, { secret: z.nullable(z.string()) }),
    successMessage: "participants.answered",
    status: 200,
    leavesEntry: false,
  }),
  payForOthersByLink: post("/participants/{secret}/shares", {
    allow: "everyone",
    summary: "Say whose unpaid shares of a booking one pays with one's own, by the secret of one's address",
    body: PaidShares,
    example: { participantIds: [] },
    returns: PlayerInvitation,
    status: 200,
    leavesEntry: false,
  }),
  checkoutByLink: post("/participants/{secret}/checkout", {
    allow: "everyone",
    summary:
      "The provider's page to pay one's share of a booking on, by the secret of one's address, without an account",
    body: z.strictObject({}),
    example: {},
    returns: Checkout,
    status: 200,
    leavesEntry: false,
  }),
});
