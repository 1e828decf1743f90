/** Checkout: opens a session to pay a booking or a sale online. It has one open session at a time; a second request returns it. */
import type { CardPurpose } from "#contract/card-shape.ts";
import type { payments, ProviderName } from "#contract/payments.ts";
import {
  computeCancellation,
  describeFutureCancellation,
  joinCancellation,
} from "#contract/events-cancellation-rules.ts";
import { HOLD_MS, isBooker, eventStateOf, toCancellationSubject } from "#contract/events-states-rules.ts";
import { extendHold } from "#server/events/occupancy.ts";
import { findEventToChange } from "#server/events/queries.ts";
import { fieldsWithPlaces } from "#server/fields/serialize.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { notFound, HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { dateFormats } from "#messages/dates.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Language } from "#messages/translator.ts";
import type { ChargeKey } from "#server/charges/update-charges.ts";
import {
  amountDue,
  findOpenPayment,
  insertPayment,
  findPayer,
  keyOfSubject,
  type lockEvent,
  type PaymentRow,
} from "./ledger.ts";
import { lockDebt, lockDebts, type DebtSubject } from "./lock-debts.ts";
import { agree, findKnownCustomer, insertCardOfPayment, keepPageOfCard, savesFor } from "./cards/with-payment.ts";
import { closeOpenSession, dropUnstartedPayment, assertPayable } from "./open-checkouts.ts";
import { findPaymentRefusal, listOpenProviders, refreshAccount } from "./accounts.ts";
import {
  ProviderRefusal,
  type PaymentProvider,
  type PaymentRequest,
  type RefusalSubject,
  type SessionParams,
} from "./provider.ts";
import { ordersPort } from "./orders-port.ts";
import { allProviders, findProvider } from "./providers/registry.ts";

export interface CheckoutPage {
  paymentId: string;
  provider: string | null;
  url: string;
  expiresAt: Date;
  amount: number;
  currency: string;
  isNew: boolean;
}
export interface CheckoutParams {
  key: ChargeKey;
  /** Undefined: the open session's provider, else the first that can be used. */
  provider?: ProviderName | undefined;
  language: Language;
  /** A payment link is sent to somebody who need not pay at once. */
  isLink: boolean;
  /** True if the payer is led to no page of members, whoever the booking is of. */
  isGuest?: boolean;
  email: string | null;
  /** The payer agrees that the card is kept for this. */
  saveCard?: readonly CardPurpose[] | undefined;
  /** Minor units that the payer was shown. Default: whatever is owed. */
  shown?: number | undefined;
}

const MINUTE_MS = 60_000;
/** A retry may send the same parameters for this long: a hold is little longer than the provider's shortest session. */
const RETRY_WINDOW_MS = 50_000;
const MIN_TIME_LEFT_MS = MINUTE_MS;

type LockedEvent = Awaited<ReturnType<typeof lockEvent>>;

async function describeEvent({ db, organizationId, now }: TenantContext, event: LockedEvent, language: Language) {
  const { organization, field, timezone, cancellation_deadline } = await fieldsWithPlaces(db)
    .select(["organizations.name as organization", "fields.name as field", "facilities.timezone"])
    .select("fields.cancellation_deadline")
    .where("fields.organization_id", "=", organizationId)
    .where("fields.id", "=", event.field_id)
    .executeTakeFirstOrThrow();
  const { dateTime } = dateFormats(language, timezone);
  const t = translators[language];
  const rule = computeCancellation(toCancellationSubject({ ...event, cancellation_deadline }), { now });
  const facts = { start: event.start_time, isPaid: true };
  const ruleText = describeFutureCancellation(rule, facts, { t, at: dateTime });
  const isRuleOfPayer = event.user_id !== null && event.start_time > now;
  return {
    title: t("payments.pageTitle", { name: event.name, organization }),
    text: [
      `${t("payments.pageText", { field, when: dateTime(event.start_time) })}.`,
      // Customers without an account cannot cancel online.
      ...(isRuleOfPayer ? [joinCancellation(ruleText)] : []),
    ].join(" "),
  };
}

