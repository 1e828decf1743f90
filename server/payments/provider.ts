/**
 * The port to payment providers. Each provider is a folder in `providers/`, and nothing outside of it knows its API.
 * `docs/adding-a-payment-provider.md` lists what a new one needs.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { CardPurpose } from "#contract/card-shape.ts";
import type { PaymentMethod, ProviderName, TransferDetails } from "#contract/payments.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Language } from "#messages/translator.ts";

/** The `db` is the caller's transaction, or the pool for calls to another server. */
export type ProviderContext = Pick<TenantContext, "db" | "appContext" | "now">;

/**
 * The cause of a refusal. `disconnected`: the organization has ended the connection to its account · `account`: it lacks
 * information.
 */
export type RefusalSubject = "disconnected" | "account" | "amount" | "email" | "other";

interface RefusalDetails {
  code?: string;
  param?: string;
  cause?: unknown;
}

/** A final refusal. The message is the provider's, for the team and the log. */
export class ProviderRefusal extends Error {
  readonly about: RefusalSubject;
  readonly code: string | undefined;
  readonly param: string | undefined;
  constructor(message: string, about: RefusalSubject = "other", { code, param, cause }: RefusalDetails = {}) {
    super(message, { cause });
    this.about = about;
    this.code = code;
    this.param = param;
  }
}

export interface PaymentAccount {
  /** The provider's id; null for the installation's own account. */
  account: string | null;
  /** Why the account takes no payments now; null if it does. */
  refusal: LocalizedMessage | null;
}

export interface PaymentRequest {
  organizationId: string;
  /** Minor units. */
  amount: number;
  currency: string;
  startTime: Date;
  isHeld: boolean;
}

export interface ExpiryParams extends PaymentRequest {
  bookedAt: Date;
  /** A link goes to somebody who need not pay at once. */
  isLink: boolean;
}

/** Stored as JSON, so that a retry sends the same. */
export interface SessionParams {
  organizationId: string;
  paymentId: string;
  /** The booking, or the line of a sale. */
  eventId?: string;
  chargeId?: string;
  /** Minor units. */
  amount: number;
  currency: string;
  /** Title and text describe the payment to the payer. */
  title: string;
  text: string;
  email: string | null;
  language: Language;
  /** Fee of the platform, in minor units; 0 without a connected account. */
  applicationFee: number;
  expiresAt: string;
  successUrl: string;
  cancelUrl: string;
  /** The card is kept, to be charged without its holder. */
  savedCard?: {
    purposes: readonly CardPurpose[];
    /** The provider's; null: it does not know the customer yet. */
    customerId: string | null;
  };
}

export interface SessionRef {
  organizationId: string;
  sessionId: string;
  account: string | null;
}

export type SessionState =
  | { state: "open" | "expired"; intentId: string | null; failure: string | null }
  | {
      state: "paid";
      /** Null if the provider has no intents. */
      intentId: string | null;
      chargeId: string | null;
      amount: number;
      currency: string;
      paidAt: Date;
      /** Minor units; null until the provider reports it. */
      fee: number | null;
      applicationFee: number;
    };

