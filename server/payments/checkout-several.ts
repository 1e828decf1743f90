/** Checkout of several debts: one page of a provider, and a payment for each debt, all of one group. */
import type { payments } from "#contract/payments.ts";
import { findOwnCustomerId, listCustomersOfPayer } from "#server/customers/queries.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import type { ChargeKey } from "#server/charges/update-charges.ts";
import type { Language } from "#messages/translator.ts";
import { findPaymentRefusal, listOpenProviders } from "./accounts.ts";
import {
  assertShown,
  createPage,
  findTerms,
  isLongEnough,
  MAX_TRIES,
  sessionParamsOf,
  toTenantContext,
  type CheckoutPage,
  type Terms,
} from "./checkout.ts";
import { aboutDebts } from "./give-links.ts";
import { findPayer, insertPayment, isSameSubject, keyOfSubject, type PaymentRow } from "./ledger.ts";
import { lockCharges, lockPaid, type DebtSubject, type LockOptions } from "./lock-debts.ts";
import { closeOpenSession, dropUnstartedPayment } from "./open-checkouts.ts";
import type { SessionParams } from "./provider.ts";
import { allProviders, isManual } from "./providers/registry.ts";

export interface SeveralParams {
  chargeIds: readonly string[];
  customerId: string;
  /** The account of the payer; null for none. */
  userId: string | null;
  email: string | null;
  language: Language;
  /** Minor units that the payer was shown. Default: whatever is owed. */
  shown?: number | undefined;
  /** True if the payer is led to no page of members. */
  isGuest?: boolean;
}

export interface SeveralPage extends CheckoutPage {
  debts: DebtSubject[];
}

/** @throws HttpError 404 where one is not of the payer, or of whom they pay for */
export async function assertOwed(
  { db, organizationId }: { db: Database; organizationId: string },
  payerId: string,
  chargeIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(chargeIds.map((id) => id.toLowerCase()))];
  const found = await db
    .selectFrom("charges")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", wanted))
    .where(isAnyOf("customer_id", await listCustomersOfPayer(db, organizationId, payerId)))
    .execute();
  if (found.length < wanted.length) throw notFound();
}

/** @throws HttpError 409 that names the first that nobody asks for any more, to members, or where they have several currencies */
function assertStillOwed(debts: readonly DebtSubject[], isGuest: boolean): void {
  for (const { name, asked, isWrittenOff, isHeld } of debts) {
    if (isHeld) throw new HttpError(409, message("payments.beingPaid"));
    if (asked === 0 || isWrittenOff)
      throw new HttpError(409, isGuest ? message("payments.otherSumOwed") : message("payments.noLongerOwed", { name }));
  }
  const [first] = debts;
  if (first && debts.some(({ currency }) => currency !== first.currency))
    throw new HttpError(409, message("payments.severalCurrencies"));
}

/**
 * Locks the debts that somebody pays.
 * @throws HttpError 404 where one is not of the payer, or of whom they pay for, 409 where one is no longer owed
 */
export async function lockOwed(
  context: { db: Database; organizationId: string },
  { payerId, chargeIds, isGuest = false }: { payerId: string; chargeIds: readonly string[]; isGuest?: boolean },
  options?: LockOptions,
): Promise<DebtSubject[]> {
  await assertOwed(context, payerId, chargeIds);
  const debts = await lockCharges(context, chargeIds, options);
  // Another customer may have taken over a booking before the locks.
  const payable = new Set(await listCustomersOfPayer(context.db, context.organizationId, payerId));
  if (debts.some(({ customer_id: id }) => id === null || !payable.has(id))) throw notFound();
  assertStillOwed(debts, isGuest);
  return debts;
}

const totalOf = (debts: readonly DebtSubject[]): number => debts.reduce((sum, { asked }) => sum + asked, 0);

/** @throws HttpError 409 if so much cannot be paid online */
export async function chooseSeveralTerms(
  tenantContext: TenantContext,
  { amount, currency, language }: { amount: number; currency: string; language: Language },
): Promise<Terms> {
  const { organizationId, now } = tenantContext;
  const context = { ...tenantContext, language };
  const request = { organizationId, amount, currency, startTime: now, isHeld: false };
  const open = await listOpenProviders(context, request);
  const chosen = open.find(({ settledBy }) => settledBy === "provider");
  if (!chosen) {
    const [usual] = allProviders;
    const refusal = usual && (await findPaymentRefusal(context, usual, request));
    throw new HttpError(409, refusal ?? message("events.onlineOff"));
  }
  return findTerms(tenantContext, chosen, { ...request, bookedAt: now, isLink: false });
}

