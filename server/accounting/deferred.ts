/** Deferred income: what is invoiced by a date and served after it. */
import { sql } from "kysely";
import type { accounting, DeferredReport, DeferredRow } from "#contract/accounting.ts";
import { dayBounds } from "#contract/hours-rules.ts";
import type { Page, Query } from "#contract/kit.ts";
import { ALL_ORGANIZATIONS, isPlannedForValues, pageMeta } from "#server/kit/db/database.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { resolvePeriod } from "./period.ts";

type Context = MemoryContext & { now: Date };
type ChargeRow = Omit<DeferredRow, "customer" | "deferred"> & {
  customerId: string | null;
  customerName: string | null;
  /** Start of a booking. */
  startTime: Date | null;
};

/** Net × what is left ÷ all of it, half a cent up. A credit note of more than is invoiced leaves nothing. */
const deferredOf = ({ net, left, total }: Pick<DeferredRow, "net" | "left" | "total">): number =>
  Math.max(0, Math.floor((2 * net * left + total) / (2 * total)));

/**
 * Terms of memberships count by their days, packs by their units, gift vouchers by what is left of them until they expire,
 * bookings and extras lie ahead as a whole. Freezes, and
 * the end of a pack, count as they are known today.
 */
async function listCharges({ db, organizationId }: Context, date: string, timezone: string): Promise<ChargeRow[]> {
  const end = new Date(dayBounds(date, timezone).end);
  const { rows } = await sql<ChargeRow>`
    with ahead as (
      select terms.charge_id, 'subscription' as kind, terms.from_on::text as "from", terms.to_on::text as "to",
        null::timestamptz as start_time,
        terms.to_on - terms.from_on + 1 as total,
        terms.to_on - greatest(terms.from_on - 1, ${date}::date) as "left"
      from subscription_terms as terms
      join subscriptions on subscriptions.organization_id = terms.organization_id
        and subscriptions.id = terms.subscription_id
      where terms.organization_id = ${organizationId} and terms.charge_id is not null and terms.to_on > ${date}::date
        and (terms.voided_at is null or terms.voided_at >= ${end})
        and (subscriptions.canceled_on is null or subscriptions.canceled_on > ${date}::date)
      union all
      select charge_id, 'pack', null, null, null, sum(units_total - refunded)::integer,
        sum(units_total - refunded - used)::integer
      from (
        select packs.charge_id, packs.units_total,
          case when exists (
            select from invoice_lines
            join invoices on invoices.organization_id = invoice_lines.organization_id
              and invoices.id = invoice_lines.invoice_id
            where invoice_lines.organization_id = ${organizationId}
              and invoice_lines.charge_id = packs.charge_id and invoice_lines.amount < 0
              and invoices.issued_on <= ${date}::date
          ) then packs.units_refunded else 0 end as refunded,
          packs.used_before + coalesce((
            select sum(uses.units - case when uses.given_back_at < ${end} then uses.given_back else 0 end)
            from pack_uses as uses
            where uses.organization_id = ${organizationId} and uses.pack_id = packs.id and uses.created_at < ${end}
          ), 0) as used
        from packs
        where packs.organization_id = ${organizationId} and packs.charge_id is not null and packs.created_at < ${end}
          and (packs.expires_on is null or packs.expires_on > ${date}::date)
      ) as counted
      group by charge_id
      having sum(units_total - refunded - used) > 0
      union all
      -- What is left of a gift voucher: net of its invoice, or a liability as a receipt is over it.
      select vouchers.charge_id, 'voucher', null, vouchers.expires_on::text, null, vouchers.amount,
        vouchers.amount - counted.used
      from vouchers
      cross join lateral (
        select coalesce(sum(uses.amount), 0)::integer as used from voucher_uses as uses
        where uses.organization_id = ${organizationId} and uses.voucher_id = vouchers.id and uses.at < ${end}
      ) as counted
      where vouchers.organization_id = ${organizationId} and vouchers.created_at < ${end}
        and vouchers.expires_on > ${date}::date and (vouchers.canceled_at is null or vouchers.canceled_at >= ${end})
        and counted.used < vouchers.amount
      union all
      select charges.id, 'booking', null, null, events.start_time, 1, 1
      from events
      join charges on charges.organization_id = events.organization_id and charges.event_id = events.id
      where events.organization_id = ${organizationId} and events.start_time >= ${end}
        and events.status not in ('canceled', 'rejected') and charges.invoiced > 0
    )
    select ahead.charge_id as "chargeId", ahead.kind, coalesce(charges.label, events.name) as label,
      customers.id as "customerId", customers.name as "customerName", charges.currency, ahead."from", ahead."to",
      ahead.start_time as "startTime", ahead.total, ahead."left", documents.net
    from ahead
    join charges on charges.organization_id = ${organizationId} and charges.id = ahead.charge_id
    left join events on events.organization_id = ${organizationId} and events.id = charges.event_id
    left join customers on customers.organization_id = ${organizationId} and customers.id = charges.customer_id
    cross join lateral (
      select sum(lines.net)::integer as net
      from invoice_lines
      join invoices on invoices.organization_id = invoice_lines.organization_id and invoices.id = invoice_lines.invoice_id
      cross join lateral jsonb_to_recordset(invoices.content -> 'lines') as lines("chargeId" uuid, net integer)
      where invoice_lines.organization_id = ${organizationId} and invoice_lines.charge_id = ahead.charge_id
        and invoices.issued_on <= ${date}::date
        -- Lines of a document over one charge do not name it.
        and (lines."chargeId" is null or lines."chargeId" = ahead.charge_id)
    ) as documents
    where documents.net > 0 and ${isPlannedForValues}
    order by ahead.kind desc, ahead."to", ahead.start_time, ahead.charge_id`.execute(db);
  return rows;
}

