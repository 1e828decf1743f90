/** Charges in SQL: the list with its filters. */
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from "kysely";
import type { Charge, ChargeState, charges } from "#contract/charges.ts";
import type { Page } from "#contract/kit.ts";
import { inScope, isAnyOf, paginateWith, type Database, type TableQuery } from "#server/kit/db/database.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { isAskedFor, isOpen } from "./debts.ts";
import { dueDateOf, isChargeDueBefore, listDueTimezones } from "./due-days.ts";
import { chargeLabel, chargesWithPlaces, chargeTimezone } from "./with-places.ts";

const isVoid = sql<SqlBool>`charges.voided_at is not null`;
const isPending = sql<SqlBool>`(charges.voided_at is null and charges.pending_reason is not null)`;
const isSettled = sql<SqlBool>`(charges.voided_at is null and charges.pending_reason is null
  and charges.settled >= charges.amount - charges.credited)`;
const conditions: Record<ChargeState, RawBuilder<SqlBool>> = {
  pending: isPending,
  open: isOpen,
  settled: isSettled,
  void: isVoid,
};

type ChargesQuery = TableQuery<"charges">;

const sortLatestFirst = <DB extends Pick<Tables, "charges">, TB extends keyof DB & "charges", O>(
  found: SelectQueryBuilder<DB, TB, O>,
) => found.orderBy(sql.ref("charges.due_at"), "desc").orderBy(sql.ref("charges.id"));

const selectWithNames = (db: Database, organizationId: string, charges: ChargesQuery) =>
  chargesWithPlaces(db, organizationId, charges)
    .selectAll("charges")
    .select(["organizations.name as organization_name", "customers.name as customer_name"])
    .select(["events.name as event_name", "events.start_time", "fields.name as field_name"])
    .select([chargeTimezone.as("timezone"), chargeLabel.as("shown_label")]);
type ChargeRow = Awaited<ReturnType<ReturnType<typeof selectWithNames>["executeTakeFirstOrThrow"]>>;

function stateOf(row: ChargeRow): ChargeState {
  if (row.voided_at !== null) return "void";
  if (row.pending_reason !== null) return "pending";
  return row.settled < row.amount - row.credited ? "open" : "settled";
}

/** @returns null for what is no booking */
const serializeChargedEvent = ({
  event_id,
  event_name,
  start_time,
  timezone,
  field_name,
}: ChargeRow): Charge["event"] =>
  event_id !== null && event_name !== null && start_time && field_name !== null
    ? { id: event_id, name: event_name, startTime: start_time.toISOString(), timezone, fieldName: field_name }
    : null;

const serializeSoldProduct = ({
  product_id,
  quantity,
  unit_price,
  discount,
  price_reason,
}: ChargeRow): Charge["product"] =>
  product_id !== null && quantity !== null && unit_price !== null
    ? { id: product_id, quantity, unitPrice: unit_price, discount, priceReason: price_reason }
    : null;

function serializeCharge(row: ChargeRow, now: Date): Charge {
  const state = stateOf(row);
  const isOwed = state === "open";
  const dueOn = dueDateOf(row, row.timezone);
  return {
    id: row.id,
    organization: { id: row.organization_id, name: row.organization_name },
    kind: row.kind as Charge["kind"],
    label: row.shown_label,
    state,
    customer: row.customer_id === null ? null : { id: row.customer_id, name: row.customer_name ?? "" },
    event: serializeChargedEvent(row),
    product: serializeSoldProduct(row),
    dueOn,
    isOverdue: isOwed && row.written_off_at === null && dueOn < localDateOf(row.timezone, now),
    amount: row.amount,
    credited: row.credited,
    settled: row.settled,
    invoiced: row.invoiced,
    due: isOwed ? row.amount - row.credited - row.settled : 0,
    currency: row.currency,
    writtenOff:
      row.written_off_at && row.write_off_reason
        ? { at: row.written_off_at.toISOString(), reason: row.write_off_reason }
        : null,
    remindersPausedAt: row.reminders_paused_at?.toISOString() ?? null,
    voidedAt: row.voided_at?.toISOString() ?? null,
    voidReason: row.void_reason,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The bookings that charges are for, and what they or the sales are called. */
export async function listChargeNames(
  db: Database,
  organizationId: string,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<Charge, "event" | "label" | "voidReason">>> {
  const found = db
    .selectFrom("charges")
    .where("charges.organization_id", "=", organizationId)
    .where(isAnyOf("charges.id", chargeIds));
  const rows = await selectWithNames(db, organizationId, found).execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { event: serializeChargedEvent(row), label: row.shown_label, voidReason: row.void_reason },
    ]),
  );
}

/** By the time when they are due, and in the order in which they were sold. */
export async function listChargesOfIds(
  { db, now, organizationId }: Pick<Call, "db" | "now" | "organizationId">,
  ids: readonly string[],
): Promise<Charge[]> {
  const found = db
    .selectFrom("charges")
    .where("charges.organization_id", "=", organizationId)
    .where(isAnyOf("charges.id", ids));
  const rows = await selectWithNames(db, organizationId, found)
    .orderBy("charges.due_at")
    .orderBy("charges.id")
    .execute();
  return rows.map((row) => serializeCharge(row, now));
}

/** @throws HttpError 404 */
export async function findCharge(
  { db, now, organizationId }: Pick<Call, "db" | "now" | "organizationId">,
  id: string,
): Promise<Charge> {
  const found = db
    .selectFrom("charges")
    .where(inScope("charges.organization_id", organizationId))
    .where("charges.id", "=", id);
  return serializeCharge(await selectWithNames(db, organizationId, found).executeTakeFirstOrThrow(notFound), now);
}

export async function listCharges({
  db,
  now,
  organizationId,
  query,
}: Call<typeof charges.list>): Promise<Page<Charge>> {
  const { state, kind, overdue, customerId, feeOf, from, to } = query;
  const zones = from || to || overdue !== undefined ? await listDueTimezones(db, organizationId) : [];
  let found: ChargesQuery = db.selectFrom("charges").where(inScope("charges.organization_id", organizationId));
  if (state) found = found.where(conditions[state]);
  if (kind) found = found.where("charges.kind", "=", kind);
  if (customerId) found = found.where("charges.customer_id", "=", customerId);
  if (feeOf) found = found.where("charges.fee_of", "=", feeOf);
  if (from) found = found.where(sql<SqlBool>`not (${isChargeDueBefore(zones, () => from)})`);
  if (to) found = found.where(isChargeDueBefore(zones, () => addDays(to, 1)));
  if (overdue !== undefined) {
    const isLate = sql<SqlBool>`(${isOpen} and ${isAskedFor} and ${isChargeDueBefore(zones, (timezone) => localDateOf(timezone, now))})`;
    found = found.where(overdue ? isLate : sql<SqlBool>`not ${isLate}`);
  }
  const { data, meta } = await paginateWith(db, sortLatestFirst(found), query, (rows) =>
    sortLatestFirst(selectWithNames(db, organizationId, rows)),
  );
  return { data: data.map((row) => serializeCharge(row, now)), meta };
}
