/** Accounting of an organization: the VAT that its documents tell, and the entries that follow from them. For who keeps the books. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { isAccountingPeriod } from "./accounting-period-rules.ts";
import { defineModule, DryRun, get, id, instant, ListQuery, nameLine, page, post, put } from "./kit.ts";

/** `issued`: by the date of invoices and credit notes · `received`: by the date of the money, as VAT on services is due. */
export const vatBases = ["issued", "received"] as const;
export type VatBasis = (typeof vatBases)[number];

/** A month, `2026-11`, or a year, `2026`. */
const period = z
  .string()
  .check(z.refine(isAccountingPeriod, { error: "accounting.invalidPeriod" satisfies MessageKey }));

const vatQuery = z.object({
  /** Default: this month. */
  period: z.optional(period),
  /** Default: `issued`. */
  basis: z.optional(z.enum(["issued", "received"])),
});

/** Minor units; negative where more was credited or given back than sold. */
export const VatRow = z.object({
  month: z.string(),
  currency: z.string(),
  /** Hundredths of a percent, such as 887.5. */
  rate: z.number(),
  /** Sold without tax, although the seller charges it otherwise. */
  isExempt: z.boolean(),
  net: z.int(),
  vat: z.int(),
  gross: z.int(),
});
export type VatRow = z.infer<typeof VatRow>;

export const VatReport = z.object({
  period: z.string(),
  basis: z.enum(["issued", "received"]),
  /** By month, currency and rate, the highest rate first. Months without sales have none. */
  rows: z.array(VatRow),
});
export type VatReport = z.infer<typeof VatReport>;

/** VE sales · CA cash · BQ bank and payment provider · OD other: differences of tills, and money brought to the bank. */
export const journals = ["VE", "CA", "BQ", "OD"] as const;
export type Journal = (typeof journals)[number];

/** Accounts of the books, beside those by tax rate. */
export const accountKeys = [
  "customers",
  "cash",
  "checks",
  "card_desk",
  "provider",
  "bank",
  "fees",
  "transfers",
  "difference_loss",
  "difference_gain",
  "suspense",
  "wallet",
  "vouchers",
] as const;
export type AccountKey = (typeof accountKeys)[number];

/** Three digits, by which a plan of accounts sorts them, then letters or digits. */
const accountNumber = z
  .string()
  .check(z.trim(), z.regex(/^\d{3}[\dA-Za-z]{0,12}$/, { error: "accounting.invalidNumber" satisfies MessageKey }));

export const AccountDraft = z.strictObject({
  /** One of `accountKeys`, or `revenue:`, `goods:` or `tax:` with a rate in thousandths of a percent or `exempt`: `tax:20000`. */
  key: z.string().check(z.regex(/^[\w:]{1,20}$/)),
  number: accountNumber,
  label: nameLine(60),
});
export type AccountDraft = z.infer<typeof AccountDraft>;

export const AccountsDraft = z.strictObject({
  accounts: z.array(AccountDraft).check(z.minLength(1), z.maxLength(200)),
});
export type AccountsDraft = z.infer<typeof AccountsDraft>;

export const Account = z.object({ key: z.string(), number: z.string(), label: z.string() });
export type Account = z.infer<typeof Account>;

export const JournalLine = z.object({
  account: z.string(),
  accountLabel: z.string(),
  /** The customer, on the account of customers. */
  auxiliary: z.nullable(z.object({ number: z.string(), name: z.string() })),
  /** Minor units; one of both is 0, none is negative. */
  debit: z.int(),
  credit: z.int(),
});
export type JournalLine = z.infer<typeof JournalLine>;

