/** Payments and refunds for events: through a payment provider, or recorded by the team. All amounts are minor units. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import {
  DryRun,
  email,
  get,
  id,
  idList,
  instant,
  requiredLine,
  ListQuery,
  localDate,
  optionalText,
  page,
  post,
  put,
  del,
  noData,
  defineModule,
  patch,
} from "./kit.ts";
import { Card, CardConsent, CardPage, OwnCard, SavedCard, savedWithPayment } from "./card-shape.ts";
import { Charge } from "./charges.ts";
import { Invoice } from "./invoice-shape.ts";
import { EntityRef } from "./organizations.ts";
import { PromoCodeText } from "./promo-codes.ts";
import { TAKE_BACK_DAYS, VoucherDraft, voucherCode } from "./vouchers.ts";
import { compactAccountNumber, findIbanFault, isBic, type IbanFault } from "./payments-iban-rules.ts";

/** Payment providers, in the order in which they are offered. A payment with a provider is an online payment. */
export const providerNames = ["stripe", "bank_transfer"] as const;
export type ProviderName = (typeof providerNames)[number];

export const manualPaymentMethods = ["cash", "check", "transfer", "card_on_site"] as const;
/** The desk takes money, or what was paid ahead: the balance of the customer, or a gift voucher of anybody. */
export const deskMethods = [...manualPaymentMethods, "balance", "voucher"] as const;
/** A `card` payment is always online. A `transfer` has a provider if it was requested online, none if the team recorded it. */
export const paymentMethods = ["card", ...deskMethods] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** States of one attempt: `created` until the provider knows it, `processing` while the payer may be paying. */
export const paymentStates = ["created", "processing", "succeeded", "failed", "canceled"] as const;
export type PaymentState = (typeof paymentStates)[number];
export const refundStates = ["pending", "succeeded", "failed"] as const;
export type RefundState = (typeof refundStates)[number];
export const disputeStates = [
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
  "needs_response",
  "under_review",
  "won",
  "lost",
  "prevented",
] as const;

const amount = z.int().check(z.gte(1), z.lte(100_000_000));

export const Refund = z.object({
  id,
  amount: z.int(),
  state: z.enum(refundStates),
  /** How it goes back; null: as it was paid. */
  method: z.nullable(z.enum(deskMethods)),
  reason: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  /** The team sends the refund by hand, then marks it as sent. */
  isManual: z.boolean(),
  /** The provider or the bank sent it back, and the team has not paid it in another way yet. */
  isOwed: z.boolean(),
  created_at: instant,
});
export type Refund = z.infer<typeof Refund>;

export const Dispute = z.object({
  id: z.string(),
  amount: z.int(),
  state: z.enum(disputeStates),
  reason: z.nullable(z.string()),
  dueBy: z.nullable(instant),
  created_at: instant,
});

export const TransferDetails = z.object({
  holder: z.string(),
  iban: z.string(),
  bic: z.nullable(z.string()),
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  expiresAt: instant,
});
export type TransferDetails = z.infer<typeof TransferDetails>;

export const Payment = z.object({
  id,
  /** The payer: a person with an account, or the name of a walk-in. */
  user: z.object({ id: z.nullable(id), fullName: z.string() }),
  /** The customer of the booking or of the sale; null for members, who read their own payments. */
  customerId: z.nullable(id),
  organization: EntityRef,
  country: z.object({ id: z.int(), name: z.string() }),
  /** Null where it is for a line of a sale. */
  event: z.nullable(
    z.object({
      ...{ id, name: z.string(), startTime: instant, timezone: z.string() },
      ...{ fieldName: z.string(), facilityId: id },
    }),
  ),
  /** The booking's name, or what was sold with its quantity: `Tennis balls × 2`. */
  label: z.string(),
  /** By whose clock its times are shown: the facility's; of a sale, the organization's. */
  timezone: z.string(),
  method: z.enum(paymentMethods),
  /** Null if the team recorded the payment. */
  provider: z.nullable(z.enum(providerNames)),
  status: z.enum(paymentStates),
  amount: z.int(),
  /** The requested amount, if the provider took another one. */
  askedAmount: z.nullable(z.int()),
  /** Null until the provider reports it; 0 for recorded payments. */
  providerFee: z.nullable(z.int()),
  /** Equals `providerFee`; kept for existing clients. */
  stripeFee: z.nullable(z.int()),
  currency: z.string(),
  /** Includes pending refunds. */
  refunded: z.int(),
  refundable: z.int(),
  reference: z.nullable(z.string()),
  /** Payments that the team took together have the same. */
  groupId: z.nullable(id),
  /** Whether the team can mark a bank transfer as received: it is pending, or arrived too late. */
  isReceivable: z.boolean(),
  failure: z.nullable(z.string()),
  note: z.nullable(z.string()),
  isDisputed: z.boolean(),
  /** When the team last mailed or copied a link to pay it; null for members, and where it did neither. */
  link: z.nullable(z.object({ sentAt: z.nullable(instant), copiedAt: z.nullable(instant) })),
  paid_at: z.nullable(instant),
  created_at: instant,
  updated_at: instant,
});
export type Payment = z.infer<typeof Payment>;

/** The receipt goes there if no address of the payer is known, and the address is kept on the customer. */
const receiptEmail = z.nullish(email);
/**
 * Its open session takes cash, checks and the card terminal. Default: the open till of the facility, else of the
 * organization; required where several are open, ignored where no till is on and for transfers.
 */
const deskTill = z.nullish(id);
/** The code of the gift voucher that pays, where the method is one. */
const payingVoucher = z.nullish(voucherCode);
export const PaymentDraft = z.strictObject({
  method: z.enum(deskMethods),
  amount,
  note: optionalText(300),
  email: receiptEmail,
  tillId: deskTill,
  voucherCode: payingVoucher,
});

export const PaymentDetail = z.extend(Payment, {
  invoices: z.array(Invoice),
  refunds: z.array(Refund),
  disputes: z.array(Dispute),
  transfer: z.nullable(TransferDetails),
});
export type PaymentDetail = z.infer<typeof PaymentDetail>;

/** Money that was paid ahead, by which one can pay what one owes. */
export const PrepaidMeans = z.object({
  /** Minor units on one's own balance. */
  wallet: z.int(),
  /** Whether the organization has gift vouchers that can be used. */
  takesVouchers: z.boolean(),
});
export type PrepaidMeans = z.infer<typeof PrepaidMeans>;

