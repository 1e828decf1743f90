/**
 * Tills: while an organization has an active one, cash, checks and the card terminal at the desk go into an open session.
 * All amounts are minor units.
 */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import {
  defineModule,
  get,
  id,
  instant,
  ListQuery,
  nameLine,
  optionalText,
  page,
  partialOf,
  patch,
  post,
  requiredLine,
} from "./kit.ts";
import { EntityRef } from "./organizations.ts";

/** Limit for each organization. */
export const MAX_TILLS = 50;
/** A difference above it needs a reason. */
export const TILL_TOLERANCE = 500;

/** Transfers and online payments are in no till. */
export const tillMethods = ["cash", "check", "card_on_site"] as const;
export type TillMethod = (typeof tillMethods)[number];

export const tillMovementKinds = ["payment", "refund", "paid_in", "paid_out", "bank", "correction"] as const;
export type TillMovementKind = (typeof tillMovementKinds)[number];

const MAX_AMOUNT = 100_000_000;
const amount = z.int().check(z.gte(0), z.lte(MAX_AMOUNT));
const Sum = z.object({ count: z.int(), amount: z.int() });
const Colleague = z.object({ id, fullName: z.string() });

export const TillDraft = z.strictObject({
  name: nameLine(60),
  /** Null: for the whole organization. */
  facilityId: z._default(z.nullable(id), null),
  active: z._default(z.boolean(), true),
});
export type TillDraft = z.infer<typeof TillDraft>;

export const TillSession = z.object({
  id,
  openedBy: Colleague,
  openedAt: instant,
  /** Local date of the till. */
  businessDate: z.iso.date(),
  /** Open past 04:00 of the next day. */
  isOverdue: z.boolean(),
  float: z.int(),
  currency: z.string(),
});
export type TillSession = z.infer<typeof TillSession>;

export const Till = z.object({
  id,
  organization: EntityRef,
  name: z.string(),
  facilityId: z.nullable(id),
  facilityName: z.nullable(z.string()),
  active: z.boolean(),
  /** The organization’s, in which it is opened next. */
  currency: z.string(),
  /** The open one. */
  session: z.nullable(TillSession),
  /** Left in it by the last closing. */
  nextFloat: z.nullable(z.int()),
  created_at: instant,
  updated_at: instant,
});
export type Till = z.infer<typeof Till>;

export const TillMethodSums = z.object({
  method: z.enum(tillMethods),
  payments: Sum,
  /** Amounts of money that left the till are negative. */
  refunds: Sum,
  paidIn: Sum,
  paidOut: Sum,
  bank: Sum,
  corrections: Sum,
  /** The sum of all, and of the float in cash. */
  expected: z.int(),
});
export type TillMethodSums = z.infer<typeof TillMethodSums>;

const TillColleagueSums = z.object({
  /** Null for refunds that were made by themselves. */
  colleague: z.nullable(Colleague),
  payments: Sum,
  refunds: Sum,
});

export const TillProductSums = z.object({
  /** The product as it was called when it was sold, without an id for money on a balance; null for bookings. */
  product: z.nullable(z.object({ id: z.nullable(id), name: z.string() })),
  payments: Sum,
  refunds: Sum,
});
export type TillProductSums = z.infer<typeof TillProductSums>;

export const TillRateSum = z.object({
  /** Hundredths of a percent, such as 887.5. */
  rate: z.number(),
  /** An exemption, by a seller who charges tax otherwise. */
  isExempt: z.optional(z.boolean()),
  net: z.int(),
  vat: z.int(),
  gross: z.int(),
});
export type TillRateSum = z.infer<typeof TillRateSum>;

export const TillReport = z.object({
  session: TillSession,
  till: EntityRef,
  /** Number of movements. */
  movements: z.int(),
  methods: z.array(TillMethodSums),
  colleagues: z.array(TillColleagueSums),
  /** Bookings and each product: together they are the total. */
  products: z.array(TillProductSums),
  /** Payments less refunds. */
  total: z.int(),
});
export type TillReport = z.infer<typeof TillReport>;

export const OpenTillDraft = z.strictObject({ float: amount });

