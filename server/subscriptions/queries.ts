/** Memberships in SQL: lists with filters, single ones with their terms and freezes. */
import { isOver } from "#contract/subscriptions-rules.ts";
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from "kysely";
import type { Page } from "#contract/kit.ts";
import {
  MAX_CONCERNED_BOOKINGS,
  type ConcernedBooking,
  type OwnSubscription,
  type Subscription,
  type SubscriptionDetail,
  type subscriptions,
} from "#contract/subscriptions.ts";
import {
  countDaysIn,
  isIn,
  isNoticeMissed,
  type SubscriptionState,
  subscriptionStateOf,
} from "#contract/subscriptions-rules.ts";
import type { Translate } from "#messages/translator.ts";
import { inScope, isAnyOf, isOfAnyOrganization, paginate, type Database } from "#server/kit/db/database.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { describeGrants } from "./describe-grants.ts";
import {
  freezesOf,
  type SubscriptionWithTerms,
  lastTerm,
  loadParts,
  presentTerm,
  runOf,
  spanOf,
  subscriptionsWithNames,
  todayOf,
} from "./rows.ts";
import { listLocalDates } from "#server/organizations/local-dates.ts";

export interface SubscriptionReader {
  db: Database;
  now: Date;
  t: Translate;
}

/** Names of the types that memberships become, by organization and id. */
async function listNextNames(
  db: Database,
  held: readonly SubscriptionWithTerms[],
): Promise<ReadonlyMap<string, string>> {
  const ids = held.flatMap(({ row }) => row.next_type_id ?? []);
  if (ids.length === 0) return new Map();
  const types = await db
    .selectFrom("subscription_types")
    .select(["id", "name"])
    .where(
      isOfAnyOrganization(
        "organization_id",
        held.map(({ row }) => row.organization_id),
      ),
    )
    .where(isAnyOf("id", ids))
    .execute();
  return new Map(types.map(({ id, name }) => [id, name]));
}

/** Days of freeze that a term still has. */
export function countFreezeDaysLeft(held: SubscriptionWithTerms, today: string): number {
  const term = presentTerm(held, today);
  return Math.max(0, term.terms.freezeMaxDays - countDaysIn(freezesOf(held), spanOf(term)));
}