/** The platform has no books: they are empty. */
export async function listAllDeferred(
  context: Context,
  asked: string | undefined,
): Promise<{ date: string; period: string; rows: DeferredRow[] }> {
  const { name: period, to: date, timezone } = await resolvePeriod(context, asked);
  if (context.organizationId === ALL_ORGANIZATIONS) return { date, period, rows: [] };
  const charges = await listCharges(context, date, timezone);
  const rows = charges.map(({ customerId, customerName, startTime, ...charge }) => ({
    ...charge,
    ...(startTime && { from: localDateOf(timezone, startTime), to: localDateOf(timezone, startTime) }),
    customer: customerId === null ? null : { customerId, name: customerName ?? "" },
    deferred: deferredOf(charge),
  }));
  return { date, period, rows };
}

export async function readDeferred(
  context: Context,
  { period: asked }: Query<typeof accounting.deferred>,
): Promise<DeferredReport> {
  const { date, period, rows } = await listAllDeferred(context, asked);
  const groups = Map.groupBy(rows, ({ kind, currency }) => `${kind} ${currency}`);
  const sums = [...groups.values()].flatMap((ofKind) => {
    const [first] = ofKind;
    if (!first) return [];
    const { kind, currency } = first;
    const sumOf = (of: "net" | "deferred") => ofKind.reduce((sum, row) => sum + row[of], 0);
    return [{ kind, currency, count: ofKind.length, net: sumOf("net"), deferred: sumOf("deferred") }];
  });
  return { period, date, sums };
}

export async function listDeferred(
  context: Context,
  { period: asked, ...query }: Query<typeof accounting.deferredRows>,
): Promise<Page<DeferredRow>> {
  const { rows } = await listAllDeferred(context, asked);
  const from = (query.page - 1) * query.per_page;
  const data = rows.slice(from, from + query.per_page);
  return { data, meta: pageMeta({ total: rows.length, estimate: false }, query, data.length) };
}