export const prepaidMethods = ["balance", "voucher"] as const;

export const eventPaymentActions = ["pay", "link", "record", "refund"] as const;
export const EventPayments = z.object({
  price: z.int(),
  /** The part of the price that the other players pay, each their share. */
  shared: z.int(),
  /** Payments received; `refunded` includes pending refunds. */
  paid: z.int(),
  refunded: z.int(),
  due: z.int(),
  /** Nobody asks for what is due any more; it can still be paid. */
  isWrittenOff: z.boolean(),
  currency: z.string(),
  holdExpiresAt: z.nullable(instant),
  /** Why nothing can be paid, although something is due: the seller's identity is not complete. */
  refusal: z.nullable(z.string()),
  /** The address that the receipt of a payment recorded now is mailed to; null if nobody would read it, or nothing can be recorded. */
  receiptTo: z.nullable(z.string()),
  /** Whether an address can be given with a payment: none is known, and the payer has no account. */
  asksReceiptAddress: z.boolean(),
  /** The customer has it on the balance; 0 for members, and where nothing can be recorded. */
  wallet: z.int(),
  actions: z.array(z.enum(eventPaymentActions)),
  providers: z.array(z.enum(providerNames)),
  /** By what the reader can pay it, who owes it; null for others, and where nothing can be paid. */
  prepaid: z.nullable(PrepaidMeans),
  /** The price is shared, and what is missing then can be taken from a card of the reader; null where it cannot. */
  rest: z.nullable(
    z.object({
      /** The whole price: no more is ever taken. */
      total: z.int(),
      settlesAt: instant,
      /** The card that it is taken from; null where none was agreed to. */
      card: z.nullable(Card),
    }),
  ),
  payments: z.array(PaymentDetail),
});
export type EventPayments = z.infer<typeof EventPayments>;

export const PaymentMethods = z.object({
  online: z.boolean(),
  onSite: z.boolean(),
  /** Whether the caller pays what they book by monthly invoice, and nothing when they book. */
  onAccount: z.boolean(),
  /** Minimum amount of an online payment, in minor units. */
  least: z.int(),
  mode: z.enum(["off", "test", "live"]),
  providers: z.array(
    z.object({
      name: z.enum(providerNames),
      minAmount: z.int(),
      minLeadHours: z.int(),
    }),
  ),
});
export type PaymentMethods = z.infer<typeof PaymentMethods>;

export const Checkout = z.object({ paymentId: id, url: z.string(), expiresAt: instant });

const ibanErrors = {
  form: "payments.ibanForm",
  country: "payments.ibanCountry",
  length: "payments.ibanLength",
  checksum: "payments.ibanChecksum",
} as const satisfies Record<IbanFault, MessageKey>;
const hasNoFault = (fault: IbanFault) =>
  z.refine<string>((iban) => findIbanFault(iban) !== fault, { error: ibanErrors[fault] });

const iban = z
  .string()
  .check(
    z.overwrite(compactAccountNumber),
    z.minLength(1),
    z.maxLength(34),
    hasNoFault("form"),
    hasNoFault("country"),
    hasNoFault("length"),
    hasNoFault("checksum"),
  );
const bic = z
  .string()
  .check(z.overwrite(compactAccountNumber), z.refine(isBic, { error: "payments.bicForm" satisfies MessageKey }));

export const BankAccountDraft = z.strictObject({
  active: z.boolean(),
  holder: requiredLine(70),
  iban,
  bic: z.nullish(bic),
  /** Days to pay; the slot is held until then. */
  paymentDays: z._default(z.int().check(z.gte(1), z.lte(30)), 5),
});
export const BankAccount = z.object({
  active: z.boolean(),
  holder: z.string(),
  iban: z.string(),
  bic: z.nullable(z.string()),
  paymentDays: z.int(),
  updated_at: instant,
});
export type BankAccount = z.infer<typeof BankAccount>;

export const paymentAccountStates = [
  "off",
  "platform",
  "missing",
  "onboarding",
  "restricted",
  "ready",
  "disconnected",
] as const;
export const PaymentAccountStatus = z.object({
  /**
   * `off`: the installation takes no online payments · `platform`: payments go to the installation's account ·
   * `missing`: the organization has to connect its own account first · `onboarding`: started, not finished ·
   * `restricted`: the provider needs more data · `ready`: payments go to the organization's account ·
   * `disconnected`: the organization has ended the connection, and may connect another account.
   */
  state: z.enum(paymentAccountStates),
  takesPayments: z.boolean(),
  mode: z.enum(["off", "test", "live"]),
  paysOut: z.boolean(),
  /** Data that the provider still requires, by its own names. */
  requirements: z.array(z.string()),
  /** Hundredths of a percent that the platform keeps of each payment. */
  platformFee: z.int(),
  connected_at: z.nullable(instant),
});
export type PaymentAccountStatus = z.infer<typeof PaymentAccountStatus>;

/** A payment or refund whose amount differs at the provider. Minor units; null if one side does not know it. */
export const PaymentDifference = z.object({
  id,
  organization: z.nullable(EntityRef),
  paymentId: z.nullable(id),
  provider: z.enum(providerNames),
  /** Charge or refund id at the provider. */
  subject: z.string(),
  ours: z.nullable(z.int()),
  theirs: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  found_at: instant,
});

export const paymentJobActs = [
  "payments.succeed",
  "payments.refundSucceed",
  "payments.refundFail",
  "payments.remindByStep",
] as const;

/** The steps of reminders of a debt: the last one and the next one. */
export const DebtSteps = z.object({
  /** The last step that was sent; null: none was. */
  last: z.nullable(z.object({ on: z.iso.date(), days: z.int() })),
  /** The day on which the next step is to go; null: none is. */
  nextOn: z.nullable(z.iso.date()),
  /** The debt itself is left out. */
  isPaused: z.boolean(),
  /** Its customer, or who pays for them, is left out until then. */
  pausedUntil: z.nullable(z.iso.date()),
});
export type DebtSteps = z.infer<typeof DebtSteps>;