export const TillMovement = z.object({
  id,
  organization: EntityRef,
  sessionId: id,
  till: EntityRef,
  kind: z.enum(tillMovementKinds),
  method: z.enum(tillMethods),
  /** Negative for money that left the till. */
  amount: z.int(),
  currency: z.string(),
  /** Null where it is no payment or refund. */
  payer: z.nullable(z.string()),
  /** The booking's name, or what was sold; null where it is no payment or refund. */
  label: z.nullable(z.string()),
  paymentId: z.nullable(id),
  colleague: z.nullable(Colleague),
  reason: z.nullable(z.string()),
  /** A correction names another movement, or the closing that was wrong. */
  correctsMovementId: z.nullable(id),
  /** That movement. */
  correctsMovement: z.nullable(
    z.object({
      id,
      kind: z.enum(tillMovementKinds),
      amount: z.int(),
      payer: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      created_at: instant,
    }),
  ),
  correctsClosing: z.nullable(z.object({ id, number: z.int() })),
  created_at: instant,
});
export type TillMovement = z.infer<typeof TillMovement>;

export const TillMovementDraft = z
  .strictObject({
    kind: z.enum(["paid_in", "paid_out", "bank", "correction"]),
    method: z._default(z.enum(tillMethods), "cash"),
    /** Positive; only a correction may be negative. */
    amount: z.int().check(z.gte(-MAX_AMOUNT), z.lte(MAX_AMOUNT)),
    reason: requiredLine(300),
    correctsMovementId: z.nullish(id),
    correctsClosingId: z.nullish(id),
  })
  .check(
    z.refine(({ kind, amount: given }) => (kind === "correction" ? given !== 0 : given > 0), {
      path: ["amount"],
      error: "tills.amountMissing" satisfies MessageKey,
    }),
    z.refine(
      ({ kind, method }) => kind === "correction" || method === "cash" || (kind === "bank" && method === "check"),
      { path: ["method"], error: "tills.methodOfKind" satisfies MessageKey },
    ),
    z.refine(
      ({ kind, correctsMovementId, correctsClosingId }) =>
        [correctsMovementId, correctsClosingId].filter(Boolean).length === (kind === "correction" ? 1 : 0),
      { path: ["correctsMovementId"], error: "tills.correctsWhat" satisfies MessageKey },
    ),
  );
export type TillMovementDraft = z.infer<typeof TillMovementDraft>;

const TillCount = z.strictObject({
  method: z.enum(tillMethods),
  amount,
  /** Required where the difference is above the tolerance. */
  reason: optionalText(300),
});
const Denomination = z.strictObject({
  value: z.int().check(z.gte(1), z.lte(MAX_AMOUNT)),
  count: z.int().check(z.gte(0), z.lte(100_000)),
});

export const CloseTillDraft = z.strictObject({
  /** The number of movements that were counted: refused if others came since. Default: not compared. */
  movements: z.nullish(z.int().check(z.gte(0))),
  /** Cash, and each other method that something is expected of. */
  counted: z.array(TillCount).check(
    z.minLength(1),
    z.maxLength(3),
    z.refine((counts) => new Set(counts.map(({ method }) => method)).size === counts.length, {
      error: "tills.sameMethodTwice" satisfies MessageKey,
    }),
  ),
  /** Notes and coins, which add up to the cash. */
  denominations: z.nullish(
    z.array(Denomination).check(
      z.maxLength(20),
      z.refine((all) => new Set(all.map(({ value }) => value)).size === all.length, {
        error: "tills.sameDenominationTwice" satisfies MessageKey,
      }),
    ),
  ),
  /** Stays in the till; the rest of the cash goes to the bank. */
  nextFloat: amount,
});
export type CloseTillDraft = z.infer<typeof CloseTillDraft>;

