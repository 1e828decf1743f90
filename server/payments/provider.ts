/**
 * The port to payment providers: everything that payments need of one, in our own words. Each provider is a folder in
 * `providers/`, and nothing outside of it knows its API. `docs/adding-a-payment-provider.md` lists what a new one needs.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { PaymentMethod, ProviderName, TransferDetails } from "#contract/payments.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Language } from "#messages/translator.ts";

/** The context of a provider's call: the caller's transaction, or the pool for calls to another server. */
export type ProviderContext = Pick<TenantContext, "db" | "appContext" | "now">;

/** A final refusal of a request. The message is the provider's, for the team and the log. */
export class ProviderRefusal extends Error {
  readonly code: string | undefined;
  readonly param: string | undefined;
  constructor(message: string, { code, param, cause }: { code?: string; param?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
    this.param = param;
  }
}

/** The account that payments of an organization go to at a provider. */
export interface PaymentAccount {
  /** As the provider names it; null is the installation's own. */
  account: string | null;
  /** Why it takes no payments now. */
  refusal: LocalizedMessage | null;
}

/** The properties of a payment that decide which providers can be used. */
export interface PaymentRequest {
  organizationId: string;
  /** Minor units. */
  amount: number;
  currency: string;
  /** When the event begins. */
  startTime: Date;
  /** The slot is held until it is paid. */
  isHeld: boolean;
}

/** A payment that is about to begin. */
export interface ExpiryParams extends PaymentRequest {
  bookedAt: Date;
  /** The session is sent as a link, to somebody who need not pay at once. */
  isLink: boolean;
}

/** Parameters of a session. They are stored as JSON, so that a retry sends the same. */
export interface SessionParams {
  organizationId: string;
  paymentId: string;
  eventId: string;
  /** Minor units. */
  amount: number;
  currency: string;
  /** The subject of the payment in two lines. */
  title: string;
  text: string;
  email: string | null;
  language: Language;
  /** Fee of the platform, in minor units; only from connected accounts. */
  applicationFee: number;
  expiresAt: string;
  successUrl: string;
  cancelUrl: string;
}

export interface SessionRef {
  organizationId: string;
  sessionId: string;
  account: string | null;
}

/** A payment as it stands at the provider. */
export type SessionState =
  | { state: "open" | "expired"; intentId: string | null; failure: string | null }
  | {
      state: "paid";
      /** Null where the provider has no such thing. */
      intentId: string | null;
      chargeId: string | null;
      amount: number;
      currency: string;
      paidAt: Date;
      /** Null until the provider reports it. Minor units. */
      fee: number | null;
      applicationFee: number;
    };

interface Provider {
  readonly name: ProviderName;
  /** The method of its payments. */
  readonly method: PaymentMethod;
  /** The smallest amount, in minor units. */
  readonly minAmount: number;
  /** How many hours before its start a held event must be booked. */
  readonly minLeadHours: number;
  findAccount(context: ProviderContext, organizationId: string): Promise<PaymentAccount>;
  /** When a session ends that begins now. @throws HttpError 409 where it cannot begin */
  findExpiry(context: ProviderContext, params: ExpiryParams): Promise<Date>;
  /** The platform's share, in minor units. */
  applicationFee(context: ProviderContext, amount: number, account: PaymentAccount): number;
  /**
   * Opens a session; idempotent by payment id.
   * @returns its id at the provider, and the address where it is paid
   * @throws HttpError 503 where the provider does not answer, ProviderRefusal
   */
  createSession(
    context: ProviderContext,
    params: SessionParams,
    account: string | null,
  ): Promise<{ id: string; url: string }>;
  /**
   * Closes a session, so that nobody pays it any more. One that was paid or closed already stays as it is: retrieve it afterwards.
   * @throws HttpError 503 where the provider does not answer: then nobody knows
   */
  expireSession(context: ProviderContext, ref: SessionRef): Promise<void>;
  /** How a session stands now, quickly: rows are locked meanwhile. @throws HttpError 503 where the provider does not answer */
  retrieveSession(context: ProviderContext, ref: SessionRef): Promise<SessionState>;
}

export interface RefundParams {
  refundId: string;
  organizationId: string;
  intentId: string;
  /** Minor units. */
  amount: number;
  /** Whether the platform gives its share back too. */
  hasApplicationFee: boolean;
}

/** A refund as it stands at the provider. */
export interface RefundState {
  id: string;
  intentId: string | null;
  amount: number;
  state: "pending" | "succeeded" | "failed";
  failure: string | null;
  /** Our row's id; null for refunds made on the provider's own pages. */
  refundId: string | null;
}

/** Money that is claimed back at a bank. */
export interface DisputeState {
  id: string;
  intentId: string | null;
  amount: number;
  status: string;
  reason: string | null;
  dueBy: Date | null;
  createdAt: Date;
}

/** Ids that lead to the payment of an event; each is looked up on the account that the event came from. */
interface PaymentSubject {
  sessionId?: string | undefined;
  intentId?: string | undefined;
  organizationId?: string | undefined;
  paymentId?: string | undefined;
}

/**
 * Subject of an event, in our own words. Ids only: personal data stays with the provider, and the present state is retrieved
 * when the event is processed. `refunds`: all refunds of a payment.
 */
export type EventSubject =
  | ({ kind: "payment" | "refunds" } & PaymentSubject)
  | ({ kind: "refund" | "dispute"; id: string } & PaymentSubject)
  | { kind: "account"; id: string; isDisconnected: boolean };

export interface ProviderEvent {
  id: string;
  /** Null: of the installation's own account. */
  account: string | null;
  /** The provider's name of it, for the log. */
  type: string;
  subject: EventSubject;
}

/** Money that moved on an account for a payment or a refund. */
export interface Movement {
  /** The charge or the refund, as the provider names it. */
  source: string;
  /** Signed, in minor units. */
  amount: number;
}

/** A connected account as it stands at the provider. */
export interface AccountState {
  id: string;
  takesPayments: boolean;
  paysOut: boolean;
  /** Its owner has completed the onboarding. */
  isSubmitted: boolean;
  /** Open requirements, as the provider names them. */
  requirements: string[];
}

export interface AccountDraft {
  id: string;
  name: string;
  email: string | null;
  /** ISO 3166, two letters. */
  country: string;
  currency: string;
}

/** A provider that knows by itself what was paid, and sends refunds. All calls throw HttpError 503 where it does not answer. */
export interface AutomaticProvider extends Provider {
  readonly settledBy: "provider";
  /** Whether this installation uses it. */
  isOn(context: Pick<ProviderContext, "appContext">): boolean;
  /** Sends a refund; idempotent by refund id. @throws ProviderRefusal */
  createRefund(context: ProviderContext, params: RefundParams, account: string | null): Promise<RefundState>;
  retrieveRefund(context: ProviderContext, id: string, account: string | null): Promise<RefundState>;
  /** The refunds of a payment, ours and those made elsewhere, latest first. */
  listRefunds(context: ProviderContext, intentId: string, account: string | null): Promise<RefundState[]>;
  retrieveDispute(context: ProviderContext, id: string, account: string | null): Promise<DisputeState>;
  /** Creates an account; idempotent by organization id. @throws ProviderRefusal */
  createAccount(context: ProviderContext, organization: AccountDraft): Promise<AccountState>;
  retrieveAccount(context: ProviderContext, id: string): Promise<AccountState>;
  /** The address of the provider's onboarding page. @throws ProviderRefusal */
  createOnboardingLink(
    context: ProviderContext,
    account: string,
    urls: { returnUrl: string; refreshUrl: string },
  ): Promise<string>;
  /**
   * Verifies a webhook and reads its event.
   * @returns null for an event that needs no action, undefined for an unknown signature
   */
  parseWebhook(
    context: ProviderContext,
    request: { headers: IncomingHttpHeaders; body: Buffer },
  ): Promise<ProviderEvent | null | undefined>;
  /** The events of an account since an instant, oldest first. */
  listEvents(context: ProviderContext, account: string | null, since: Date): Promise<ProviderEvent[]>;
  listMovements(context: ProviderContext, account: string | null, span: { from: Date; to: Date }): Promise<Movement[]>;
}

/** A provider without a server: the team watches the bank account, and sends refunds by hand. */
export interface ManualProvider extends Provider {
  readonly settledBy: "team";
  /** Marks a session as paid. @throws HttpError 409 if it is already */
  markReceived(context: ProviderContext, ref: SessionRef): Promise<void>;
  /** Payment instructions by payment id. */
  listDetails(
    context: Pick<ProviderContext, "db">,
    payments: readonly { organizationId: string; id: string }[],
  ): Promise<Map<string, TransferDetails>>;
}

export type PaymentProvider = AutomaticProvider | ManualProvider;