export const customerDebtStates = ["overdue", "today", "later"] as const;
const CustomerDebt = z.object({
  chargeId: id,
  /** Null for a sale. */
  eventId: z.nullable(id),
  /** The booking's, or what was sold. */
  name: z.string(),
  /** Null for a sale. */
  fieldName: z.nullable(z.string()),
  /** When the booking begins, or the sale was made. */
  startTime: instant,
  timezone: z.string(),
  dueOn: z.iso.date(),
  due: z.int(),
  state: z.enum(customerDebtStates),
  /** When the customer was last reminded of it. */
  remindedAt: z.nullable(instant),
  steps: DebtSteps,
  /** Nobody is reminded of it any more: it is in no sum but `writtenOff`. */
  isWrittenOff: z.boolean(),
});
export type CustomerDebt = z.infer<typeof CustomerDebt>;

/** Minor units of the organization's currency: bookings and sales that are not fully paid. */
export const CustomerBalance = z.object({
  currency: z.string(),
  /** Due before today. */
  overdue: z.int(),
  /** The first day on which something of it was due. */
  overdueSince: z.nullable(z.iso.date()),
  dueToday: z.int(),
  later: z.int(),
  /** The last day on which something of it is due. */
  laterUntil: z.nullable(z.iso.date()),
  writtenOff: z.int(),
  /** Received in all, less what was refunded. */
  received: z.int(),
  /** Ids of events that are overdue or due today, oldest first, 100 at most. */
  dueEventIds: z.array(id),
  /** Charges that are overdue or due today: those of the events, and of sales. */
  dueChargeIds: z.array(id),
  /** Oldest first, 100 at most. */
  debts: z.array(CustomerDebt),
  /** The one link to all debts asks for this: also of those for whom the customer pays, but nothing that waits for its invoice. */
  paymentLink: z.object({ count: z.int(), due: z.int(), currency: z.string() }),
});
export type CustomerBalance = z.infer<typeof CustomerBalance>;

/** `week`: overdue for more than seven days. None of the others finds what is `writtenOff`. */
export const debtFilters = ["overdue", "week", "today", "later", "writtenOff"] as const;
export type DebtFilter = (typeof debtFilters)[number];

/** The dues of a customer in one currency, in minor units. */
export const CustomerDue = z.object({
  customerId: id,
  currency: z.string(),
  overdue: z.int(),
  /** Due today or later. */
  later: z.int(),
  /** Minor units on the balance of the customer. */
  prepaid: z.int(),
});
export type CustomerDue = z.infer<typeof CustomerDue>;

/** The unpaid part of an open charge: of the price of an event that stands, or of what was sold. */
export const Debt = z.object({
  /** The event's id; of a sale, the charge's. */
  id,
  organization: EntityRef,
  kind: Charge.shape.kind,
  /** The event's name, or what was sold with its quantity: `Tennis balls × 2`. */
  name: z.string(),
  /** Null for a sale, as are the next ones. */
  eventId: z.nullable(id),
  fieldName: z.nullable(z.string()),
  facilityId: z.nullable(id),
  facilityName: z.nullable(z.string()),
  /** A sale has the moment at which it was made, twice. */
  startTime: instant,
  endTime: instant,
  /** The facility's; of a sale, the organization's. */
  timezone: z.string(),
  customer: z.nullable(z.object({ id, name: z.string() })),
  /** The customer, or who pays for them, as a guardian does; null for nobody's. */
  payerId: z.nullable(id),
  seriesId: z.nullable(id),
  chargeId: id,
  price: z.int(),
  due: z.int(),
  currency: z.string(),
  /** The day of the event or of the sale, or that of an invoice that was issued before it is paid. */
  dueOn: z.iso.date(),
  /** Its day has gone by, and it is not written off. */
  isOverdue: z.boolean(),
  /** `today` until the day on which it is due has gone by, then `overdue`. */
  state: z.enum(customerDebtStates),
  /** When the customer was last reminded of it. */
  remindedAt: z.nullable(instant),
  steps: DebtSteps,
  /** Nobody is reminded of it any more. */
  isWrittenOff: z.boolean(),
  /** Whether an address of the customer is known, no reminder was sent today, and it is not written off. */
  isRemindable: z.boolean(),
});
export type Debt = z.infer<typeof Debt>;

/** A debt as the person who owes it reads it; one that is written off is left out. */
export const OwnDebt = z.extend(
  z.pick(Debt, {
    ...{ organization: true, kind: true, name: true, eventId: true, fieldName: true, startTime: true, timezone: true },
    ...{ chargeId: true, due: true, currency: true, dueOn: true, isOverdue: true, state: true },
  }),
  {
    id,
    /** The customer who owes it, for whom the reader pays; null for one's own. */
    forCustomer: z.nullable(z.object({ id, name: z.string() })),
    /** Whether it can be paid online now; a booking is paid on its page. */
    isPayable: z.boolean(),
    prepaid: PrepaidMeans,
  },
);
export type OwnDebt = z.infer<typeof OwnDebt>;

const Sum = z.object({ count: z.int(), amount: z.int() });
/** The other sums leave out what is written off. */
export const DebtSum = z.object({ currency: z.string(), overdue: Sum, today: Sum, later: Sum, writtenOff: Sum });
export type DebtSum = z.infer<typeof DebtSum>;

export const MAX_PAYMENTS_AT_ONCE = 100;
/** Named by its event, or by its charge, as what was sold. */
const DebtToPay = z.strictObject({ eventId: z.optional(id), chargeId: z.optional(id), amount }).check(
  z.refine(({ eventId, chargeId }) => (eventId === undefined) !== (chargeId === undefined), {
    error: "payments.debtByOne" satisfies MessageKey,
    path: ["eventId"],
  }),
);
/** Each once. */
const chargesToPay = z.array(id).check(
  z.minLength(1),
  z.maxLength(MAX_PAYMENTS_AT_ONCE),
  z.refine((ids) => new Set(ids.map((one) => one.toLowerCase())).size === ids.length, {
    error: "payments.sameDebtTwice" satisfies MessageKey,
  }),
);
/** Pays something that one owes with what was paid ahead, whole or in part. */
export const PrepaidDraft = z
  .strictObject({
    /** A booking of one's own, a charge, or several charges, of those for whom one pays, too: one of them. */
    eventId: z.optional(id),
    chargeId: z.optional(id),
    /** The oldest due first, each as far as the amount goes. */
    chargeIds: z.optional(chargesToPay),
    method: z.enum(prepaidMethods),
    amount,
    voucherCode: payingVoucher,
  })
  .check(
    z.refine(
      (draft) => [draft.eventId, draft.chargeId, draft.chargeIds].filter((named) => named !== undefined).length === 1,
      {
        error: "payments.debtByOne" satisfies MessageKey,
        path: ["eventId"],
      },
    ),
  );
