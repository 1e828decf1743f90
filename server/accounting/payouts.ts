/** Payouts of the payment service, and which payments, refunds and disputes each of them is of. */
import { sql } from "kysely";
import type { accounting, Payout, PayoutItem } from "#contract/accounting.ts";
import { datesOfPeriod } from "#contract/accounting-period-rules.ts";
import type { ListQuery, Page, Query } from "#contract/kit.ts";
import { ALL_ORGANIZATIONS, inScope, isAnyOf, pageMeta, paginateWith, type Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";

interface PayoutScope {
  db: Database;
  organizationId: string;
}
type PageQuery = Pick<ListQuery, "page" | "per_page">;

/** Each item with the payment that it is of. A fee of the service is of none. */
export const payoutItemsWithPayments = ({ organizationId }: Pick<PayoutScope, "organizationId">) => sql`
  select items.*, coalesce(charged.id, refunds.payment_id, disputes.payment_id) as payment_id,
    coalesce(charged.id, refunds.id) is not null as is_booked,
    case
      when items.kind = 'fee' or disputes.id is not null then 'known'
      when charged.id is not null then case
        when charged.amount = items.amount and (charged.provider_fee is null
          or charged.provider_fee + coalesce(charged.application_fee, 0) = items.fee) then 'known' else 'differs' end
      when refunds.id is not null then case when refunds.amount = abs(items.amount) then 'known' else 'differs' end
      else 'unknown'
    end as state
  from payout_items as items
  left join lateral (
    select (array_agg(id order by id))[1] as id, sum(amount)::integer as amount,
      case when count(*) = count(provider_fee) then sum(provider_fee)::integer end as provider_fee,
      sum(application_fee)::integer as application_fee
    from payments
    where organization_id = ${organizationId} and provider_charge_id = items.source and status = 'succeeded'
  ) as charged on items.kind = 'charge'
  left join lateral (
    select (array_agg(id order by id))[1] as id, (array_agg(payment_id order by id))[1] as payment_id,
      sum(amount)::integer as amount
    from refunds
    where organization_id = ${organizationId} and provider_refund_id = items.source
  ) as refunds on items.kind = 'refund'
  left join disputes on disputes.organization_id = ${organizationId} and items.kind = 'dispute'
    and disputes.id = items.source
  where items.organization_id = ${organizationId}`;

type PayoutRow = Omit<Payout, "sums"> & { hasItems: boolean };
type PayoutSums = NonNullable<Payout["sums"]>;
type SumsRow = Omit<PayoutSums, "difference"> & { payout_id: string; net: number };

const selectPayouts = ({ db, organizationId }: PayoutScope) =>
  db.selectFrom("payouts").selectAll().where("organization_id", "=", organizationId);
type SelectedPayout = Awaited<ReturnType<ReturnType<typeof selectPayouts>["executeTakeFirstOrThrow"]>>;

const serializeRow = (row: SelectedPayout): PayoutRow => ({
  id: row.id,
  provider: row.provider,
  number: row.provider_id,
  state: row.state as Payout["state"],
  arrivesOn: row.arrives_on,
  currency: row.currency,
  amount: row.amount,
  isAutomatic: row.is_automatic,
  hasItems: row.items_read_at !== null,
});

async function listSums(scope: PayoutScope, ids: readonly string[]): Promise<Map<string, SumsRow>> {
  if (ids.length === 0) return new Map();
  const sumOf = (kind: string) => sql`coalesce(sum(amount) filter (where kind = ${sql.lit(kind)}), 0)::float8`;
  const { rows } = await sql<SumsRow>`
    select payout_id, count(*)::integer as items, ${sumOf("charge")} as charges, ${sumOf("refund")} as refunds,
      ${sumOf("dispute")} as disputes, ${sumOf("other")} as other, sum(net)::float8 as net,
      coalesce(sum(amount) filter (where kind = 'fee'), 0)::float8 - sum(fee)::float8 as fees,
      (count(*) filter (where state = 'unknown'))::integer as unknown,
      (count(*) filter (where state = 'differs'))::integer as differing
    from (${payoutItemsWithPayments(scope)} and ${isAnyOf("items.payout_id", ids)}) as items
    group by payout_id`.execute(scope.db);
  return new Map(rows.map((row) => [row.payout_id, row]));
}

const noItems = { items: 0, charges: 0, refunds: 0, disputes: 0, fees: 0, other: 0, net: 0, unknown: 0, differing: 0 };

async function addSums(scope: PayoutScope, payouts: readonly SelectedPayout[]): Promise<Payout[]> {
  const sums = await listSums(
    scope,
    payouts.map(({ id }) => id),
  );
  return payouts.map(serializeRow).map(({ hasItems, ...payout }) => {
    const { net, ...found } = sums.get(payout.id) ?? noItems;
    return { ...payout, sums: hasItems ? { ...found, difference: payout.amount - net } : null };
  });
}

/** The platform has no books. */
export async function listPayouts(scope: PayoutScope, query: Query<typeof accounting.payouts>): Promise<Page<Payout>> {
  if (scope.organizationId === ALL_ORGANIZATIONS)
    return { data: [], meta: pageMeta({ total: 0, estimate: false }, query, 0) };
  let found = selectPayouts(scope);
  if (query.period !== undefined) {
    const { from, to } = datesOfPeriod(query.period);
    found = found.where("arrives_on", ">=", from).where("arrives_on", "<=", to);
  }
  const sorted = found.orderBy("arrives_on", "desc").orderBy("id", "desc");
  const { data, meta } = await paginateWith(scope.db, sorted, query, (rows) => rows);
  return { data: await addSums(scope, data), meta };
}

/** @param scope all organizations too @throws HttpError 404 */
const findPayoutRow = ({ db, organizationId }: PayoutScope, payoutId: string): Promise<SelectedPayout> =>
  db
    .selectFrom("payouts")
    .selectAll()
    .where(inScope("organization_id", organizationId))
    .where("id", "=", payoutId)
    .executeTakeFirstOrThrow(notFound);

/** @throws HttpError 404 */
export async function findPayout({ db, organizationId }: PayoutScope, payoutId: string): Promise<Payout> {
  const row = await findPayoutRow({ db, organizationId }, payoutId);
  const [payout] = await addSums({ db, organizationId: row.organization_id }, [row]);
  if (!payout) throw notFound();
  return payout;
}

interface ItemRow extends Omit<PayoutItem, "at" | "payment"> {
  at: Date;
  payment_id: string | null;
  payer_name: string | null;
}

const toItem = ({ at, payment_id, payer_name, ...item }: ItemRow): PayoutItem => ({
  ...item,
  at: at.toISOString(),
  payment: payment_id === null ? null : { id: payment_id, payerName: payer_name ?? "" },
});

/** @throws HttpError 404 */
export async function listPayoutItems(
  scope: PayoutScope,
  payoutId: string,
  query: PageQuery,
): Promise<Page<PayoutItem>> {
  const { db } = scope;
  const { organization_id: organizationId } = await findPayoutRow(scope, payoutId);
  const items = sql<ItemRow>`(
    select items.provider_id as id, items.kind, items.state, items.at, items.amount, items.fee, items.net, items.source,
      items.payment_id, payments.payer_name
    from (${payoutItemsWithPayments({ organizationId })} and items.payout_id = ${payoutId}) as items
    left join payments on payments.organization_id = ${organizationId} and payments.id = items.payment_id
  )`;
  const sorted = db
    .selectFrom(items.as("items"))
    .selectAll("items")
    .orderBy(sql`state = 'known'`)
    .orderBy("at", "desc")
    .orderBy("id");
  const { data, meta } = await paginateWith(db, sorted, query, (rows) => rows);
  return { data: data.map(toItem), meta };
}

export interface PayoutItemInPeriod extends PayoutItem {
  number: string;
  arrivesOn: string;
  currency: string;
}

/** Items of payouts that arrive in a period, by date; payouts that were made by hand have none. */
export async function listItemsOfPeriod(
  scope: PayoutScope,
  { from, to }: { from: string; to: string },
  page: PageQuery,
): Promise<PayoutItemInPeriod[]> {
  const { db, organizationId } = scope;
  const items = sql<ItemRow & { number: string; arrives_on: string; currency: string }>`(
    select payouts.provider_id as number, payouts.arrives_on, payouts.currency, items.provider_id as id, items.kind,
      items.state, items.at, items.amount, items.fee, items.net, items.source, items.payment_id, payments.payer_name
    from payouts
    join (${payoutItemsWithPayments(scope)}) as items on items.payout_id = payouts.id
    left join payments on payments.organization_id = ${organizationId} and payments.id = items.payment_id
    where payouts.organization_id = ${organizationId} and payouts.arrives_on between ${from} and ${to}
  )`;
  const sorted = db
    .selectFrom(items.as("items"))
    .selectAll("items")
    .orderBy("arrives_on")
    .orderBy("number")
    .orderBy("at")
    .orderBy("id");
  const { data } = await paginateWith(db, sorted, page, (rows) => rows);
  return data.map(({ arrives_on: arrivesOn, number, currency, ...row }) => ({
    ...toItem(row),
    number,
    arrivesOn,
    currency,
  }));
}

/** Parts of the entry of a payout in the books; minor units. */
export interface BookedPayout {
  id: string;
  number: string;
  amount: number;
  /** Net of the payments and refunds that have entries of their own. */
  booked: number;
  /** Kept by the service, of no payment. */
  fees: number;
}

/** A payout whose items nobody knows is of what was booked before. */
export async function listBookedPayouts(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<BookedPayout[]> {
  const { rows } = await sql<BookedPayout>`
    select payouts.id, payouts.provider_id as number, payouts.amount,
      coalesce(items.booked, payouts.amount)::float8 as booked, coalesce(items.fees, 0)::float8 as fees
    from payouts
    left join (
      select payout_id, coalesce(sum(net) filter (where is_booked), 0) as booked,
        coalesce(sum(case when kind = 'fee' then -net else fee end) filter (where not is_booked), 0) as fees
      from (${payoutItemsWithPayments({ organizationId })} and ${isAnyOf("items.payout_id", ids)}) as items
      group by payout_id
    ) as items on items.payout_id = payouts.id and payouts.items_read_at is not null
    where payouts.organization_id = ${organizationId} and ${isAnyOf("payouts.id", ids)}`.execute(db);
  return rows;
}