const TillClosingMethod = z.extend(TillMethodSums, {
  counted: z.int(),
  /** `counted` − `expected`. */
  difference: z.int(),
  reason: z.nullable(z.string()),
});
export const TillClosing = z.object({
  id,
  organization: EntityRef,
  /** As it was called then. */
  till: EntityRef,
  sessionId: id,
  number: z.int(),
  currency: z.string(),
  businessDate: z.iso.date(),
  openedBy: Colleague,
  openedAt: instant,
  closedBy: Colleague,
  closedAt: instant,
  float: z.int(),
  movements: z.int(),
  methods: z.array(TillClosingMethod),
  colleagues: z.array(TillColleagueSums),
  denominations: z.nullable(z.array(z.object({ value: z.int(), count: z.int() }))),
  /** All methods together. */
  difference: z.int(),
  /** Payments less refunds. */
  total: z.int(),
  /** Bookings and each product: together they are the total; null for reports of before. */
  products: z.nullable(z.array(TillProductSums)),
  /** Payments less refunds by tax rate, as their invoices and credit notes; null for reports of before. */
  rates: z.nullable(z.array(TillRateSum)),
  /** The totals of all closings of the till until this one. */
  perpetualTotal: z.int(),
  /** Cash that went to the bank or the safe. */
  banked: z.int(),
  nextFloat: z.int(),
});
export type TillClosing = z.infer<typeof TillClosing>;

export const tills = defineModule("tills", {
  list: get("/organizations/{organizationId}/tills", {
    allow: "till.use",
    mayLag: true,
    summary: "Tills with their open sessions, the active ones first",
    returns: z.array(Till),
  }),
  create: post("/organizations/{organizationId}/tills", {
    allow: "organizations.update",
    summary: `Add a till, ${MAX_TILLS} at most: from then on what is taken at its desk needs an open session`,
    body: TillDraft,
    example: { name: "Front desk" },
    returns: Till,
    successMessage: "tills.created",
  }),
  update: patch("/organizations/{organizationId}/tills/{tillId}", {
    allow: "organizations.update",
    summary: "Change a till, turn it off or on again; refused while it is open",
    body: partialOf(TillDraft),
    example: { name: "Front desk" },
    returns: Till,
    successMessage: "tills.saved",
  }),
  open: post("/organizations/{organizationId}/tills/{tillId}/open", {
    allow: "till.use",
    summary: "Open a session with a float; refunds that were made while the till was closed are in it",
    body: OpenTillDraft,
    example: { float: 15_000 },
    returns: TillReport,
    successMessage: "tills.opened",
    idempotent: true,
  }),
  report: get("/organizations/{organizationId}/tills/{tillId}/report", {
    allow: "till.use",
    summary: "X report: the sums of the open session until now; null while the till is closed",
    returns: z.nullable(TillReport),
  }),
  move: post("/organizations/{organizationId}/tills/{tillId}/movements", {
    allow: "till.use",
    summary: "Put money in, take it out, bring it to the bank, or correct an earlier movement or closing",
    body: TillMovementDraft,
    example: { kind: "paid_out", amount: 960, reason: "Stamps" },
    returns: TillReport,
    successMessage: "tills.moved",
    idempotent: true,
  }),
  close: post("/organizations/{organizationId}/tills/{tillId}/close", {
    allow: "till.close",
    summary: "Count and close the open session: a numbered report (Z) that never changes",
    body: CloseTillDraft,
    example: { counted: [{ method: "cash", amount: 15_000 }], nextFloat: 15_000 },
    returns: TillClosing,
    successMessage: "tills.closed",
    idempotent: true,
  }),
  movements: get("/organizations/{organizationId}/till-movements", {
    allow: "till.use",
    mayLag: true,
    summary: "What went into the tills and out of them, latest first",
    query: z.extend(z.omit(ListQuery, { q: true }), { sessionId: z.optional(id) }),
    returns: page(TillMovement),
  }),
  closings: get("/organizations/{organizationId}/till-closings", {
    allow: "till.use",
    mayLag: true,
    summary: "Reports of closed sessions (Z), latest first",
    query: z.extend(z.omit(ListQuery, { q: true }), { tillId: z.optional(id) }),
    returns: page(TillClosing),
  }),
  closing: get("/organizations/{organizationId}/till-closings/{tillClosingId}", {
    allow: "till.use",
    summary: "One report of a closed session",
    returns: TillClosing,
  }),
  closingPdf: get("/organizations/{organizationId}/till-closings/{tillClosingId}/report.pdf", {
    allow: "till.use",
    summary: "The report of a closed session as PDF",
    returns: z.unknown(),
    raw: "download",
  }),
});
