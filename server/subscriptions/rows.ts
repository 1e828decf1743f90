/** Memberships with their terms and freezes, with the names of their organization and their customer. */
import type { Selectable } from "kysely";
import {
  type DateSpan,
  holdsUntil,
  isIn,
  type SubscriptionRun,
  type SubscriptionState,
  subscriptionStateOf,
} from "#contract/subscriptions-rules.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { isAnyOf, isOfAnyOrganization, type Database } from "#server/kit/db/database.ts";
import type { SubscriptionFreezesTable, SubscriptionTermsTable } from "#server/kit/db/tables.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { StoredTerms } from "./terms.ts";

export const subscriptionsWithNames = (db: Database) =>
  db
    .selectFrom("subscriptions")
    .innerJoin("organizations", "organizations.id", "subscriptions.organization_id")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "subscriptions.organization_id")
        .onRef("customers.id", "=", "subscriptions.customer_id"),
    )
    .selectAll("subscriptions")
    .select(["organizations.name as organization_name", "organizations.timezone", "organizations.currency"])
    .select(["customers.name as customer_name", "customers.birth_date", "customers.billing"]);
export type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof subscriptionsWithNames>["executeTakeFirstOrThrow"]>>;
type FreezeRow = Selectable<SubscriptionFreezesTable>;
export type TermRow = Omit<Selectable<SubscriptionTermsTable>, "terms"> & { terms: StoredTerms };

export interface SubscriptionWithTerms {
  row: SubscriptionRow;
  /** By their dates; without those that were voided. At least one. */
  terms: [TermRow, ...TermRow[]];
  /** By their dates. */
  freezes: FreezeRow[];
}

const toSpan = ({ from_on, to_on }: Pick<TermRow, "from_on" | "to_on">): DateSpan => ({ from: from_on, to: to_on });

/** Two statements for all of them. */
export async function loadParts(db: Database, rows: readonly SubscriptionRow[]): Promise<SubscriptionWithTerms[]> {
  if (rows.length === 0) return [];
  const organizationIds = rows.map((row) => row.organization_id);
  const ids = rows.map(({ id }) => id);
  const terms = await db
    .selectFrom("subscription_terms")
    .selectAll()
    .where(isOfAnyOrganization("organization_id", organizationIds))
    .where(isAnyOf("subscription_id", ids))
    .where("voided_at", "is", null)
    .orderBy("from_on")
    .execute();
  const freezes = await db
    .selectFrom("subscription_freezes")
    .selectAll()
    .where(isOfAnyOrganization("organization_id", organizationIds))
    .where(isAnyOf("subscription_id", ids))
    .orderBy("from_on")
    .execute();
  const termsOf = Map.groupBy(terms, ({ subscription_id }) => subscription_id);
  const freezesOf = Map.groupBy(freezes, ({ subscription_id }) => subscription_id);
  return rows.flatMap((row) => {
    const [first, ...others] = (termsOf.get(row.id) ?? []) as TermRow[];
    return first ? [{ row, terms: [first, ...others], freezes: freezesOf.get(row.id) ?? [] }] : [];
  });
}

export const todayOf = ({ row }: Pick<SubscriptionWithTerms, "row">, now: Date): string =>
  localDateOf(row.timezone, now);

export const freezesOf = ({ freezes }: Pick<SubscriptionWithTerms, "freezes">): DateSpan[] => freezes.map(toSpan);
export const spanOf = toSpan;

/** Terms that count: the first one, and renewals of which something is paid. */
export const countedTerms = ({ terms }: Pick<SubscriptionWithTerms, "terms">): TermRow[] =>
  terms.filter(({ is_paid, position }) => is_paid || position === 1);

/** The term of a day: the one in which it lies, else the last that counts before it, else the first. */
export function presentTerm(held: SubscriptionWithTerms, today: string): TermRow {
  const counted = countedTerms(held);
  return (
    counted.find((term) => isIn(today, toSpan(term))) ?? counted.findLast(({ to_on }) => to_on < today) ?? held.terms[0]
  );
}

/** The term that counts last, whose terms decide its renewal. */
export const lastTerm = (held: SubscriptionWithTerms): TermRow => countedTerms(held).at(-1) ?? held.terms[0];

export const runOf = (held: SubscriptionWithTerms): SubscriptionRun => ({
  startsOn: held.row.starts_on,
  endsOn: held.row.ends_on,
  holdsUntil: held.row.holds_until,
  canceledOn: held.row.canceled_on,
  freezes: freezesOf(held),
});

/** By the clock of the organization. */
export const stateOf = (held: SubscriptionWithTerms, now: Date): SubscriptionState =>
  subscriptionStateOf(runOf(held), todayOf(held, now));

/** A term that waits for its payment. */
export const findUnpaidTerm = ({ terms }: Pick<SubscriptionWithTerms, "terms">): TermRow | undefined =>
  terms.find(({ position, is_paid }) => position > 1 && !is_paid);

/** Counts the ends from the terms. */
export function countEnds(held: SubscriptionWithTerms): { ends_on: string; holds_until: string } {
  const { to_on, terms } = lastTerm(held);
  const { renews, timezone } = held.row;
  const unpaid = findUnpaidTerm(held);
  const chargedOn = unpaid && localDateOf(timezone, unpaid.created_at);
  const run = { endsOn: to_on, renews, graceDays: terms.graceDays };
  return { ends_on: to_on, holds_until: holdsUntil(run, chargedOn) };
}

/** Memberships of an organization by key alone, to be locked: rows with joins cannot be on a cluster. */
const subscriptionKeys = (db: Database, organizationId: string) =>
  db.selectFrom("subscriptions").select("id").where("organization_id", "=", organizationId);

/** @throws HttpError 404 */
export async function findSubscriptionWithTerms(
  db: Database,
  organizationId: string,
  id: string,
  orElse: typeof notFound = notFound,
): Promise<SubscriptionWithTerms> {
  const row = await subscriptionsWithNames(db)
    .where("subscriptions.organization_id", "=", organizationId)
    .where("subscriptions.id", "=", id)
    .executeTakeFirstOrThrow(orElse);
  const [held] = await loadParts(db, [row]);
  if (!held) throw orElse();
  return held;
}

/** Locks a membership until the transaction ends, after its customer. @throws HttpError 404 */
export async function lockSubscription(
  db: Database,
  organizationId: string,
  id: string,
): Promise<SubscriptionWithTerms> {
  await subscriptionKeys(db, organizationId).where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow(notFound);
  return findSubscriptionWithTerms(db, organizationId, id);
}

/** Locks a membership that is to be changed, and its customer before. @throws HttpError 404 */
export async function lockWithCustomer(
  { db, organizationId }: { db: Database; organizationId: string },
  id: string,
): Promise<SubscriptionWithTerms> {
  const { row } = await findSubscriptionWithTerms(db, organizationId, id);
  await lockCustomer(db, organizationId, row.customer_id);
  return lockSubscription(db, organizationId, id);
}

/** Locks a membership that nobody else has locked, after its customer; undefined where somebody has. */
export async function lockFreeSubscription(
  db: Database,
  organizationId: string,
  id: string,
): Promise<SubscriptionWithTerms | undefined> {
  const free = subscriptionKeys(db, organizationId).where("id", "=", id).forNoKeyUpdate().skipLocked();
  return (await free.executeTakeFirst()) && findSubscriptionWithTerms(db, organizationId, id);
}
