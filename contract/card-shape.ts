/** Cards on file: how they look, and what their holders agreed to. */
import * as z from "zod/mini";
import { id, instant } from "./kit.ts";
import { EntityRef } from "./organizations.ts";

/** `shares`: what is missing of a shared booking, once, from a card that is saved with the organizer's payment. */
export const CardPurpose = z.enum(["renewals", "fees", "shares"]);
export type CardPurpose = z.infer<typeof CardPurpose>;

/** Purposes of the card that a customer keeps. Each is agreed to by a box of its own. */
export const SavedCardPurpose = z.enum(["renewals", "fees"]);
export type SavedCardPurpose = z.infer<typeof SavedCardPurpose>;

/** `failing`: the bank takes nothing from it any more. */
export const cardStates = ["active", "expired", "failing"] as const;
export type CardState = (typeof cardStates)[number];

export const Card = z.object({
  id,
  /** The provider's word, such as `visa`. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  state: z.enum(cardStates),
  purposes: z.array(CardPurpose),
  consented_at: instant,
});
export type Card = z.infer<typeof Card>;

/** An organization where one can keep a card, or keeps one. */
export const OwnCard = z.object({
  organization: EntityRef,
  /** Whether one can be saved now. */
  isOffered: z.boolean(),
  /** Purposes that one can agree to now. */
  purposes: z.array(SavedCardPurpose),
  card: z.nullable(Card),
});
export type OwnCard = z.infer<typeof OwnCard>;

const eachOnce = z.refine<readonly CardPurpose[]>((purposes) => new Set(purposes).size === purposes.length, {
  error: "payments.cardPurposeMissing",
});

export const CardConsent = z.strictObject({
  purposes: z.array(SavedCardPurpose).check(z.minLength(1, { error: "payments.cardPurposeMissing" }), eachOnce),
});
export type CardConsent = z.infer<typeof CardConsent>;

/** Purposes for which the card of a payment is kept. Default: it is not kept. */
export const savedWithPayment = z.optional(
  z.array(CardPurpose).check(
    z.minLength(1, { error: "payments.cardPurposeMissing" }),
    eachOnce,
    // The card of a booking pays for nothing else.
    z.refine((purposes) => !purposes.includes("shares") || purposes.length === 1, {
      error: "payments.cardPurposeMissing",
    }),
  ),
);

export const CardPage = z.object({ cardId: id, url: z.string() });
/** The outcome of a page: null while no card was saved on it. */
export const SavedCard = z.object({ card: z.nullable(Card) });

/** Acts of the provider and of holders. */
export const cardJobActs = [
  "payments.cardSave",
  "payments.cardAgree",
  "payments.cardRevoke",
  "payments.cardFail",
] as const;
