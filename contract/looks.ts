/** Branding: how an organization looks to its players, its colour, logo, cover, and the name that its mails come from. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { Image, Logo } from "./files.ts";
import { del, defineModule, get, id, noData, optionalText, partialOf, patch, personName, post } from "./kit.ts";

/** Pixels of an edge. */
export const MIN_LOGO_EDGE = 256;
export const MAX_LOGO_EDGE = 4096;

export const LooksChanges = z.strictObject({
  /** Colour of buttons and links, `#rrggbb`; null for that of the product. */
  accent: z.nullish(
    z
      .string()
      .check(z.trim(), z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, { error: "looks.accentForm" satisfies MessageKey })),
  ),
  /** Default: the name of the organization. */
  senderName: z.nullish(personName(60)),
  /** A photo of a facility or a field, on top of the public page; null for the first one there. */
  coverId: z.nullish(id),
});

export const Looks = z.object({
  accent: z.nullable(z.string()),
  senderName: z.nullable(z.string()),
  coverId: z.nullable(id),
  logo: z.nullable(Logo),
  /** Photos that visitors of the public page may see: one of them can be the cover. */
  photos: z.array(z.extend(Image, { id })),
});
export type Looks = z.infer<typeof Looks>;

/** An organization's own sentences before and after the facts of a kind of letter, which always stand. */
export const MailText = z.strictObject({
  /** Letters to players, by the names of their templates. */
  kind: z.enum([
    "events.received",
    "events.booked",
    "events.approved",
    "events.rejected",
    "events.moved",
    "events.changed",
    "events.canceled",
    "events.expired",
    "events.restored",
    "events.reminder",
    "booking-limits.blocked",
    "packs.ending",
    "subscriptions.notice",
    "subscriptions.renewalDue",
    "subscriptions.end",
    "orders.bought",
    "orders.withdrawn",
    "payments.paid",
    "payments.paidTogether",
    "payments.link",
    "payments.debtsLink",
    "payments.transfer",
    "payments.returned",
    "payments.returnedByTransfer",
    "payments.refunded",
    "payments.debtReminder",
    "payments.debtDueSoon",
    "payments.debtReminderFirm",
    "payments.debtReminderLast",
    "payments.cardSaved",
    "payments.cardRenewal",
    "payments.cardRefused",
    "payments.cardFee",
    "payments.cardFeeRefused",
    "payments.cardFails",
    "payments.noShowFee",
    "payments.noShowFeeEnded",
    "invoices.sent",
    "vouchers.gift",
    "waitlist.offer",
    "waitlist.free",
    "waitlist.withdrawn",
    "participants.invitation",
    "participants.moved",
    "participants.canceled",
    "participants.restored",
    "participants.removed",
    "participants.reassigned",
    "participants.reminder",
    "participants.missing",
    "notifications.answers",
    "members.invitation",
    "joining.answer",
  ]),
  language: z.enum(["en", "fr"]),
  opening: optionalText(500),
  closing: optionalText(500),
});
export type MailText = z.infer<typeof MailText>;
export type LetterKind = MailText["kind"];
export const letterKinds = MailText.shape.kind.options;

/** Each kind of letter in each language. */
const MAX_TEXTS = MailText.shape.kind.options.length * MailText.shape.language.options.length;
export const MailTextChanges = z.strictObject({
  texts: z.array(MailText).check(z.minLength(1), z.maxLength(MAX_TEXTS)),
});
export const MailTexts = z.object({ texts: z.array(MailText) });
export type MailTexts = z.infer<typeof MailTexts>;

export const looks = defineModule("looks", {
  read: get("/organizations/{organizationId}/looks", {
    allow: "organizations.update",
    summary: "The organization's colour, sender name, cover and logo; null for the platform, which has none",
    returns: z.nullable(Looks),
  }),
  update: patch("/organizations/{organizationId}/looks", {
    allow: "organizations.update",
    summary: "Change the colour, the sender name or the cover",
    body: partialOf(LooksChanges),
    example: { accent: "#1d4ed8", senderName: "Padel on the river" },
    returns: Looks,
    successMessage: "looks.saved",
  }),
  uploadLogo: post("/organizations/{organizationId}/looks/logo", {
    allow: "organizations.update",
    summary: "Replace the logo: `file` is a square PNG or JPEG of 256 to 4,096 pixels and 10 MB at most",
    returns: Looks,
    successMessage: "looks.logoSaved",
    raw: "upload",
  }),
  deleteLogo: del("/organizations/{organizationId}/looks/logo", {
    allow: "organizations.update",
    summary: "Remove the logo; initials stand in its place",
    returns: noData,
    successMessage: "looks.logoDeleted",
  }),
  readTexts: get("/organizations/{organizationId}/mail-texts", {
    allow: "organizations.update",
    summary: "The organization's own sentences in its letters to players; kinds and languages without any are left out",
    returns: MailTexts,
  }),
  updateTexts: patch("/organizations/{organizationId}/mail-texts", {
    allow: "organizations.update",
    summary: "Replace the sentences of some kinds of letters; the others stay. Without opening and closing: none",
    body: MailTextChanges,
    example: { texts: [{ kind: "events.booked", language: "en", opening: "See you on court!", closing: null }] },
    returns: MailTexts,
    successMessage: "looks.textsSaved",
  }),
  previewText: post("/organizations/{organizationId}/mail-texts/preview", {
    allow: "organizations.update",
    summary: "A letter as it would be with these sentences, about a made-up booking; nothing is kept",
    body: MailText,
    example: { kind: "events.booked", language: "en", opening: "See you on court!" },
    returns: z.object({ subject: z.string(), html: z.string() }),
    status: 200,
    leavesEntry: false,
  }),
});