export type PrepaidDraft = z.infer<typeof PrepaidDraft>;
export const PrepaidPayment = z.object({
  paymentId: id,
  amount: z.int(),
  /** Still to be paid, in another way. */
  due: z.int(),
  currency: z.string(),
});
export type PrepaidPayment = z.infer<typeof PrepaidPayment>;

const keyOfDebt = ({ eventId = "", chargeId = "" }: z.infer<typeof DebtToPay>): string =>
  `${eventId} ${chargeId}`.toLowerCase();
export const PaymentGroupDraft = z.strictObject({
  method: z.enum(deskMethods),
  note: optionalText(300),
  email: receiptEmail,
  tillId: deskTill,
  voucherCode: payingVoucher,
  /** Events or charges of one customer, or of those for whom the customer pays; each once. */
  debts: z.array(DebtToPay).check(
    z.minLength(1),
    z.maxLength(MAX_PAYMENTS_AT_ONCE),
    z.refine((debts) => new Set(debts.map(keyOfDebt)).size === debts.length, {
      error: "payments.sameDebtTwice" satisfies MessageKey,
    }),
  ),
});
/** A customer pays at the desk for charges of their own or of those for whom they pay. */
export const CustomerPaymentDraft = z.strictObject({
  method: z.enum(deskMethods),
  amount,
  /** Puts what is more than due on the balance of the customer. */
  restToWallet: z.optional(z.boolean()),
  /** The charges that it settles, the oldest due first. Default: open charges of the customer that are not written off, the oldest 100. */
  chargeIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_PAYMENTS_AT_ONCE))),
  note: optionalText(300),
  email: receiptEmail,
  tillId: deskTill,
  voucherCode: payingVoucher,
});
export const PaymentGroup = z.object({
  id,
  amount: z.int(),
  currency: z.string(),
  payments: z.array(PaymentDetail),
  /** Addresses to which a receipt was mailed. */
  receiptsTo: z.array(z.string()),
});
export type PaymentGroup = z.infer<typeof PaymentGroup>;