async function describeSale({ db, organizationId }: TenantContext, debt: DebtSubject, language: Language) {
  const { name: organization, timezone } = await db
    .selectFrom("organizations")
    .select(["name", "timezone"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const t = translators[language];
  const date = dateFormats(language, timezone).day(debt.createdAt);
  return {
    title: t("payments.pageTitle", { name: debt.name, organization }),
    text: t("payments.soldOn", { date }),
  };
}

/** The words of a payment, for its payer at the provider. */
export const describeDebt = (
  context: TenantContext,
  debt: DebtSubject,
  language: Language,
): Promise<{ title: string; text: string }> =>
  debt.event ? describeEvent(context, debt.event, language) : describeSale(context, debt, language);

export interface Terms {
  provider: PaymentProvider;
  account: string | null;
  expiresAt: Date;
}

const buildPaymentRequest = (debt: DebtSubject): PaymentRequest => ({
  organizationId: debt.organization_id,
  amount: debt.due,
  currency: debt.currency,
  startTime: debt.dueAt,
  isHeld: debt.isHeld,
});

/** Links also go to people without an account: only a provider's own page serves them. */
const canServe = (provider: PaymentProvider, { event }: DebtSubject, { isLink }: CheckoutParams): boolean =>
  provider.settledBy === "provider" || (!isLink && event !== null && event.user_id !== null);

/** The account that takes the money, and when the page ends. */
export async function findTerms(
  tenantContext: TenantContext,
  provider: PaymentProvider,
  request: Parameters<PaymentProvider["findExpiry"]>[1],
): Promise<Terms> {
  const { account } = await provider.findAccount(tenantContext, tenantContext.organizationId);
  const end = await provider.findExpiry(tenantContext, request);
  return { provider, account, expiresAt: new Date(Math.floor(end.getTime() / 1000) * 1000) };
}

async function chooseTerms(tenantContext: TenantContext, debt: DebtSubject, params: CheckoutParams): Promise<Terms> {
  const { language, isLink } = params;
  const request = buildPaymentRequest(debt);
  const context = { ...tenantContext, language };
  const named = params.provider && findProvider(params.provider);
  const [provider] = named
    ? [named]
    : (await listOpenProviders(context, request)).filter((open) => canServe(open, debt, params));
  const chosen = provider ?? allProviders[0];
  const refusal = chosen && (await findPaymentRefusal(context, chosen, request));
  if (!chosen || refusal) throw new HttpError(409, refusal ?? message("events.onlineOff"));
  if (!canServe(chosen, debt, params)) throw new HttpError(409, message("payments.transferNeedsAccount"));
  return findTerms(tenantContext, chosen, { ...request, bookedAt: debt.createdAt, isLink });
}

async function createPayment(
  tenantContext: TenantContext,
  debt: DebtSubject,
  params: CheckoutParams,
  terms: Terms,
): Promise<PaymentRow> {
  const { db, appContext, now, organizationId } = tenantContext;
  const { provider, account, expiresAt } = terms;
  const { appUrl } = appContext.config;
  const id = uuidv7(now);
  const { event, due: amount } = debt;
  const place = `${appUrl}/organizations/${organizationId}`;
  const agreement =
    params.saveCard &&
    (await agree(tenantContext, debt, { purposes: params.saveCard, provider, language: params.language }));
  const customerId = debt.customer_id;
  const cardId = uuidv7(now);
  const orderId = debt.charge_id === null ? null : await ordersPort.findOrderId(tenantContext, debt.charge_id);
  // Other sales have no page of members.
  const isGuest = params.isGuest ?? (orderId === null && (event?.user_id ?? null) === null);
  const request: SessionParams = {
    organizationId,
    paymentId: id,
    ...params.key,
    amount,
    currency: debt.currency,
    ...(await describeDebt(tenantContext, debt, params.language)),
    email: params.email,
    language: params.language,
    applicationFee: provider.applicationFee(tenantContext, amount, { account, refusal: null }),
    expiresAt: expiresAt.toISOString(),
    successUrl: isGuest
      ? agreement && !event
        ? `${appUrl}/my-payments?card=${cardId}`
        : `${appUrl}/paid`
      : orderId === null
        ? `${place}/payments/${id}/return`
        : `${place}/orders/${orderId}?paid=true`,
    cancelUrl: isGuest
      ? `${appUrl}/paid?closed=${params.isLink ? "link" : "page"}`
      : orderId === null
        ? `${place}/events/${debt.event_id}?payment=closed`
        : `${place}/orders/${orderId}`,
    ...(agreement &&
      customerId !== null && {
        savedCard: {
          purposes: agreement.purposes,
          customerId: await findKnownCustomer(db, organizationId, { customerId, provider: provider.name, account }),
        },
      }),
  };
  await insertPayment(db, {
    organization_id: organizationId,
    id,
    event_id: debt.event_id,
    charge_id: debt.charge_id,
    ...(await findPayer(db, debt)),
    method: provider.method,
    provider: provider.name,
    status: "created",
    amount,
    currency: debt.currency,
    application_fee: request.applicationFee,
    provider_account: account,
    expires_at: expiresAt,
    request: JSON.stringify(request),
    created_at: now,
    updated_at: now,
  });
  const payment = await findOpenPayment(db, organizationId, params.key);
  if (!payment) throw new Error("A payment that was just inserted is missing");
  if (agreement && customerId !== null)
    await insertCardOfPayment(tenantContext, payment, { id: cardId, customerId, agreement });
  return payment;
}

/**
 * Tells whether an open session lasts long enough. A payment without a session is retried for a moment only, because for a day
 * the provider repeats its answer to the same request, failures included.
 */
export function isLongEnough({ status, expires_at }: PaymentRow, { expiresAt }: Terms, now: Date): boolean {
  const end = expires_at?.getTime() ?? 0;
  return status === "created" ? end > expiresAt.getTime() - RETRY_WINDOW_MS : end - now.getTime() > MIN_TIME_LEFT_MS;
}

/** Compares the open session with the terms. */
function isReusable(
  open: PaymentRow,
  { due }: DebtSubject,
  terms: Terms,
  { now, saveCard }: { now: Date; saveCard: CheckoutParams["saveCard"] },
): boolean {
  // A card on file is charged without a page, and none is kept on a page where nobody agreed to it.
  if (open.card_id !== null || !savesFor(open, saveCard)) return false;
  // That page asks for other debts, too.
  if (open.group_id !== null) return false;
  const { provider, account } = terms;
  const isSame = open.amount === due && open.provider === provider.name && open.provider_account === account;
  return isSame && isLongEnough(open, terms, now);
}

/**
 * Repeated checkouts must not keep a slot without payment: the last session starts within the first hold, unless the hold
 * outlasts the session.
 */
const canStartCheckout = ({ event }: DebtSubject, { expiresAt }: Terms, now: Date): boolean =>
  event === null ||
  eventStateOf(event) !== "pendingPayment" ||
  now.getTime() - event.created_at.getTime() < HOLD_MS ||
  (event.hold_expires_at !== null && expiresAt <= event.hold_expires_at);

const findOpenName = (open: PaymentRow | undefined): ProviderName | undefined =>
  open?.status === "processing" ? findProvider(open.provider).name : undefined;

const MAX_WAITING_TRANSFERS = 3;

async function refuseMoreTransfers({ db, organizationId }: TenantContext, { event }: DebtSubject, { provider }: Terms) {
  if (provider.settledBy !== "team" || !event?.user_id || eventStateOf(event) !== "pendingPayment") return;
  const { count } = await db
    .selectFrom("payments")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", event.user_id)
    .where("event_id", "<>", event.id)
    .where("provider", "=", provider.name)
    .where("status", "=", "processing")
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_WAITING_TRANSFERS)
    throw new HttpError(409, message("payments.transferTooMany", { count: MAX_WAITING_TRANSFERS }));
}

/** @throws HttpError 409 where the payer was shown another sum than what is owed now */
export function assertShown(shown: number | undefined, owed: number): void {
  if (shown !== undefined && shown !== owed) throw new HttpError(409, message("payments.otherSumOwed"));
}

/** @returns undefined if another session must be closed first. @throws HttpError 409 if nothing can be paid */
const choosePayment = (tenantContext: TenantContext, params: CheckoutParams): Promise<PaymentRow | undefined> =>
  tenantContext.appContext.db.transaction().execute(async (db) => {
    const { now, organizationId } = tenantContext;
    const within = { ...tenantContext, db };
    const debt = await lockDebt(db, organizationId, params.key);
    assertPayable(debt, now);
    assertShown(params.shown, debt.due);
    const open = await findOpenPayment(db, organizationId, params.key);
    const provider = params.provider ?? findOpenName(open);
    const terms = await chooseTerms(within, debt, { ...params, provider });
    if (open && isReusable(open, debt, terms, { now, saveCard: params.saveCard })) return open;
    if (!canStartCheckout(debt, terms, now)) throw new HttpError(409, message("payments.holdOver"));
    await refuseMoreTransfers(within, debt, terms);
    if (open && (open.status === "processing" || open.card_id !== null)) return undefined;
    if (open) await dropUnstartedPayment(db, { organizationId, id: open.id, groupId: open.group_id, now });
    return createPayment(within, debt, params, terms);
  });

const refusalTexts = {
  disconnected: "payments.accountMissing",
  account: "payments.accountCannot",
  amount: "payments.amountRefused",
  email: "payments.emailRefused",
  other: "payments.refused",
} as const satisfies Record<RefusalSubject, MessageKey>;

export const sessionParamsOf = ({ request }: PaymentRow): SessionParams => request as unknown as SessionParams;

/** @throws HttpError 409 if the provider refuses, after dropping the payment */
async function createSession(tenantContext: TenantContext, payment: PaymentRow) {
  const { appContext, now, organizationId } = tenantContext;
  const provider = findProvider(payment.provider);
  try {
    return await provider.createSession(tenantContext, sessionParamsOf(payment), payment.provider_account);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    appContext.log.warn(
      { payment: payment.id, code: error.code, param: error.param },
      "the payment provider refused a session",
    );
    const dropped = { organizationId, id: payment.id, groupId: payment.group_id, now };
    await dropUnstartedPayment(appContext.db, dropped, error.message.slice(0, 300));
    if (payment.provider_account) await refreshAccount(tenantContext, provider.name, payment.provider_account);
    const { refusal } = await provider.findAccount(tenantContext, organizationId);
    throw new HttpError(409, refusal ?? message(refusalTexts[error.about]));
  }
}

type KeepSession = (
  tenantContext: TenantContext,
  payment: PaymentRow,
  session: { id: string; url: string },
) => Promise<boolean>;

/** @returns false if the payment was dropped meanwhile, or the hold has expired */
const keepSession: KeepSession = (tenantContext, payment, session) =>
  tenantContext.appContext.db.transaction().execute(async (db) => {
    const { now, organizationId } = tenantContext;
    const debt = await lockDebt(db, organizationId, keyOfSubject(payment));
    const until = payment.expires_at ?? now;
    const isOver =
      debt.event_id !== null && debt.isHeld && !(await extendHold({ ...tenantContext, db }, debt.event_id, until));
    if (debt.due === 0 || isOver) {
      await dropUnstartedPayment(db, { organizationId, id: payment.id, groupId: payment.group_id, now });
      return false;
    }
    const kept = await db
      .updateTable("payments")
      .set({ status: "processing", provider_session_id: session.id, checkout_url: session.url, updated_at: now })
      .where("organization_id", "=", organizationId)
      .where("id", "=", payment.id)
      .where((row) => row.or([row("status", "=", "created"), row("provider_session_id", "=", session.id)]))
      .executeTakeFirst();
    if (kept.numUpdatedRows > 0n) await keepPageOfCard({ ...tenantContext, db }, payment, session.id);
    return kept.numUpdatedRows > 0n;
  });

/**
 * @returns the address of the page; undefined where it was not kept: then it is over, because nobody may pay on a page that was
 * never shown
 * @throws HttpError 409 if the provider refuses, 503 during an outage of the provider
 */
export async function createPage(
  tenantContext: TenantContext,
  payment: PaymentRow,
  keep: KeepSession,
): Promise<string | undefined> {
  const session = await createSession(tenantContext, payment);
  if (await keep(tenantContext, payment, session)) return session.url;
  const { organizationId } = tenantContext;
  const ref = { organizationId, sessionId: session.id, account: payment.provider_account };
  await findProvider(payment.provider).expireSession(tenantContext, ref);
  return undefined;
}

/** Pages that end meanwhile are opened anew so often. */
export const MAX_TRIES = 3;

/**
 * Returns the open session of a booking or a sale, or a new one.
 * @throws HttpError 409 if nothing can be paid now, 503 during an outage of the provider: a retry continues from there
 */
export async function openCheckout(tenantContext: TenantContext, params: CheckoutParams): Promise<CheckoutPage> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const payment = await choosePayment(tenantContext, params);
    if (!payment) {
      await closeOpenSession(tenantContext, params.key);
      continue;
    }
    const { id: paymentId, provider, amount, currency, checkout_url: url, expires_at } = payment;
    const shown = { paymentId, provider, amount, currency, expiresAt: expires_at ?? tenantContext.now };
    if (url) return { ...shown, url, isNew: false };
    const created = await createPage(tenantContext, payment, keepSession);
    if (created !== undefined) return { ...shown, url: created, isNew: true };
  }
  throw new HttpError(409, message("payments.nothingDue"));
}

