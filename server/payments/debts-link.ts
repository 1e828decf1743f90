/**
 * One link to all debts of a payer: their own, and those of whom they pay for. Each mail has a secret of its own, since only its
 * hash is kept; older ones stay good for their time.
 */
import type { Returns } from "#contract/kit.ts";
import { DEBTS_LINK_DAYS, type LinkedDebts, MAX_PAYMENTS_AT_ONCE, type payments } from "#contract/payments.ts";
import { accentStyle, computeAccent } from "#contract/organizations-accent-rules.ts";
import { enforceRateLimit, networkPrefix, rateLimit } from "#server/accounts/rate-limits.ts";
import { hashToken, randomToken } from "#server/accounts/sessions.ts";
import { dueDayOf, type DebtRow, selectDebtRows, selectDebts, sortOldestFirst } from "#server/charges/debts.ts";
import { findCustomerRecipient } from "#server/customers/mail.ts";
import { findCustomer, findKeptCustomer, listCustomersOfPayer } from "#server/customers/queries.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { deleteAccessLinksOf, findAccessLink, insertAccessLink } from "#server/organizations/access-links.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import type { Language } from "#messages/translator.ts";
import { findAmountRefusal, listReadyProviders } from "./accounts.ts";
import { toTenantContext } from "./checkout.ts";
import { chooseSeveralTerms, openSeveralCheckout } from "./checkout-several.ts";
import { findDebtOf, keyOfRow, type DebtSubject } from "./lock-debts.ts";
import { sendDebtsLink } from "./mail.ts";
import type { PaymentProvider } from "./provider.ts";

const DAY_MS = 86_400_000;

export interface DebtsLink {
  url: string;
  expiresAt: string;
}

/** When a link ends that is made now. */
export const findLinkEnd = (now: Date): Date => new Date(now.getTime() + DEBTS_LINK_DAYS * DAY_MS);

export async function createDebtsLink(
  { db, organizationId, appContext, now }: TenantContext,
  customerId: string,
): Promise<DebtsLink> {
  const secret = randomToken();
  const endsAt = findLinkEnd(now);
  await insertAccessLink(db, {
    ...{ secretHash: hashToken(secret), organizationId, purpose: "debts", subjectId: customerId, endsAt },
  });
  return { url: `${appContext.config.appUrl}/d/${secret}`, expiresAt: endsAt.toISOString() };
}

/** Several debts that can be paid online have one link; a single one keeps its own, which leads to it at once. */
export function isPaidByOneLink(ready: readonly PaymentProvider[], debts: readonly DebtSubject[]): boolean {
  if (debts.length < 2) return false;
  const amount = debts.reduce((sum, { asked }) => sum + asked, 0);
  const request = { amount, currency: debts[0]?.currency ?? "" };
  return ready.some((one) => one.settledBy === "provider" && findAmountRefusal("en", one, request) === null);
}

/** Links to the debts of people who are forgotten lead nowhere. */
export async function endDebtsLinks({ db }: TenantContext, { customerIds }: { customerIds: readonly string[] }) {
  for (const subjectId of customerIds) await deleteAccessLinksOf(db, { purpose: "debts", subjectId });
}

/** Open charges of a customer and of those for whom they pay, the oldest first. */
export async function listDebtsOfPayer(db: Database, organizationId: string, payerId: string): Promise<DebtRow[]> {
  const ids = await listCustomersOfPayer(db, organizationId, payerId);
  const debts = selectDebts(db, organizationId).where(isAnyOf("charges.customer_id", ids));
  return sortOldestFirst(selectDebtRows(db, organizationId, debts)).execute();
}

/** Those of them that the page lists: not what is written off, nor what waits for its invoice. */
const filterAsked = (rows: readonly DebtRow[]): DebtRow[] =>
  rows.filter((row) => row.written_off_at === null && !row.awaits_invoice);

/** Those of them that one link asks for: as many as are paid at once, in the currency of the oldest. */
export function filterLinked(rows: readonly DebtRow[]): DebtRow[] {
  const asked = filterAsked(rows);
  return asked.filter(({ currency }) => currency === asked[0]?.currency).slice(0, MAX_PAYMENTS_AT_ONCE);
}

interface LinkedPayer {
  organizationId: string;
  customerId: string;
  /** The account of the payer; null for none. */
  userId: string | null;
  expiresAt: Date;
}

/**
 * Finds whose debts the secret leads to; those of a customer who was merged are the kept one's.
 * @throws HttpError 404 alike for a secret that is wrong and one that has ended
 */
async function findLinkedPayer({ db, now }: Pick<Call, "db" | "now">, secret: string): Promise<LinkedPayer> {
  const link = await findAccessLink(db, "debts", hashToken(secret), now);
  if (!link) throw notFound();
  const { organization_id: organizationId, ends_at: expiresAt } = link;
  const customer = await findKeptCustomer(db, organizationId, link.subject_id);
  if (!customer) throw notFound();
  return { organizationId, customerId: customer.id, userId: customer.user_id, expiresAt };
}