const listOpenPayments = (db: Database, organizationId: string, debts: readonly DebtSubject[]): Promise<PaymentRow[]> =>
  db
    .selectFrom("payments")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("status", "in", ["created", "processing"])
    .where((payment) =>
      payment.or([
        isAnyOf(
          "payments.event_id",
          debts.flatMap(({ event_id }) => event_id ?? []),
        ),
        isAnyOf(
          "payments.charge_id",
          debts.flatMap(({ charge_id }) => charge_id ?? []),
        ),
      ]),
    )
    .orderBy("id")
    .execute();

/** Leads nobody to pages of members. */
const GUEST_PATH = "/paid";

/** The same debts at the same amounts, on a page that is long enough open: a second press, or a second browser. */
function isReusable(
  open: readonly PaymentRow[],
  debts: readonly DebtSubject[],
  terms: Terms,
  { now, appUrl, userId, isGuest = false }: Pick<SeveralParams, "userId" | "isGuest"> & { now: Date; appUrl: string },
): boolean {
  const [first] = open;
  if (!first || first.group_id === null || open.length !== debts.length) return false;
  return (
    isLongEnough(first, terms, now) &&
    sessionParamsOf(first).amount === totalOf(debts) &&
    first.provider === terms.provider.name &&
    first.provider_account === terms.account &&
    first.user_id === userId &&
    // The page of members leads back to where one is signed in.
    (sessionParamsOf(first).successUrl === appUrl + GUEST_PATH) === isGuest &&
    open.every(({ group_id, status }) => group_id === first.group_id && status === first.status) &&
    debts.every((debt) => open.find((payment) => isSameSubject(debt, payment))?.amount === debt.asked)
  );
}

async function insertGroup(
  tenantContext: TenantContext,
  debts: readonly DebtSubject[],
  params: SeveralParams,
  { provider, account, expiresAt }: Terms,
): Promise<PaymentRow[]> {
  const { db, appContext, now, organizationId } = tenantContext;
  const { userId, language, email, isGuest } = params;
  const t = translators[language];
  const { appUrl } = appContext.config;
  const { name: organization } = await findOrganization(db, organizationId);
  const ids = debts.map(() => uuidv7(now)).toSorted();
  const [groupId = ""] = ids;
  const amount = totalOf(debts);
  const request: SessionParams = {
    ...{ organizationId, paymentId: groupId, amount, currency: debts[0]?.currency ?? "" },
    title: t("payments.severalTitle", { count: debts.length, organization }),
    // The title of a booking may be a person's name, and whoever has the link reads the page.
    text: isGuest
      ? organization
      : debts
          .map(({ name }) => name)
          .join(", ")
          .slice(0, 500),
    ...{ email, language },
    applicationFee: provider.applicationFee(tenantContext, amount, { account, refusal: null }),
    expiresAt: expiresAt.toISOString(),
    successUrl: isGuest ? appUrl + GUEST_PATH : `${appUrl}/organizations/${organizationId}/payments/${groupId}/return`,
    cancelUrl: isGuest ? `${appUrl + GUEST_PATH}?closed=link` : `${appUrl}/my-payments`,
  };
  for (const [index, debt] of debts.entries()) {
    const { payer_name } = await findPayer(db, debt);
    await insertPayment(db, {
      organization_id: organizationId,
      id: ids[index] ?? "",
      group_id: groupId,
      ...{ event_id: debt.event_id, charge_id: debt.charge_id, payer_name },
      // A guardian finds what they have paid for a child.
      user_id: userId,
      ...{ method: provider.method, provider: provider.name, status: "created" },
      ...{ amount: debt.asked, currency: debt.currency },
      application_fee: provider.applicationFee(tenantContext, debt.asked, { account, refusal: null }),
      ...{ provider_account: account, expires_at: expiresAt, request: JSON.stringify(request) },
      ...{ created_at: now, updated_at: now },
    });
  }
  return listOpenPayments(db, organizationId, debts);
}

/** @throws HttpError 409 where a bank transfer that was begun for one may be on its way: it would be paid twice */
function assertNoTransfer(
  open: readonly PaymentRow[],
  debts: readonly DebtSubject[],
  { isGuest = false }: Pick<SeveralParams, "isGuest">,
): void {
  const transfers = open.filter(({ provider }) => isManual(provider));
  const begun = debts.find((debt) => transfers.some((payment) => isSameSubject(debt, payment)));
  if (begun)
    throw new HttpError(
      409,
      isGuest ? message("payments.transferBegunSome") : message("payments.transferBegun", { name: begun.name }),
    );
}

interface Choice {
  debts: DebtSubject[];
  payments: PaymentRow[];
  /** Pages of other payments of the same debts: they are closed first. */
  toClose: ChargeKey[];
}