export const MAX_SALE_LINES = 50;
/** Minor units, of a whole sale. */
export const MAX_SALE_AMOUNT = 100_000_000;
export const MAX_SOLD_QUANTITY = 1000;
export const SalePayment = z.strictObject({
  method: z.enum(deskMethods),
  note: optionalText(300),
  email: receiptEmail,
  tillId: deskTill,
  voucherCode: payingVoucher,
});
export const SaleDraft = z.strictObject({
  customerId: id,
  lines: z
    .array(
      z.strictObject({
        /** A product, a type of packs, a type of memberships, an amount that is put on the balance, or a gift voucher: one of them. */
        productId: z.optional(id),
        packTypeId: z.optional(id),
        subscriptionTypeId: z.optional(id),
        topUp: z.optional(amount),
        voucher: z.optional(VoucherDraft),
        /** First day of a membership. */
        startsOn: z.optional(localDate),
        /** Sells a membership beyond its capacity, ages or dates of sale; needs `sales.adjust`. */
        beyondReason: optionalText(300),
        quantity: z.int().check(z.gte(1), z.lte(MAX_SOLD_QUANTITY)),
        /** The price of one piece, tax included. Default: the product's. Another one needs a reason and `sales.adjust`. */
        price: z.optional(amount),
        priceReason: optionalText(300),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_SALE_LINES)),
  /** Lowers the dearest line that it is for: a membership, without its joining fee, or packs. */
  promoCode: z.nullish(PromoCodeText),
  /** The code takes it off, as the desk has seen; another amount is refused. */
  promoDiscount: z.optional(amount),
  /** All is paid at once. Null: it is left as owed, and paid later. */
  payment: z.nullable(SalePayment),
});
export type SaleDraft = z.infer<typeof SaleDraft>;

export const SaleCodeDraft = z.strictObject({
  customerId: id,
  lines: z
    .array(
      z.strictObject({
        kind: z.enum(["subscription", "pack"]),
        /** All pieces of the line, without a joining fee, in minor units. */
        amount: z.int().check(z.gte(0), z.lte(MAX_SALE_AMOUNT)),
        /** Its price was set by hand: no code lowers it. */
        hasOwnPrice: z._default(z.boolean(), false),
      }),
    )
    .check(z.maxLength(MAX_SALE_LINES)),
  promoCode: z.nullish(PromoCodeText),
});
export const SaleCode = z.object({
  currency: z.string(),
  /** Whether the organization has codes for any of the lines. */
  takesPromoCodes: z.boolean(),
  /** The code that was asked for: minor units that it takes off, or why it does not hold. */
  promo: z.nullable(z.object({ code: z.string(), discount: z.int(), refusal: z.nullable(z.string()) })),
});
export type SaleCode = z.infer<typeof SaleCode>;
export const Sale = z.object({
  charges: z.array(Charge),
  /** One payment for each charge, all with the same invoice; null where it is paid later. */
  payment: z.nullable(PaymentGroup),
});
export type Sale = z.infer<typeof Sale>;

/** A gift voucher that is taken back: what was paid for it is given back as it was paid. */
export const VoucherReturn = z.object({
  amount: z.int(),
  currency: z.string(),
  method: z.enum(paymentMethods),
});
export type VoucherReturn = z.infer<typeof VoucherReturn>;

/** The rest of a pack as money: price × unused ÷ total, less what of its payment was given back. */
export const PackRefund = z.object({
  name: z.string(),
  /** Visits, or minutes. */
  units: z.int(),
  amount: z.int(),
  currency: z.string(),
  /** Null where nothing can be given back. */
  method: z.nullable(z.enum(paymentMethods)),
  /** Why nothing can be given back. */
  refusal: z.nullable(z.string()),
});
export type PackRefund = z.infer<typeof PackRefund>;

/** Gives money of the balance back. */
export const PayoutDraft = z.strictObject({
  method: z.enum(manualPaymentMethods),
  amount,
  reason: requiredLine(300),
  tillId: deskTill,
});
export const Payout = z.object({
  /** Left on the balance. */
  left: z.int(),
  amount: z.int(),
  currency: z.string(),
  /** The top-ups that the money came from, with their receipts. */
  payments: z.array(PaymentDetail),
});
export type Payout = z.infer<typeof Payout>;

/** A membership that is canceled today: what was paid of its term comes back, less the days that were used. */
export const SubscriptionCancellation = z.object({
  name: z.string(),
  /** Days of the term that were used, of all its days. */
  usedDays: z.int(),
  ofDays: z.int(),
  /** Minor units: the price of the days that were used. */
  kept: z.int(),
  /** Given back. */
  amount: z.int(),
  /** Owed for the term until now, and no longer. */
  forgiven: z.int(),
  currency: z.string(),
  /** Null where nothing is given back. */
  method: z.nullable(z.enum(paymentMethods)),
  /** Why it cannot be canceled. */
  refusal: z.nullable(z.string()),
});
export type SubscriptionCancellation = z.infer<typeof SubscriptionCancellation>;

/** The link to all debts of a customer is good for so many days. */
export const DEBTS_LINK_DAYS = 30;
/** Debts of a customer, and of those whom they pay for, as whoever has the link reads them: nobody's name is told. */
export const LinkedDebts = z.object({
  organization: EntityRef,
  accentStyle: z.nullable(z.string()),
  contact: z.object({ phone: z.nullable(z.string()), email: z.nullable(z.string()) }),
  /** The oldest first, 100 at most. */
  debts: z.array(
    z.extend(
      z.pick(Debt, {
        ...{ chargeId: true, fieldName: true, startTime: true, timezone: true, due: true, currency: true },
        ...{ dueOn: true, state: true },
      }),
      {
        /** As it was sold; null for a booking, which is told by its field and time. */
        name: z.nullable(z.string()),
      },
    ),
  ),
  /** There are more, which are listed once these are paid. */
  hasMore: z.boolean(),
  /** Whether it can be paid online now. */
  isPayable: z.boolean(),
  expiresAt: instant,
});
export type LinkedDebts = z.infer<typeof LinkedDebts>;

export const MAX_REMINDERS_AT_ONCE = 50;
/** Bookings are named by their events or by their charges, sales by their charges. */
export const DebtsToRemind = z
  .strictObject({
    eventIds: z.optional(z.array(id).check(z.maxLength(MAX_REMINDERS_AT_ONCE))),
    chargeIds: z.optional(z.array(id).check(z.maxLength(MAX_REMINDERS_AT_ONCE))),
  })
  .check(
    z.refine(
      ({ eventIds = [], chargeIds = [] }) => {
        const count = eventIds.length + chargeIds.length;
        return count >= 1 && count <= MAX_REMINDERS_AT_ONCE;
      },
      { error: "payments.debtsToRemind" satisfies MessageKey, path: ["eventIds"] },
    ),
  );
/** A mail as its reader gets it, without its layout. */
export const MailPreview = z.object({
  to: z.string(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  facts: z.array(z.object({ label: z.string(), lines: z.array(z.string()) })),
  /** Label of the button. */
  button: z.nullable(z.string()),
  /** Below the button. */
  note: z.nullable(z.string()),
  /** The organization's own sentences at the end. */
  closing: z.nullable(z.string()),
});
export type MailPreview = z.infer<typeof MailPreview>;

export const SentReminders = z.object({
  /** The mails of a dry run; else none. */
  mails: z.array(MailPreview),
  /** Named as they were asked for. */
  sent: z.array(z.object({ eventId: z.nullable(id), chargeId: z.nullable(id), email: z.string() })),
  refused: z.array(z.object({ eventId: z.nullable(id), chargeId: z.nullable(id), reason: z.string() })),
});

/** Money that came in, or went back (negative), on the day when it did. */
export const Movement = z.object({
  /** The payment's, or the refund's. */
  id,
  kind: z.enum(["payment", "refund"]),
  at: instant,
  paymentId: id,
  organization: EntityRef,
  payer: z.string(),
  /** Null where it is for a line of a sale. */
  event: z.nullable(z.object({ id, name: z.string(), fieldName: z.string() })),
  label: Payment.shape.label,
  method: z.enum(paymentMethods),
  amount: z.int(),
  currency: z.string(),
  /** Took the money or gave it back; null for the payer online, and for what happens by itself. */
  colleague: z.nullable(z.object({ id, fullName: z.string() })),
  reason: z.nullable(z.string()),
});
export type Movement = z.infer<typeof Movement>;

/** `net` = `received.amount` − `refunded.amount`. */
const MovementSums = { received: Sum, refunded: Sum, net: z.int() };
export const Takings = z.object({
  timezone: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      ...MovementSums,
      methods: z.array(z.object({ method: z.enum(paymentMethods), ...MovementSums })),
      colleagues: z.array(
        z.object({
          colleague: Movement.shape.colleague,
          ...MovementSums,
          methods: z.array(z.object({ method: z.enum(paymentMethods), net: z.int() })),
        }),
      ),
    }),
  ),
});
export type Takings = z.infer<typeof Takings>;

/** Local dates of the organization, both included. Default: today. */
const movementDates = { from: z.optional(localDate), to: z.optional(localDate) };
export const MAX_TAKINGS_DAYS = 366;

const subscription = "/organizations/{organizationId}/subscriptions/{subscriptionId}";