export const JournalEntry = z.object({
  /** The document's, the payment's, or that of another movement of money. */
  id,
  /** `fees`: those of an online payment that became known when its month was closed. */
  kind: z.enum(["invoice", "payment", "fees", "refund", "payout", "till_movement", "till_closing"]),
  journal: z.enum(["VE", "CA", "BQ", "OD"]),
  /** Local date of the organization. */
  date: z.iso.date(),
  piece: z.string(),
  label: z.string(),
  /** Debit and credit are equal. */
  lines: z.array(JournalLine),
  currency: z.string(),
  /** Local date on which its month was closed; null while it is open. */
  closedOn: z.nullable(z.iso.date()),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

const JournalSum = z.object({
  journal: z.enum(["VE", "CA", "BQ", "OD"]),
  entries: z.int(),
  /** Debit, which the credit is equal to; minor units. */
  amount: z.int(),
});
export type JournalSum = z.infer<typeof JournalSum>;

export const ClosedMonth = z.object({
  /** `2026-11` */
  month: z.string(),
  closedAt: instant,
  closedBy: z.object({ id, fullName: z.string() }),
  /** Journals with entries. */
  journals: z.array(JournalSum),
  /** Online payments whose fees were not known: they are booked in the first open month. */
  feesMissing: z.int(),
  currency: z.string(),
  /** SHA-256 of the FEC of the month in hexadecimal; null in other countries than France. */
  sha256: z.nullable(z.string()),
});
export type ClosedMonth = z.infer<typeof ClosedMonth>;

export const AccountingMonths = z.object({
  /** The month that is closed next; null without entries. */
  next: z.nullable(
    z.object({
      month: z.string(),
      /** Local date from which it can be closed. */
      from: z.iso.date(),
      isOver: z.boolean(),
    }),
  ),
  /** Latest first. */
  closed: z.array(ClosedMonth),
});
export type AccountingMonths = z.infer<typeof AccountingMonths>;

export const payoutStates = ["pending", "paid", "failed", "canceled"] as const;
export type PayoutState = (typeof payoutStates)[number];
export const payoutItemKinds = ["charge", "refund", "dispute", "fee", "other"] as const;
export type PayoutItemKind = (typeof payoutItemKinds)[number];
/** `differs`: the payment or refund is known with another amount or other fees. */
export const payoutItemStates = ["known", "differs", "unknown"] as const;
export type PayoutItemState = (typeof payoutItemStates)[number];

/** Minor units, negative where money goes back or is kept. */
export const Payout = z.object({
  id,
  /** The payment service, and its number of the payout. */
  provider: z.string(),
  number: z.string(),
  state: z.enum(["pending", "paid", "failed", "canceled"]),
  arrivesOn: z.iso.date(),
  currency: z.string(),
  amount: z.int(),
  /** False for one that was made by hand: nobody says of what. */
  isAutomatic: z.boolean(),
  /** Null until its items are read, and for one that was made by hand. */
  sums: z.nullable(
    z.object({
      items: z.int(),
      charges: z.int(),
      refunds: z.int(),
      disputes: z.int(),
      fees: z.int(),
      other: z.int(),
      /** `amount` less all of these. */
      difference: z.int(),
      /** Items that are of no payment or refund of the organization, and those that differ from theirs. */
      unknown: z.int(),
      differing: z.int(),
    }),
  ),
});
export type Payout = z.infer<typeof Payout>;

export const PayoutItem = z.object({
  /** The payment service's number of the movement. */
  id: z.string(),
  kind: z.enum(["charge", "refund", "dispute", "fee", "other"]),
  state: z.enum(["known", "differs", "unknown"]),
  at: instant,
  amount: z.int(),
  fee: z.int(),
  /** `amount` − `fee` */
  net: z.int(),
  payment: z.nullable(z.object({ id, payerName: z.string() })),
  /** The payment service's number of the charge, refund or dispute. */
  source: z.nullable(z.string()),
});
export type PayoutItem = z.infer<typeof PayoutItem>;

/** `booking`: with its extras. */
export const deferredKinds = ["subscription", "pack", "voucher", "booking"] as const;
export type DeferredKind = (typeof deferredKinds)[number];

/** A charge that is invoiced by a date and served after it. */
export const DeferredRow = z.object({
  chargeId: id,
  kind: z.enum(["subscription", "pack", "voucher", "booking"]),
  label: z.string(),
  customer: z.nullable(z.object({ customerId: id, name: z.string() })),
  currency: z.string(),
  /** Local dates, both included; null for packs, and the first one for gift vouchers. */
  from: z.nullable(z.iso.date()),
  to: z.nullable(z.iso.date()),
  /** Days, units of a pack, or minor units of a gift voucher: all of them, and those after the date. */
  total: z.int(),
  left: z.int(),
  /** Minor units, without tax: invoiced less credited. */
  net: z.int(),
  /** `net` × `left` ÷ `total` */
  deferred: z.int(),
});
export type DeferredRow = z.infer<typeof DeferredRow>;

export const DeferredReport = z.object({
  period: z.string(),
  /** The last day of the period. */
  date: z.iso.date(),
  /** By kind and currency. */
  sums: z.array(
    z.object({
      kind: z.enum(["subscription", "pack", "voucher", "booking"]),
      currency: z.string(),
      count: z.int(),
      net: z.int(),
      deferred: z.int(),
    }),
  ),
});
export type DeferredReport = z.infer<typeof DeferredReport>;

export const accounting = defineModule("accounting", {
  vat: get("/organizations/{organizationId}/accounting/vat", {
    allow: "accounting.export",
    query: vatQuery,
    mayLag: true,
    summary: "VAT of a month or a year by rate, by the date of the documents or of the money",
    returns: VatReport,
  }),
  vatCsv: get("/organizations/{organizationId}/accounting/vat.csv", {
    allow: "accounting.export",
    query: vatQuery,
    summary: "The rows of the VAT report as CSV",
    returns: z.unknown(),
    raw: "download",
  }),
  accounts: get("/organizations/{organizationId}/accounting/accounts", {
    allow: "accounting.export",
    summary: "The accounts that entries are booked on",
    returns: z.array(Account),
  }),
  setAccounts: put("/organizations/{organizationId}/accounting/accounts", {
    allow: "organizations.update",
    summary: "Set numbers and names of accounts; those that are not named stay. Entries of open months have them",
    body: AccountsDraft,
    example: { accounts: [{ key: "bank", number: "512100", label: "Banque" }] },
    returns: z.array(Account),
    successMessage: "accounting.accountsSaved",
  }),
  journal: get("/organizations/{organizationId}/accounting/journal", {
    allow: "accounting.export",
    query: z.extend(z.omit(ListQuery, { q: true }), {
      period: z.optional(period),
      journal: z.optional(z.enum(["VE", "CA", "BQ", "OD"])),
    }),
    mayLag: true,
    summary: "Entries of a month or a year by date and journal, in the organization's currency",
    returns: page(JournalEntry),
  }),
  journalCsv: get("/organizations/{organizationId}/accounting/journal.csv", {
    allow: "accounting.export",
    query: z.object({ period: z.optional(period), journal: z.optional(z.enum(["VE", "CA", "BQ", "OD"])) }),
    summary: "The lines of the entries as CSV",
    returns: z.unknown(),
    raw: "download",
  }),
  payouts: get("/organizations/{organizationId}/accounting/payouts", {
    allow: "accounting.export",
    query: z.extend(z.omit(ListQuery, { q: true }), { period: z.optional(period) }),
    mayLag: true,
    summary:
      "Payouts of the payment service to the organization's bank account, by the day on which they arrive, latest first. Default: of all periods",
    returns: page(Payout),
  }),
  payout: get("/organizations/{organizationId}/accounting/payouts/{payoutId}", {
    allow: "accounting.export",
    summary: "One payout",
    returns: Payout,
  }),
  payoutItems: get("/organizations/{organizationId}/accounting/payouts/{payoutId}/items", {
    allow: "accounting.export",
    query: z.omit(ListQuery, { q: true }),
    summary: "The movements that a payout is made of: first those that are not known or differ, then the latest",
    returns: page(PayoutItem),
  }),
  payoutsCsv: get("/organizations/{organizationId}/accounting/payouts.csv", {
    allow: "accounting.export",
    query: z.object({ period: z.optional(period) }),
    summary: "The movements of the payouts of a month or a year as CSV",
    returns: z.unknown(),
    raw: "download",
  }),
  deferred: get("/organizations/{organizationId}/accounting/deferred", {
    allow: "accounting.export",
    query: z.object({ period: z.optional(period) }),
    mayLag: true,
    summary:
      "Deferred income at the end of a month or a year: what is invoiced by then and served later, of memberships by days, of packs by units, of bookings that lie ahead",
    returns: DeferredReport,
  }),
  deferredRows: get("/organizations/{organizationId}/accounting/deferred/rows", {
    allow: "accounting.export",
    query: z.extend(z.omit(ListQuery, { q: true }), { period: z.optional(period) }),
    mayLag: true,
    summary: "The memberships, packs, gift vouchers and bookings that deferred income is made of",
    returns: page(DeferredRow),
  }),
  deferredCsv: get("/organizations/{organizationId}/accounting/deferred.csv", {
    allow: "accounting.export",
    query: z.object({ period: z.optional(period) }),
    summary: "The rows of deferred income as CSV",
    returns: z.unknown(),
    raw: "download",
  }),
  months: get("/organizations/{organizationId}/accounting/months", {
    allow: "accounting.export",
    summary: "The months that are closed, and the one that comes next",
    returns: AccountingMonths,
  }),
  closeMonth: post("/organizations/{organizationId}/accounting/months/{month}/close", {
    allow: "accounting.close",
    query: DryRun,
    dryRun: true,
    summary:
      "Close the next month (`2026-11`) that is over, for good: its entries never change from then on, and nothing new is dated in it. A dry run answers what would be closed",
    returns: ClosedMonth,
    successMessage: "accounting.monthClosed",
  }),
  eReporting: get("/organizations/{organizationId}/accounting/e-reporting/{month}.csv", {
    allow: "accounting.export",
    summary:
      "What a French organization reports of a month (`2026-11`): sales to consumers by day, category (`TLB1` goods, `TPS1` services, `TNT1` not taxed) and rate, and payments for services by day and rate",
    returns: z.unknown(),
    raw: "download",
  }),
  fec: get("/organizations/{organizationId}/accounting/fec/{period}.txt", {
    allow: "accounting.export",
    summary:
      "Entries of a month (`2026-11`) or a year (`2026`) of a French organization as FEC (article A47 A-1 of the LPF), for its accountant to import",
    returns: z.unknown(),
    raw: "download",
    types: ["text/plain"],
  }),
});