export async function readDebtsByLink(call: Call<typeof payments.debtsByLink>): Promise<LinkedDebts> {
  const { db, now, params } = call;
  const { organizationId, customerId, expiresAt } = await findLinkedPayer(call, params.secret);
  const { name, accent, phone, email } = await db
    .selectFrom("organizations")
    .select(["name", "accent", "phone", "email"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const rows = filterAsked(await listDebtsOfPayer(db, organizationId, customerId));
  const ready = await listReadyProviders(call, organizationId);
  return {
    organization: { id: organizationId, name },
    accentStyle: accent === null ? null : accentStyle(computeAccent(accent)),
    contact: { phone, email },
    debts: rows.slice(0, MAX_PAYMENTS_AT_ONCE).map((row) => ({
      chargeId: row.id,
      // The title of a booking may be the name of a person.
      name: row.event_id === null ? row.label : null,
      fieldName: row.event_id === null ? null : row.field_name,
      startTime: row.start_time.toISOString(),
      timezone: row.timezone,
      ...{ due: row.due, currency: row.currency },
      ...dueDayOf(row, now),
    })),
    hasMore: rows.length > MAX_PAYMENTS_AT_ONCE,
    isPayable: ready.some(({ settledBy }) => settledBy === "provider"),
    expiresAt: expiresAt.toISOString(),
  };
}

/**
 * Leads to one page of the provider for the chosen debts.
 * @param call its `db` is the pool: the provider is asked meanwhile
 * @throws HttpError 404, 409 where another sum is owed than the page has shown
 */
export async function payByLink(call: Call<typeof payments.payByLink>): Promise<Returns<typeof payments.payByLink>> {
  const { db, appContext, now, body, language, address } = call;
  await enforceRateLimit(call, [rateLimit("debtsLink.network", networkPrefix(address))]);
  const { organizationId, customerId, userId } = await findLinkedPayer(call, call.params.secret);
  await enforceRateLimit(call, [rateLimit("debtsLink", customerId)]);
  // Nobody is signed in: the rest of the call throws where it is asked for a person.
  const context = { db, appContext, now, organizationId };
  await assertSellerComplete({ ...context, language }, false);
  const { url, expiresAt } = await openSeveralCheckout(context, {
    // The address of the payer is not for everybody who has the link.
    ...{ customerId, userId, email: null, language, isGuest: true },
    ...{ chargeIds: body.chargeIds, shown: body.amount },
  });
  return { url, expiresAt: expiresAt.toISOString() };
}

type CustomerLinkCall = Call<typeof payments.customerLink> | Call<typeof payments.copyCustomerLink>;

interface PreparedLink {
  debts: DebtRow[];
  amount: number;
  currency: string;
  email: string | null;
  language: Language;
}

/** @throws HttpError 404, 409 where nothing is owed or so much cannot be paid online */
async function prepareDebtsLink(call: CustomerLinkCall): Promise<PreparedLink> {
  const { db, organizationId, params } = call;
  await findCustomer(db, organizationId, params.customerId);
  const debts = filterLinked(await listDebtsOfPayer(db, organizationId, params.customerId));
  const [first] = debts;
  if (!first) throw new HttpError(409, message("payments.nothingDueOfCustomer"));
  await assertSellerComplete(call, true);
  const { currency } = first;
  const amount = debts.reduce((sum, { due }) => sum + due, 0);
  await chooseSeveralTerms(toTenantContext(call), { amount, currency, language: call.language });
  const known = await findCustomerRecipient(db, organizationId, { user_id: null, customer_id: params.customerId });
  return { debts, amount, currency, email: known?.email ?? null, language: known?.language ?? call.language };
}

type MailedLink = PreparedLink & { email: string };

/** @throws HttpError 422 without an address */
export async function prepareCustomerLink(call: Call<typeof payments.customerLink>): Promise<MailedLink> {
  const prepared = await prepareDebtsLink(call);
  const email = call.body.email ?? prepared.email;
  if (!email) throw invalidFields({ email: [message("payments.noEmail")] });
  await enforceRateLimit(call, [rateLimit("paymentLink", call.params.customerId)]);
  return { ...prepared, email };
}

const aboutLink = ({ debts, amount, currency }: PreparedLink) => ({ count: debts.length, amount, currency });

export async function mailCustomerLink(
  call: Call<typeof payments.customerLink>,
  link: MailedLink,
): Promise<Returns<typeof payments.customerLink>> {
  const { customerId } = call.params;
  const { email, language, debts } = link;
  const page = await createDebtsLink(call, customerId);
  const subjects: DebtSubject[] = [];
  for (const row of debts) subjects.push(await findDebtOf(call.db, call.organizationId, keyOfRow(row)));
  await sendDebtsLink(call, { email, language, debts: subjects, link: page });
  call.record({ subjectId: customerId, after: { ...aboutLink(link), email }, customerId });
  return { email };
}

export async function prepareCopiedCustomerLink(call: Call<typeof payments.copyCustomerLink>): Promise<PreparedLink> {
  const prepared = await prepareDebtsLink(call);
  await enforceRateLimit(call, [rateLimit("paymentLink", call.params.customerId)]);
  return prepared;
}

export async function giveCustomerLink(
  call: Call<typeof payments.copyCustomerLink>,
  link: PreparedLink,
): Promise<Returns<typeof payments.copyCustomerLink>> {
  const { customerId } = call.params;
  call.record({ subjectId: customerId, after: aboutLink(link), customerId });
  return createDebtsLink(call, customerId);
}