const choosePayments = (tenantContext: TenantContext, params: SeveralParams): Promise<Choice> =>
  tenantContext.appContext.db.transaction().execute(async (db) => {
    const { now, organizationId } = tenantContext;
    const { appUrl } = tenantContext.appContext.config;
    const within = { ...tenantContext, db };
    const debts = await lockOwed(within, { payerId: params.customerId, ...params });
    const amount = totalOf(debts);
    assertShown(params.shown, amount);
    const open = await listOpenPayments(db, organizationId, debts);
    assertNoTransfer(open, debts, params);
    const terms = await chooseSeveralTerms(within, { ...params, amount, currency: debts[0]?.currency ?? "" });
    if (isReusable(open, debts, terms, { ...params, now, appUrl })) return { debts, payments: open, toClose: [] };
    const toClose = open.filter(({ status, card_id }) => status === "processing" || card_id !== null);
    if (toClose.length > 0) return { debts, payments: [], toClose: toClose.map(keyOfSubject) };
    for (const { id, group_id: groupId } of open) await dropUnstartedPayment(db, { organizationId, id, groupId, now });
    return { debts, payments: await insertGroup(within, debts, params, terms), toClose: [] };
  });

/** @returns false where one was paid or ended meanwhile: nobody is shown that page */
const keepSession = (
  tenantContext: TenantContext,
  first: PaymentRow,
  session: { id: string; url: string },
): Promise<boolean> =>
  tenantContext.appContext.db.transaction().execute(async (db) => {
    const { now, organizationId } = tenantContext;
    const ofGroup = db
      .selectFrom("payments")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .where("group_id", "=", first.group_id)
      .orderBy("id");
    const debts = await lockPaid({ db, organizationId }, await ofGroup.execute());
    const payments = await ofGroup.forUpdate().execute();
    if (payments.every(({ provider_session_id: id }) => id === session.id)) return true;
    const isOwed = debts.every(
      (debt) => debt.asked >= (payments.find((payment) => isSameSubject(debt, payment))?.amount ?? 0),
    );
    if (!isOwed || payments.some(({ status }) => status !== "created")) {
      await dropUnstartedPayment(db, { organizationId, id: first.id, groupId: first.group_id, now });
      return false;
    }
    await db
      .updateTable("payments")
      .set({ status: "processing", provider_session_id: session.id, checkout_url: session.url, updated_at: now })
      .where("organization_id", "=", organizationId)
      .where("group_id", "=", first.group_id)
      .execute();
    return true;
  });

/**
 * The open page of these debts, or a new one. Pages of other payments of any of them are closed.
 * @throws HttpError 404 for what is not the payer's, 409 where one is no longer owed, or nothing can be paid online, 503 during
 * an outage of the provider
 */
export async function openSeveralCheckout(tenantContext: TenantContext, params: SeveralParams): Promise<SeveralPage> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { debts, payments, toClose } = await choosePayments(tenantContext, params);
    for (const key of toClose) await closeOpenSession(tenantContext, key);
    const [first] = payments;
    if (!first) continue;
    const { id: paymentId, provider, currency, checkout_url: url, expires_at } = first;
    const expiresAt = expires_at ?? tenantContext.now;
    const shown = { paymentId, provider, amount: totalOf(debts), currency, expiresAt, debts };
    if (url) return { ...shown, url, isNew: false };
    const created = await createPage(tenantContext, first, keepSession);
    if (created !== undefined) return { ...shown, url: created, isNew: true };
  }
  throw new HttpError(409, message("payments.nothingDue"));
}

/** @throws HttpError 404 for what is not one's own, or of a child whose guardian one is, 409 */
export async function prepareSeveralCheckout(call: Call<typeof payments.checkoutSeveral>): Promise<SeveralPage> {
  const { db, organizationId, user, body, language } = call;
  const customerId = await findOwnCustomerId(db, organizationId, user.id);
  await assertOwed(call, customerId, body.chargeIds);
  await assertSellerComplete(call, false);
  const payer = { customerId, userId: user.id, email: user.email };
  const { chargeIds, amount: shown } = body;
  return openSeveralCheckout(toTenantContext(call), { ...payer, chargeIds, shown, language });
}

export const answerSeveralCheckout = (
  { record }: Call<typeof payments.checkoutSeveral>,
  { paymentId, url, expiresAt, amount, currency, isNew, debts }: SeveralPage,
) => {
  const customerId = debts[0]?.customer_id;
  record({ subjectId: paymentId, after: { ...aboutDebts(debts), amount, currency }, customerId, skipsEntry: !isNew });
  return Promise.resolve({ paymentId, url, expiresAt: expiresAt.toISOString() });
};