/** When the page that `openCheckout` answers now ends. @throws HttpError 409 if nothing can be paid */
export async function findCheckoutEnd(
  tenantContext: TenantContext,
  debt: DebtSubject,
  params: CheckoutParams,
): Promise<Date> {
  const { db, organizationId, now } = tenantContext;
  const terms = await chooseTerms(tenantContext, debt, params);
  const open = await findOpenPayment(db, organizationId, params.key);
  return open?.expires_at && isReusable(open, debt, terms, { now, saveCard: params.saveCard })
    ? open.expires_at
    : terms.expiresAt;
}

export const toTenantContext = ({ db, appContext, now, organizationId }: TenantContext): TenantContext => ({
  db,
  appContext,
  now,
  organizationId,
});

/** @throws HttpError 404 for what is not one's own, or only to be asked for by the team */
export async function prepareChargeCheckout(
  call: Call<typeof payments.chargeCheckout>,
): Promise<CheckoutPage & { debt: DebtSubject }> {
  const { db, now, organizationId, params, user, language } = call;
  const { event_id: eventId } = await db
    .selectFrom("charges")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "charges.organization_id")
        .onRef("customers.id", "=", "charges.customer_id"),
    )
    .select("charges.event_id")
    .where("charges.organization_id", "=", organizationId)
    .where("charges.id", "=", params.chargeId)
    .where("customers.user_id", "=", user.id)
    .executeTakeFirstOrThrow(notFound);
  const key = eventId === null ? { chargeId: params.chargeId } : { eventId };
  const [debt] = await lockDebts(
    call,
    eventId === null ? { eventIds: [], chargeIds: [params.chargeId] } : { eventIds: [eventId], chargeIds: [] },
    { hold: false },
  );
  if (!debt) throw notFound();
  assertPayable(debt, now);
  await assertSellerComplete(call, false);
  const page = await openCheckout(toTenantContext(call), {
    ...{ key, language, isLink: false, email: user.email, saveCard: call.body.saveCard, shown: call.body.amount },
  });
  return { ...page, debt };
}

/** The booker pays; the team may open the page for a customer at the desk. */
export async function prepareCheckout(call: Call<typeof payments.checkout>): Promise<CheckoutPage> {
  const { db, params, access, user, language, body } = call;
  const event = await findEventToChange(db, call, params.eventId, { hold: false });
  const isOwn = isBooker(event, { userId: user.id });
  if (!isOwn && !access.isTeam) throw notFound();
  if (!isOwn && !access.permissions.has("payments.record")) throw forbidden("payments.record");
  assertPayable({ event, due: amountDue(event) }, call.now);
  await assertSellerComplete(call, access.isTeam);
  const email = isOwn ? user.email : null;
  return openCheckout(toTenantContext(call), {
    key: { eventId: event.id },
    provider: body.provider,
    language,
    isLink: false,
    email,
    // Nobody agrees for somebody else.
    saveCard: isOwn ? body.saveCard : undefined,
  });
}