export const payments = defineModule("payments", {
  ownCards: get("/auth/user/cards", {
    allow: "verified",
    summary: "One's own cards on file, and the organizations where one can be saved",
    returns: z.array(OwnCard),
  }),
  saveCard: post("/organizations/{organizationId}/own-cards", {
    allow: "member",
    summary: "The provider's page to save one's own card on: what it may be charged for is agreed to before",
    body: CardConsent,
    example: { purposes: ["renewals"] },
    returns: CardPage,
    refusesApiKeys: true,
    leavesEntry: false,
    idempotent: true,
    status: 200,
  }),
  checkCard: post("/auth/user/cards/{cardId}/check", {
    allow: "verified",
    summary: "Ask the provider whether one's card is saved, as the page does that its holder comes back to",
    body: z.strictObject({}),
    example: {},
    returns: SavedCard,
    leavesEntry: false,
    status: 200,
  }),
  agreeCard: patch("/auth/user/cards/{cardId}", {
    allow: "verified",
    summary: "Change what one's card may be charged for: what is left out is taken from it no more",
    body: CardConsent,
    example: { purposes: ["renewals"] },
    returns: Card,
    successMessage: "payments.cardAgreed",
  }),
  removeOwnCard: del("/auth/user/cards/{cardId}", {
    allow: "verified",
    summary: "Take back what one's card was agreed to be charged for: it is charged no more, and forgotten",
    returns: noData,
    successMessage: "payments.cardRemoved",
  }),
  cardsOfCustomer: get("/organizations/{organizationId}/customers/{customerId}/cards", {
    allow: "payments.show",
    summary: "The card on file of a customer, as far as anybody but the provider knows it",
    returns: z.array(Card),
  }),
  removeCard: del("/organizations/{organizationId}/cards/{cardId}", {
    allow: "payments.record",
    summary: "Remove a customer's card on file: it is charged no more, and forgotten",
    returns: noData,
    successMessage: "payments.cardRemoved",
  }),
  list: get("/organizations/{organizationId}/payments", {
    allow: "payments.show",
    summary: "Payments, latest first",
    query: z.extend(ListQuery, {
      status: z.optional(z.enum(paymentStates)),
      method: z.optional(z.enum(paymentMethods)),
      userId: z.optional(id),
      eventId: z.optional(id),
      customerId: z.optional(id),
      groupId: z.optional(id),
      disputed: z.optional(z.stringbool()),
      /** Local dates of the organization, both included. */
      from: z.optional(localDate),
      to: z.optional(localDate),
    }),
    mayLag: true,
    returns: page(Payment),
  }),
  read: get("/organizations/{organizationId}/payments/{paymentId}", {
    allow: "payments.show",
    summary: "One payment with its invoices, refunds and disputes",
    returns: PaymentDetail,
  }),
  mine: get("/auth/user/payments", {
    allow: "verified",
    summary: "One's own payments in all organizations, with their invoices",
    query: ListQuery,
    returns: page(PaymentDetail),
  }),
  ownDebts: get("/auth/user/debts", {
    allow: "verified",
    summary: "What one owes in all organizations, for bookings and for what was bought, the oldest first",
    query: z.omit(ListQuery, { q: true }),
    returns: page(OwnDebt),
  }),
  customerBalance: get("/organizations/{organizationId}/customers/{customerId}/balance", {
    allow: "payments.show",
    summary: "What a customer owes: overdue, due today and later",
    returns: CustomerBalance,
  }),
  customerDues: get("/organizations/{organizationId}/customer-dues", {
    allow: "payments.show",
    summary: "What some customers owe and have prepaid, a page of them at most; those with neither are left out",
    query: z.object({ customerIds: z.optional(idList) }),
    mayLag: true,
    returns: z.array(CustomerDue),
  }),
  ofCustomer: get("/organizations/{organizationId}/customers/{customerId}/payments", {
    allow: "payments.show",
    mayLag: true,
    summary: "Payments for a customer's bookings with their invoices, and links to pay that were given, latest first",
    query: ListQuery,
    returns: page(PaymentDetail),
  }),
  debts: get("/organizations/{organizationId}/debts", {
    allow: "payments.show",
    summary: "What is not paid yet, oldest first: overdue, for more than a week too, due today, or later",
    query: z.extend(ListQuery, {
      due: z.optional(z.enum(debtFilters)),
      customerId: z.optional(id),
      seriesId: z.optional(id),
    }),
    mayLag: true,
    returns: page(Debt),
  }),
  debtSums: get("/organizations/{organizationId}/debt-sums", {
    allow: "payments.show",
    summary: "Number and sum of what is overdue, due today and due later, by currency",
    query: z.object({ customerId: z.optional(id), seriesId: z.optional(id) }),
    mayLag: true,
    returns: z.array(DebtSum),
  }),
  remind: post("/organizations/{organizationId}/debts/remind", {
    allow: "payments.record",
    summary:
      "Mail customers what they owe, with a link to pay: one mail a customer, at most one a day for each debt. A dry run sends nothing and answers the mails",
    body: DebtsToRemind,
    query: DryRun,
    dryRun: true,
    example: { eventIds: ["01976d2e-7c00-7000-8000-000000000000"] },
    returns: SentReminders,
    idempotent: true,
    status: 200,
  }),
  takings: get("/organizations/{organizationId}/takings", {
    allow: "payments.show",
    summary: "Money that came in and went back, by method and by colleague",
    query: z.object(movementDates),
    mayLag: true,
    returns: Takings,
  }),
  movements: get("/organizations/{organizationId}/takings/movements", {
    allow: "payments.show",
    summary: "Payments and refunds of the takings, latest first",
    query: z.extend(ListQuery, { ...movementDates, method: z.optional(z.enum(paymentMethods)) }),
    mayLag: true,
    returns: page(Movement),
  }),
  ofEvent: get("/organizations/{organizationId}/events/{eventId}/payments", {
    allow: "member",
    summary: "What an event costs, what was paid and given back, and what can be done: the team, and who booked it",
    returns: EventPayments,
  }),
  methods: get("/organizations/{organizationId}/payment-methods", {
    allow: "member",
    summary: "How a member's booking can be paid now: online, on site, or both",
    returns: PaymentMethods,
  }),
  ways: get("/organizations/{organizationId}/payment-ways", {
    allow: "member",
    summary: "The former address of payment-methods",
    deprecated: true,
    returns: PaymentMethods,
  }),
  checkout: post("/organizations/{organizationId}/events/{eventId}/checkout", {
    allow: "member",
    summary: "The provider's page to pay an event on: a new one, or the one that is open already",
    body: z.strictObject({
      /** Default: the first available provider. */
      provider: z.optional(z.enum(providerNames)),
      saveCard: savedWithPayment,
    }),
    example: {},
    returns: Checkout,
    idempotent: true,
    status: 200,
  }),
  link: post("/organizations/{organizationId}/events/{eventId}/payment-link", {
    allow: "payments.record",
    summary: "Mails who booked a link to pay what is due",
    body: z.strictObject({
      email: z.nullish(z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(254))),
    }),
    example: {},
    returns: z.object({ email: z.string() }),
    successMessage: "payments.linkSent",
    idempotent: true,
    status: 200,
  }),
  copyLink: post("/organizations/{organizationId}/events/{eventId}/payment-link/copy", {
    allow: "payments.record",
    summary: "A link to pay what is due, which the team gives to who booked",
    returns: z.object({ url: z.string(), expiresAt: instant }),
    idempotent: true,
    status: 200,
  }),
  chargeLink: post("/organizations/{organizationId}/charges/{chargeId}/payment-link", {
    allow: "payments.record",
    summary: "Mails the customer a link to pay what is due of a booking or a sale",
    body: z.strictObject({ email: z.nullish(email) }),
    example: {},
    returns: z.object({ email: z.string() }),
    successMessage: "payments.linkSent",
    idempotent: true,
    status: 200,
  }),
  copyChargeLink: post("/organizations/{organizationId}/charges/{chargeId}/payment-link/copy", {
    allow: "payments.record",
    summary: "A link to pay what is due of a booking or a sale, which the team gives to the customer",
    returns: z.object({ url: z.string(), expiresAt: instant }),
    idempotent: true,
    status: 200,
  }),
  customerLink: post("/organizations/{organizationId}/customers/{customerId}/payment-link", {
    allow: "payments.record",
    summary: `Mails a customer one link to all that they owe, and those whom they pay for; it is good for ${DEBTS_LINK_DAYS} days`,
    body: z.strictObject({ email: z.nullish(email) }),
    example: {},
    returns: z.object({ email: z.string() }),
    successMessage: "payments.linkSent",
    idempotent: true,
    status: 200,
  }),
  copyCustomerLink: post("/organizations/{organizationId}/customers/{customerId}/payment-link/copy", {
    allow: "payments.record",
    summary: "A link to all that a customer owes, and those whom they pay for, which the team gives to the customer",
    returns: z.object({ url: z.string(), expiresAt: instant }),
    status: 200,
  }),
  debtsByLink: get("/debts/{secret}", {
    allow: "everyone",
    summary: "All that a customer owes, and those whom they pay for, by the secret of a link",
    returns: LinkedDebts,
  }),
  payByLink: post("/debts/{secret}/checkout", {
    allow: "everyone",
    summary:
      "The provider's page to pay chosen debts on, by the secret of a link: a new one, or the one that is open already",
    body: z.strictObject({
      chargeIds: chargesToPay,
      /** Minor units that the page has shown for them; where another sum is owed now, nothing is opened. */
      amount,
    }),
    example: { chargeIds: ["01976d2e-7c00-7000-8000-000000000000"], amount: 3600 },
    returns: z.object({ url: z.string(), expiresAt: instant }),
    status: 200,
  }),
  chargeCheckout: post("/organizations/{organizationId}/charges/{chargeId}/checkout", {
    allow: "member",
    summary: "The provider's page to pay one's own booking or purchase on: a new one, or the one that is open already",
    body: z.strictObject({
      saveCard: z.optional(CardConsent.shape.purposes),
      /** Minor units that the payer was shown; where another sum is owed now, nothing is opened. Default: whatever is owed. */
      amount: z.optional(amount),
    }),
    example: { amount: 1200 },
    returns: Checkout,
    idempotent: true,
    status: 200,
  }),
  checkoutSeveral: post("/organizations/{organizationId}/debts/checkout", {
    allow: "member",
    summary:
      "The provider's page to pay several debts on at once, one's own and those of people for whom one pays: a new one, or the one that is open already",
    body: z.strictObject({
      chargeIds: chargesToPay,
      /** Minor units that the payer was shown for them; where another sum is owed now, nothing is opened. */
      amount: z.optional(amount),
    }),
    example: { chargeIds: ["01976d2e-7c00-7000-8000-000000000000"], amount: 3600 },
    returns: Checkout,
    idempotent: true,
    status: 200,
  }),
  payPrepaid: post("/organizations/{organizationId}/own-payments", {
    allow: "member",
    summary:
      "Pay one's own booking or purchase with one's balance or a gift voucher, whole or in part; a booking that waits for its payment stands once all is paid",
    body: PrepaidDraft,
    example: { eventId: "01976d2e-7c00-7000-8000-000000000000", method: "balance", amount: 1800 },
    returns: PrepaidPayment,
    successMessage: "payments.paidAhead",
    idempotent: true,
  }),
  record: post("/organizations/{organizationId}/events/{eventId}/payments", {
    allow: "payments.record",
    summary: "Record what was paid at the desk",
    body: PaymentDraft,
    example: { method: "cash", amount: 1800 },
    returns: z.extend(PaymentDetail, { receiptTo: z.nullable(z.string()) }),
    successMessage: "payments.recorded",
    idempotent: true,
  }),
  recordSeveral: post("/organizations/{organizationId}/payments", {
    allow: "payments.record",
    summary: "Record what was paid at the desk for several events at once: all of them, or none",
    body: PaymentGroupDraft,
    example: { method: "cash", debts: [{ eventId: "01976d2e-7c00-7000-8000-000000000000", amount: 1800 }] },
    returns: PaymentGroup,
    successMessage: "payments.recorded",
    idempotent: true,
  }),
  recordOfCustomer: post("/organizations/{organizationId}/customers/{customerId}/payments", {
    allow: "payments.record",
    summary:
      "Record what a customer paid at the desk: it settles chosen charges, else those that are open and not written off, the oldest first",
    body: CustomerPaymentDraft,
    example: { method: "cash", amount: 1800 },
    returns: PaymentGroup,
    successMessage: "payments.recorded",
    idempotent: true,
  }),
  sell: post("/organizations/{organizationId}/sales", {
    allow: "sales.create",
    summary:
      "Sell products at the desk, such as a can of balls: what is sold, its payment and its invoice, all or nothing; or it is paid later",
    body: SaleDraft,
    example: {
      customerId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91",
      lines: [{ productId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91", quantity: 2 }],
      payment: { method: "cash" },
    },
    returns: Sale,
    successMessage: "payments.sold",
    idempotent: true,
  }),
  quoteSaleCode: post("/organizations/{organizationId}/sales/promo-code", {
    allow: "sales.create",
    summary: "What a promo code takes off a sale of memberships and packs, before it is made",
    body: SaleCodeDraft,
    example: {
      customerId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91",
      lines: [{ kind: "pack", amount: 18000 }],
      promoCode: "AUTUMN10",
    },
    leavesEntry: false,
    returns: SaleCode,
    status: 200,
  }),
  check: post("/organizations/{organizationId}/payments/{paymentId}/check", {
    allow: "verified",
    summary: "Ask the provider now what became of one's payment, as the page does that the payer comes back to",
    body: z.strictObject({}),
    example: {},
    leavesEntry: false,
    returns: z.object({
      status: z.enum(paymentStates),
      /** Null where it is for no booking, or for several debts. */
      eventId: z.nullable(id),
      eventStatus: z.nullable(z.string()),
      failure: z.nullable(z.string()),
      transfer: z.nullable(TransferDetails),
      /** The card that was saved with it. */
      card: z.nullable(Card),
    }),
    status: 200,
  }),
  refund: post("/organizations/{organizationId}/payments/{paymentId}/refund", {
    allow: "payments.refund",
    summary: "Give back all or a part; what is on its way counts as given",
    body: z.strictObject({
      amount,
      reason: requiredLine(300),
      /** `balance`: it goes on the balance of the customer. Default: back as it was paid. */
      to: z._default(z.enum(["origin", "balance"]), "origin"),
      /** Default: the till that took the money, if it is open. */
      tillId: deskTill,
    }),
    example: { amount: 900, reason: "The lights went out" },
    returns: PaymentDetail,
    successMessage: "payments.refunding",
    idempotent: true,
    status: 200,
  }),
  packRefund: get("/organizations/{organizationId}/packs/{packId}/refund", {
    allow: "payments.refund",
    summary: "What the rest of a pack would give back",
    returns: PackRefund,
  }),
  refundPack: post("/organizations/{organizationId}/packs/{packId}/refund", {
    allow: "payments.refund",
    summary: "Give back the rest of a pack as money, with a credit note; its units are gone",
    body: z.strictObject({ reason: requiredLine(300), tillId: deskTill }),
    example: { reason: "Moves away" },
    returns: PaymentDetail,
    successMessage: "payments.refunding",
    status: 200,
    idempotent: true,
  }),
  payOut: post("/organizations/{organizationId}/customers/{customerId}/wallet/payout", {
    allow: "payments.refund",
    summary: "Give money of a customer's balance back, with a receipt",
    body: PayoutDraft,
    example: { method: "cash", amount: 2000, reason: "Moves away" },
    returns: Payout,
    successMessage: "credits.paidOut",
    status: 200,
    idempotent: true,
  }),
  takeVoucherBack: post("/organizations/{organizationId}/vouchers/{voucherId}/take-back", {
    allow: "payments.refund",
    summary: `Take an unused gift voucher back within ${TAKE_BACK_DAYS} days, and give its money back with a document`,
    body: z.strictObject({ reason: requiredLine(300), tillId: deskTill }),
    example: { reason: "Wrong amount" },
    returns: VoucherReturn,
    successMessage: "vouchers.takenBack",
    status: 200,
    idempotent: true,
  }),
  subscriptionCancellation: get(`${subscription}/cancellation`, {
    allow: "payments.refund",
    summary: "What would come back if a membership was canceled today",
    returns: SubscriptionCancellation,
  }),
  cancelSubscription: post(`${subscription}/cancel`, {
    allow: "payments.refund",
    summary:
      "Cancel a membership today: it grants nothing more, and what was paid for the days that are left comes back",
    body: z.strictObject({
      reason: requiredLine(300),
      /** False: nothing is given back. */
      refund: z._default(z.boolean(), true),
      tillId: deskTill,
    }),
    example: { reason: "Moves away" },
    returns: SubscriptionCancellation,
    successMessage: "payments.subscriptionCanceled",
    status: 200,
    idempotent: true,
  }),
  receive: post("/organizations/{organizationId}/payments/{paymentId}/receive", {
    allow: "payments.record",
    summary: "Mark a bank transfer as received: its payment is made, whenever it came",
    body: z.strictObject({}),
    example: {},
    returns: PaymentDetail,
    successMessage: "payments.received",
    idempotent: true,
    status: 200,
  }),
  refundSent: post("/organizations/{organizationId}/payments/{paymentId}/refunds/{refundId}/sent", {
    allow: "payments.refund",
    summary: "Mark a refund as sent that the team sends by hand",
    body: z.strictObject({}),
    example: {},
    returns: PaymentDetail,
    successMessage: "payments.refundWasSent",
    idempotent: true,
    status: 200,
  }),
  bankAccount: get("/organizations/{organizationId}/bank-account", {
    allow: "organizations.update",
    summary: "The bank account that transfers go to; null where none was given",
    returns: z.nullable(BankAccount),
  }),
  setBankAccount: put("/organizations/{organizationId}/bank-account", {
    allow: "organizations.update",
    summary: "Set the bank account that transfers go to, and whether members may pay so",
    body: BankAccountDraft,
    example: { active: true, holder: "Tennis Club de Lyon", iban: "FR7630006000011234567890189", paymentDays: 5 },
    returns: BankAccount,
    successMessage: "payments.bankAccountSaved",
  }),
  account: get("/organizations/{organizationId}/payments-account", {
    allow: "organizations.update",
    summary: "Whether online payments can be taken, and what the connected account still wants",
    returns: PaymentAccountStatus,
  }),
  connect: post("/organizations/{organizationId}/payments-account", {
    allow: "organizations.update",
    summary: "Connect the organization's own account: the provider's page to go on with",
    body: z.strictObject({}),
    example: {},
    returns: z.object({ url: z.string() }),
    status: 200,
  }),
  differences: get("/payment-differences", {
    allow: "payments.show",
    summary: "What stands otherwise at the provider than here, as the last comparison found it; for the platform",
    returns: z.array(PaymentDifference),
  }),
  webhook: post("/webhooks/{provider}", {
    allow: "everyone",
    summary: "A payment provider's events: kept once each, answered at once, worked on by a job",
    body: z.looseObject({}),
    example: {},
    returns: z.object({ received: z.boolean() }),
    raw: "webhook",
    status: 200,
  }),
});