/** @param isHolder the reasons are the team's */
export async function serializeSubscriptions(
  { db, now, t }: SubscriptionReader,
  held: readonly SubscriptionWithTerms[],
  { isHolder }: { isHolder: boolean },
): Promise<Subscription[]> {
  const present = held.map((one) => presentTerm(one, todayOf(one, now)));
  const grants = await describeGrants(
    db,
    held.map(({ row }, index) => ({
      organizationId: row.organization_id,
      terms: (present[index] ?? held[index]?.terms[0] ?? unreachable()).terms,
    })),
    t,
  );
  const nextNames = await listNextNames(db, held);
  return held.map((one, index) => {
    const { row, freezes } = one;
    const today = todayOf(one, now);
    const term = present[index] ?? one.terms[0];
    const state = subscriptionStateOf(runOf(one), today);
    const freeze = isOver(state) ? undefined : freezes.find(({ to_on }) => to_on >= today);
    const renews = row.renews && !isOver(state);
    const nextName = row.next_type_id === null ? undefined : nextNames.get(row.next_type_id);
    return {
      id: row.id,
      organization: { id: row.organization_id, name: row.organization_name },
      customer: { id: row.customer_id, name: row.customer_name },
      typeId: row.type_id,
      name: term.terms.name,
      state,
      startsOn: term.from_on,
      endsOn: row.canceled_on === null ? term.to_on : addDays(row.canceled_on, -1),
      renews,
      endsAnyTime: renews && hasMissedNotice(one, today),
      graceUntil: state === "grace" ? row.holds_until : null,
      freeze: freeze ? spanOf(freeze) : null,
      freezeMinDays: term.terms.freezeMinDays,
      freezeDaysLeft: countFreezeDaysLeft(one, today),
      price: term.price,
      becomes: row.next_type_id !== null && nextName ? { id: row.next_type_id, name: nextName } : null,
      endReason: isHolder ? null : row.end_reason,
      currency: row.currency,
      grants: grants[index] ?? [],
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  });
}

function unreachable(): never {
  throw new Error("A membership without a term");
}

export async function serializeSubscription(
  reader: SubscriptionReader,
  held: SubscriptionWithTerms,
): Promise<Subscription> {
  const [one] = await serializeSubscriptions(reader, [held], { isHolder: false });
  return one ?? unreachable();
}

/** Minor units that are still to pay of the terms of a membership, by their charges. */
async function listDues(db: Database, { row, terms }: SubscriptionWithTerms): Promise<ReadonlyMap<string, number>> {
  const charges = await db
    .selectFrom("charges")
    .select(["id", "amount", "credited", "settled", "voided_at"])
    .where("organization_id", "=", row.organization_id)
    .where(
      isAnyOf(
        "id",
        terms.flatMap(({ charge_id }) => charge_id ?? []),
      ),
    )
    .execute();
  return new Map(
    charges.map(({ id, amount, credited, settled, voided_at }) => [
      id,
      voided_at === null ? Math.max(0, amount - credited - settled) : 0,
    ]),
  );
}

export async function serializeDetail(
  reader: SubscriptionReader,
  held: SubscriptionWithTerms,
): Promise<SubscriptionDetail> {
  const { terms, freezes } = held;
  const dues = await listDues(reader.db, held);
  return {
    ...(await serializeSubscription(reader, held)),
    periods: terms
      .map((term) => ({
        ...{ id: term.id, name: term.terms.name, ...spanOf(term), price: term.price, chargeId: term.charge_id },
        ...{ isPaid: term.is_paid, due: (term.charge_id !== null && dues.get(term.charge_id)) || 0 },
      }))
      .toReversed(),
    freezes: freezes.map((freeze) => ({ id: freeze.id, ...spanOf(freeze), reason: freeze.reason })).toReversed(),
  };
}

/** Also in the scope of all organizations. @throws HttpError 404 */
export async function findSubscription(
  reader: SubscriptionReader & { organizationId: string },
  id: string,
): Promise<SubscriptionDetail> {
  return serializeDetail(reader, await findSubscriptionInScope(reader, id));
}

/** @throws HttpError 404 */
export async function findSubscriptionInScope(
  { db, organizationId }: { db: Database; organizationId: string },
  id: string,
): Promise<SubscriptionWithTerms> {
  const row = await subscriptionsWithNames(db)
    .where(inScope("subscriptions.organization_id", organizationId))
    .where("subscriptions.id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  const [held] = await loadParts(db, [row]);
  if (!held) throw notFound();
  return held;
}

/** Frozen on a day. */
const isFrozen = (today: string): RawBuilder<SqlBool> => sql`(subscriptions.organization_id, subscriptions.id) in (
  select organization_id, subscription_id from subscription_freezes where from_on <= ${today} and to_on >= ${today})`;

/** As `subscriptionStateOf` says, in one organization's day. */
const stateConditions: Record<SubscriptionState, (today: string) => RawBuilder<SqlBool>> = {
  canceled: () => sql`subscriptions.canceled_on is not null`,
  scheduled: (today) => sql`subscriptions.canceled_on is null and subscriptions.starts_on > ${today}`,
  frozen: (today) =>
    sql`subscriptions.canceled_on is null and subscriptions.starts_on <= ${today} and ${isFrozen(today)}`,
  active: (today) => sql`subscriptions.canceled_on is null and subscriptions.starts_on <= ${today}
    and subscriptions.ends_on >= ${today} and not ${isFrozen(today)}`,
  grace: (today) => sql`subscriptions.canceled_on is null and subscriptions.ends_on < ${today}
    and subscriptions.holds_until >= ${today} and not ${isFrozen(today)}`,
  ended: (today) => sql`subscriptions.canceled_on is null and subscriptions.holds_until < ${today}`,
};
const isRunning = (today: string): RawBuilder<SqlBool> =>
  sql`subscriptions.canceled_on is null and subscriptions.holds_until >= ${today}`;

/** A condition on the day of each organization. */
async function onTheirDays(
  scope: { db: Database; organizationId: string; now: Date },
  condition: (today: string) => RawBuilder<SqlBool>,
): Promise<RawBuilder<SqlBool>> {
  const todays = await listLocalDates(scope);
  const each = todays.map(
    ({ timezone, today }) => sql<SqlBool>`(organizations.timezone = ${timezone} and ${condition(today)})`,
  );
  return sql<SqlBool>`(false or ${sql.join([sql`false`, ...each], sql` or `)})`;
}

/** Those that end first come first. */
const sortByEnd = <DB, TB extends keyof DB, O>(found: SelectQueryBuilder<DB, TB, O>) =>
  found.orderBy(sql`subscriptions.ends_on`).orderBy(sql`subscriptions.id`);

export async function listSubscriptions(call: Call<typeof subscriptions.list>): Promise<Page<Subscription>> {
  const { db, organizationId, query } = call;
  const { q, customerId, typeId, state, endsFrom, endsBy } = query;
  let found = subscriptionsWithNames(db).where(inScope("subscriptions.organization_id", organizationId));
  if (customerId) found = found.where("subscriptions.customer_id", "=", customerId);
  if (typeId) found = found.where("subscriptions.type_id", "=", typeId);
  if (q) found = found.where(matchesText(sql`customers.name`, q));
  if (state) found = found.where(await onTheirDays(call, stateConditions[state]));
  if (endsFrom) found = found.where("subscriptions.ends_on", ">=", endsFrom);
  if (endsBy) found = found.where("subscriptions.ends_on", "<=", endsBy);
  if (endsFrom || endsBy) found = found.where(await onTheirDays(call, isRunning));
  const { data, meta } = await paginate(db, sortByEnd(found), query);
  return { data: await serializeSubscriptions(call, await loadParts(db, data), { isHolder: false }), meta };
}

export async function serializeOwn(
  reader: SubscriptionReader,
  held: readonly SubscriptionWithTerms[],
): Promise<OwnSubscription[]> {
  const serialized = await serializeSubscriptions(reader, held, { isHolder: true });
  return serialized.map((subscription, index) => {
    const one = held[index] ?? unreachable();
    const { renews, state } = subscription;
    const last = lastTerm(one);
    return {
      ...subscription,
      refuseBy: renews ? (state === "grace" ? one.row.holds_until : last.to_on) : null,
      canEnd: renews,
    };
  });
}

/** Whether the notice of this renewal, or of the one before, came too late or not at all. */
export function hasMissedNotice(held: SubscriptionWithTerms, today: string): boolean {
  const last = lastTerm(held);
  const before = held.terms.findLast(({ position }) => position < last.position);
  return [last, ...(before ? [before] : [])].some(
    ({ noticed_on, to_on, is_notice_unsent }) => is_notice_unsent || isNoticeMissed(noticed_on, to_on, today),
  );
}

/** Those of the customers that an account is: the running ones first. */
export async function listOwnSubscriptions(call: Call<typeof subscriptions.mine>): Promise<Page<OwnSubscription>> {
  const { db, now, user, query } = call;
  const isPresent = sql<boolean>`(subscriptions.canceled_on is null
    and subscriptions.holds_until >= ${localDateOf("UTC", now)})`;
  const own = subscriptionsWithNames(db)
    .where("customers.user_id", "=", user.id)
    .where("customers.merged_into_id", "is", null)
    .orderBy(isPresent, "desc");
  const { data, meta } = await paginate(db, sortByEnd(own), query);
  return { data: await serializeOwn(call, await loadParts(db, data)), meta };
}

/** Bookings to come of the holder, by their start. @throws HttpError 404 */
export async function listConcernedBookings(call: Call<typeof subscriptions.bookings>): Promise<ConcernedBooking[]> {
  const { db, now, params, query } = call;
  const { row } = await findSubscriptionInScope(call, params.subscriptionId);
  const rows = await db
    .selectFrom("events")
    .innerJoin("fields", (join) =>
      join.onRef("fields.organization_id", "=", "events.organization_id").onRef("fields.id", "=", "events.field_id"),
    )
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "events.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .select(["events.id", "events.name", "events.start_time", "events.price"])
    .select(["fields.name as field_name", "facilities.timezone"])
    .where("events.organization_id", "=", row.organization_id)
    .where("events.customer_id", "=", row.customer_id)
    .where("events.start_time", ">=", now)
    .where("events.status", "in", ["pending", "approved"])
    .orderBy("events.start_time")
    .orderBy("events.id")
    .execute();
  const span = { from: query.from ?? "0001-01-01", to: query.to ?? "9999-12-31" };
  return rows
    .filter(({ start_time, timezone }) => isIn(localDateOf(timezone, start_time), span))
    .slice(0, MAX_CONCERNED_BOOKINGS)
    .map(({ id, name, start_time, price, field_name, timezone }) => ({
      ...{ id, name, startTime: start_time.toISOString(), timezone, fieldName: field_name, price },
    }));
}
