/** Charges: each is one thing that a customer owes, and payments and refunds settle it. All amounts are minor units. */
import * as z from "zod/mini";
import { defineModule, get, id, instant, ListQuery, localDate, page, post, requiredText } from "./kit.ts";
import { EntityRef } from "./organizations.ts";

/**
 * `pending`: the booking is a hold or a request, and no debt yet · `open`: something is owed · `settled`: nothing is, any
 * more · `void`: the booking ended before anything was paid.
 */
export const chargeStates = ["pending", "open", "settled", "void"] as const;
export type ChargeState = (typeof chargeStates)[number];

export const Charge = z.object({
  id,
  organization: EntityRef,
  /** `booking`, or the kind of the product that was sold; `extra`: with a booking · `top_up`: of the balance · `voucher`: a gift voucher · `share`: of the price of a booking. */
  kind: z.enum(["booking", "goods", "fee", "coaching", "pack", "extra", "subscription", "top_up", "voucher", "share"]),
  /** The booking's name, or what was sold with its quantity: `Tennis balls × 2`. */
  label: z.string(),
  state: z.enum(["pending", "open", "settled", "void"]),
  customer: z.nullable(z.object({ id, name: z.string() })),
  /** Null where something else than a booking was sold. */
  event: z.nullable(
    z.object({ id, name: z.string(), startTime: instant, timezone: z.string(), fieldName: z.string() }),
  ),
  /** Null for a booking. */
  product: z.nullable(
    z.object({
      id,
      quantity: z.int(),
      unitPrice: z.int(),
      /** A promo code took it off the line. */
      discount: z.int(),
      /** Why it was sold at another price than the product's. */
      priceReason: z.nullable(z.string()),
    }),
  ),
  /** The day of the booking or of the sale, or that of an invoice that was issued before it is paid. */
  dueOn: z.iso.date(),
  /** Open, not written off, and its day has gone by. */
  isOverdue: z.boolean(),
  /** The price that was agreed. */
  amount: z.int(),
  /** The part of `amount` that is no longer owed: the booking was canceled, or the team gave it back. */
  credited: z.int(),
  /** Payments less refunds, those that are on their way included, and what a pack settles. More than is owed, if the price was lowered since. */
  settled: z.int(),
  /** Invoices less credit notes over it. */
  invoiced: z.int(),
  /** `amount` − `credited` − `settled` of an open charge, else 0. */
  due: z.int(),
  currency: z.string(),
  /** Nobody is reminded of it any more; it stays a debt, and can still be paid. */
  writtenOff: z.nullable(z.object({ at: instant, reason: z.string() })),
  /** It is left out of the steps of reminders since then. */
  remindersPausedAt: z.nullable(instant),
  voidedAt: z.nullable(instant),
  /** Why a sale was voided; null for a booking that ended. */
  voidReason: z.nullable(z.string()),
  created_at: instant,
  updated_at: instant,
});
export type Charge = z.infer<typeof Charge>;

/**
 * One line of a customer's account. `charge`: a booking or a sale is owed · `credit`: it is not any more, or in part · `void`: the
 * sale was a mistake · `payment` · `refund`, which is negative where it was taken back because it failed · `pack`: a pack settles
 * it, or negatively does not any more.
 */
export const AccountEntry = z.object({
  /** The charge's, or the settlement's: unique together with `kind`. */
  id,
  kind: z.enum(["charge", "credit", "void", "payment", "refund", "pack"]),
  at: instant,
  event: Charge.shape.event,
  label: Charge.shape.label,
  /** Why a sale was voided. */
  reason: z.nullable(z.string()),
  paymentId: z.nullable(id),
  method: z.nullable(z.enum(["card", "cash", "check", "transfer", "card_on_site", "balance", "voucher"])),
  /** Positive if the customer owes more by it. */
  amount: z.int(),
  /** Owed after it; negative if the organization owes the customer. */
  balance: z.int(),
  currency: z.string(),
});
export type AccountEntry = z.infer<typeof AccountEntry>;