/** The looks of a card on file: all that the provider tells of it. */
export interface CardFace {
  methodId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

export interface CardSetupParams {
  organizationId: string;
  cardId: string;
  /** The provider's; null: it does not know the customer yet. */
  customerId: string | null;
  email: string;
  language: Language;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

export type CardSetupState = { state: "open" | "expired" } | { state: "saved"; face: CardFace; customerId: string };

/** Stored as JSON, so that a retry sends the same. */
export interface CardChargeParams extends Pick<
  SessionParams,
  "organizationId" | "paymentId" | "eventId" | "chargeId" | "amount" | "currency" | "title" | "applicationFee"
> {
  /** The provider's ids. */
  customerId: string;
  methodId: string;
}

/**
 * Why a card was not charged. `declined`: another day may do · `authentication`: the bank wants its holder, who is not
 * there · `unusable`: lost, stolen, expired or revoked.
 */
export type CardRefusal = "declined" | "authentication" | "unusable";

/** The session of a card is the provider's attempt to charge it; null: the provider has begun none. */
export type CardCharge =
  | { refusal: null; sessionId: string }
  | { refusal: CardRefusal; sessionId: string | null; failure: string };

/** Cards on file, which are charged without their holder. All calls throw HttpError 503 during an outage. */
export interface CardsOnFile {
  /**
   * Idempotent by card id.
   * @returns the session, the URL to save the card at, and the customer at the provider
   * @throws ProviderRefusal
   */
  createSetup(
    context: ProviderContext,
    params: CardSetupParams,
    account: string | null,
  ): Promise<{ id: string; url: string; customerId: string }>;
  /** The page saves a card, alone or with a payment. @throws ProviderRefusal */
  retrieveSetup(context: ProviderContext, ref: SessionRef): Promise<CardSetupState>;
  /** @returns null for a card that the provider has forgotten */
  retrieveCard(context: ProviderContext, methodId: string, account: string | null): Promise<CardFace | null>;
  /** Idempotent by payment id, for a day. Must be quick, because the caller holds row locks. */
  charge(context: ProviderContext, params: CardChargeParams, account: string | null): Promise<CardCharge>;
  /** The session of a payment that may have been charged: its answer was lost. */
  findCharge(
    context: ProviderContext,
    params: Pick<CardChargeParams, "customerId" | "paymentId">,
    account: string | null,
  ): Promise<string | null>;
  /** @throws ProviderRefusal, also for one that it has forgotten already */
  forgetCard(context: ProviderContext, methodId: string, account: string | null): Promise<void>;
  /** With all their cards. @throws ProviderRefusal, also for one that it has forgotten already */
  forgetCustomer(context: ProviderContext, customerId: string, account: string | null): Promise<void>;
}

interface Provider {
  readonly name: ProviderName;
  readonly method: PaymentMethod;
  /** Null: it keeps no cards. */
  readonly cards: CardsOnFile | null;
  /** Minor units of the currency. */
  minAmountIn(currency: string): number;
  /** Minor units. */
  readonly maxAmount: number;
  /** Minimum hours between the booking of a held event and its start. */
  readonly minLeadHours: number;
  findAccount(context: ProviderContext, organizationId: string): Promise<PaymentAccount>;
  /** When a session that starts now would expire. @throws HttpError 409 if it cannot start */
  findExpiry(context: ProviderContext, params: ExpiryParams): Promise<Date>;
  /** Minor units. */
  applicationFee(context: ProviderContext, amount: number, account: PaymentAccount): number;
  /**
   * Idempotent by payment id.
   * @returns the session's id at the provider, and the URL to pay at
   * @throws HttpError 503 during an outage, ProviderRefusal
   */
  createSession(
    context: ProviderContext,
    params: SessionParams,
    account: string | null,
  ): Promise<{ id: string; url: string }>;
  /** A paid or closed session stays as it is: retrieve it afterwards. @throws HttpError 503 if the outcome is unknown */
  expireSession(context: ProviderContext, ref: SessionRef): Promise<void>;
  /** Must be quick, because the caller holds row locks. @throws HttpError 503 during an outage */
  retrieveSession(context: ProviderContext, ref: SessionRef): Promise<SessionState>;
}

export interface RefundParams {
  refundId: string;
  organizationId: string;
  intentId: string;
  /** Minor units. */
  amount: number;
  /** The platform refunds its fee too. */
  hasApplicationFee: boolean;
}

export interface RefundState {
  id: string;
  intentId: string | null;
  amount: number;
  state: "pending" | "succeeded" | "failed";
  failure: string | null;
  /** Our row's id; null for a refund made on the provider's own pages. */
  refundId: string | null;
}

/** A dispute (chargeback): the payer's bank claims the money back. */
export interface DisputeState {
  id: string;
  intentId: string | null;
  amount: number;
  status: string;
  reason: string | null;
  dueBy: Date | null;
  createdAt: Date;
}

/** Ids to find the payment of an event, on the account that sent the event. */
interface PaymentSubject {
  sessionId?: string | undefined;
  intentId?: string | undefined;
  organizationId?: string | undefined;
  paymentId?: string | undefined;
}

/**
 * Subject of an event. It has ids only: personal data stays with the provider, and processing retrieves the present state.
 * `refunds` stands for all refunds of a payment.
 */
export type EventSubject =
  | ({ kind: "payment" | "refunds" } & PaymentSubject)
  | ({ kind: "refund" | "dispute"; id: string } & PaymentSubject)
  | { kind: "account"; id: string; isDisconnected: boolean }
  /** A page on which a card is saved, by our id. */
  | { kind: "cardSetup"; organizationId: string; cardId: string }
  /** By the provider's id. */
  | { kind: "card"; methodId: string };

export interface ProviderEvent {
  id: string;
  /** Null for the installation's own account. */
  account: string | null;
  /** The provider's name, for the log. */
  type: string;
  subject: EventSubject;
}

export interface Movement {
  /** The provider's id of the charge or refund. */
  source: string;
  /** Minor units, negative if money leaves the account. */
  amount: number;
}

export interface ProviderPayout {
  id: string;
  /** Minor units; negative where the provider takes money from the bank account. */
  amount: number;
  currency: string;
  state: "pending" | "paid" | "failed" | "canceled";
  /** Date at the bank. */
  arrivesOn: string;
  /** False for one that was made by hand: the provider does not say of what. */
  isAutomatic: boolean;
  /** The provider knows by now of what it is. */
  hasItems: boolean;
  createdAt: Date;
}

/** Minor units, negative if money leaves the account; `net` is `amount` − `fee`. */
export interface ProviderPayoutItem {
  id: string;
  kind: "charge" | "refund" | "dispute" | "fee" | "other";
  /** The provider's id of the charge, refund or dispute. */
  source: string | null;
  amount: number;
  /** With the platform's share. */
  fee: number;
  net: number;
  at: Date;
}

export interface AccountState {
  id: string;
  takesPayments: boolean;
  paysOut: boolean;
  isSubmitted: boolean;
  /** Open requirements, named by the provider. */
  requirements: string[];
}

export interface AccountDraft {
  id: string;
  /** The account that the organization has disconnected; null for its first one. */
  formerAccount: string | null;
  name: string;
  email: string | null;
  /** ISO 3166-1, two letters. */
  country: string;
  currency: string;
}

/** A provider that confirms payments and sends refunds by itself. All calls throw HttpError 503 during an outage. */
export interface AutomaticProvider extends Provider {
  readonly settledBy: "provider";
  isOn(context: Pick<ProviderContext, "appContext">): boolean;
  /** Idempotent by refund id. @throws ProviderRefusal */
  createRefund(context: ProviderContext, params: RefundParams, account: string | null): Promise<RefundState>;
  retrieveRefund(context: ProviderContext, id: string, account: string | null): Promise<RefundState>;
  /** All refunds of a payment, including those made on the provider's pages, latest first. */
  listRefunds(context: ProviderContext, intentId: string, account: string | null): Promise<RefundState[]>;
  retrieveDispute(context: ProviderContext, id: string, account: string | null): Promise<DisputeState>;
  /** Idempotent by organization and former account. @throws ProviderRefusal */
  createAccount(context: ProviderContext, organization: AccountDraft): Promise<AccountState>;
  retrieveAccount(context: ProviderContext, id: string): Promise<AccountState>;
  /** @returns the URL of the provider's onboarding page. @throws ProviderRefusal */
  createOnboardingLink(
    context: ProviderContext,
    account: string,
    urls: { returnUrl: string; refreshUrl: string },
  ): Promise<string>;
  /** @returns null for an event that needs no action, undefined for an unknown signature */
  parseWebhook(
    context: ProviderContext,
    request: { headers: IncomingHttpHeaders; body: Buffer },
  ): Promise<ProviderEvent | null | undefined>;
  /** Events of an account since an instant, oldest first. */
  listEvents(context: ProviderContext, account: string | null, since: Date): Promise<ProviderEvent[]>;
  listMovements(context: ProviderContext, account: string | null, span: { from: Date; to: Date }): Promise<Movement[]>;
  /** Payouts to the organization's bank account that were made since an instant, oldest first. */
  listPayouts(context: ProviderContext, account: string, since: Date): Promise<ProviderPayout[]>;
  listPayoutItems(context: ProviderContext, account: string, payoutId: string): Promise<ProviderPayoutItem[]>;
}

/**
 * A provider without a server: the team checks the bank account, and sends refunds by hand. Each payment is on the bank
 * account at once: there are no payouts.
 */
export interface ManualProvider extends Provider {
  readonly settledBy: "team";
  /** Marks a session as paid. @throws HttpError 409 if it already is */
  markReceived(context: ProviderContext, ref: SessionRef): Promise<void>;
  /** Payment instructions by payment id. */
  listDetails(
    context: Pick<ProviderContext, "db">,
    payments: readonly { organizationId: string; id: string }[],
  ): Promise<Map<string, TransferDetails>>;
}

export type PaymentProvider = AutomaticProvider | ManualProvider;