export const WriteOffDraft = z.strictObject({ reason: requiredText(300) });

export const VoidDraft = z.strictObject({ reason: requiredText(300) });

/** Days since the due date: `ahead` until it has gone by. */
export const debtAges = ["ahead", "days30", "days60", "days90", "older"] as const;
export type DebtAge = (typeof debtAges)[number];

export const CustomerAccount = z.object({
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** Owed in all; negative if the organization owes the customer. */
      balance: z.int(),
      /** The part of `balance` that is written off; it has no age. */
      writtenOff: z.int(),
      /** Open charges that are not written off, the latest due date first; ages without any are left out. */
      debts: z.array(
        z.object({ age: z.enum(["ahead", "days30", "days60", "days90", "older"]), count: z.int(), amount: z.int() }),
      ),
    }),
  ),
});
export type CustomerAccount = z.infer<typeof CustomerAccount>;

export const charges = defineModule("charges", {
  list: get("/organizations/{organizationId}/charges", {
    allow: "payments.show",
    mayLag: true,
    summary: "What customers owe and owed, the latest due date first",
    query: z.extend(z.omit(ListQuery, { q: true }), {
      state: z.optional(z.enum(["pending", "open", "settled", "void"])),
      kind: z.optional(
        z.enum(["booking", "goods", "fee", "coaching", "pack", "extra", "subscription", "top_up", "voucher", "share"]),
      ),
      overdue: z.optional(z.stringbool()),
      customerId: z.optional(id),
      /** Fees for the no-show of this booking, those that ended included. */
      feeOf: z.optional(id),
      /** Due dates, both included. */
      from: z.optional(localDate),
      to: z.optional(localDate),
    }),
    returns: page(Charge),
  }),
  read: get("/organizations/{organizationId}/charges/{chargeId}", {
    allow: "payments.show",
    summary: "One charge",
    returns: Charge,
  }),
  writeOff: post("/organizations/{organizationId}/charges/{chargeId}/write-off", {
    allow: "sales.adjust",
    summary: "Write an open charge off: it stays a debt, and nobody is reminded of it any more",
    body: WriteOffDraft,
    example: { reason: "Moved away, no address" },
    returns: Charge,
    successMessage: "charges.writtenOffNow",
    status: 200,
  }),
  undoWriteOff: post("/organizations/{organizationId}/charges/{chargeId}/write-off/undo", {
    allow: "sales.adjust",
    summary: "Take a write-off back",
    returns: Charge,
    successMessage: "charges.writeOffUndone",
    status: 200,
  }),
  pauseReminders: post("/organizations/{organizationId}/charges/{chargeId}/reminders/pause", {
    allow: "payments.record",
    summary: "Leave a charge out of the steps of reminders; the team can still remind of it",
    returns: Charge,
    successMessage: "charges.remindersPausedNow",
    status: 200,
  }),
  resumeReminders: post("/organizations/{organizationId}/charges/{chargeId}/reminders/resume", {
    allow: "payments.record",
    summary: "Let the steps of reminders go on for a charge",
    returns: Charge,
    successMessage: "charges.remindersResumedNow",
    status: 200,
  }),
  void: post("/organizations/{organizationId}/charges/{chargeId}/void", {
    allow: "sales.adjust",
    summary: "Void a sale of which nothing was paid: it is no longer owed. An invoice over it gets its credit note",
    body: VoidDraft,
    example: { reason: "Typed twice" },
    returns: Charge,
    successMessage: "charges.voidedNow",
    status: 200,
  }),
  account: get("/organizations/{organizationId}/customers/{customerId}/account", {
    allow: "payments.show",
    summary: "The balance of a customer in each currency, and their debts by age",
    returns: CustomerAccount,
  }),
  accountEntries: get("/organizations/{organizationId}/customers/{customerId}/account/entries", {
    allow: "payments.show",
    mayLag: true,
    summary: "What a customer was charged, paid and got back, with the balance after each, latest first",
    query: z.omit(ListQuery, { q: true }),
    returns: page(AccountEntry),
  }),
});
