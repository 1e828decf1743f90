/** Table `till_movements`: each is added once and never changed. */
import { sql, type Insertable } from "kysely";
import type { Page, Query } from "#contract/kit.ts";
import type { TillMethod, TillMovement, TillMovementKind, TillReport, tills } from "#contract/tills.ts";
import { fullNameOf } from "#server/accounts/full-name.ts";
import { chargeLabel } from "#server/charges/with-places.ts";
import { inScope, organizationOf, paginateWith, type Database } from "#server/kit/db/database.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import type { TillMovementsTable } from "#server/kit/db/tables.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { formatMoney } from "#messages/format-money.ts";
import { findTillRow, lockOpenSession, serializeSession, type TillScope } from "./queries.ts";
import { findReport, sumSession } from "./report.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    /** By a movement of the open session. */
    "tills.corrected": { movementId: string };
  }
}

export async function insertMovements(db: Database, rows: readonly Insertable<TillMovementsTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto("till_movements").values(rows).execute();
}

/** Latest first. */
function selectMovements(db: Database, organizationId: string, sessionId: string | undefined) {
  const found = db
    .selectFrom("till_movements")
    .selectAll("till_movements")
    .where(inScope("till_movements.organization_id", organizationId))
    .orderBy("till_movements.created_at", "desc")
    .orderBy("till_movements.id", "desc");
  return sessionId ? found.where("till_movements.session_id", "=", sessionId) : found;
}

/** In the order of the list. */
function withNames(db: Database, organizationId: string, movements: ReturnType<typeof selectMovements>) {
  const organization = organizationOf("organizations.id", organizationId);
  return db
    .selectFrom(movements.as("movements"))
    .innerJoin("organizations", (join) =>
      join.on("organizations.id", "=", organizationOf("movements.organization_id", organizationId)),
    )
    .innerJoin("till_sessions", (join) =>
      join
        .on("till_sessions.organization_id", "=", organization)
        .onRef("till_sessions.id", "=", "movements.session_id"),
    )
    .innerJoin("tills", (join) =>
      join.on("tills.organization_id", "=", organization).onRef("tills.id", "=", "till_sessions.till_id"),
    )
    .leftJoin("payments", (join) =>
      join.on("payments.organization_id", "=", organization).onRef("payments.id", "=", "movements.payment_id"),
    )
    .leftJoin("events", (join) =>
      join.on("events.organization_id", "=", organization).onRef("events.id", "=", "payments.event_id"),
    )
    .leftJoin("charges", (join) =>
      join.on("charges.organization_id", "=", organization).onRef("charges.id", "=", "payments.charge_id"),
    )
    .leftJoin("till_closings", (join) =>
      join
        .on("till_closings.organization_id", "=", organization)
        .onRef("till_closings.id", "=", "movements.corrects_closing_id"),
    )
    .leftJoin("till_movements as corrected", (join) =>
      join
        .on("corrected.organization_id", "=", organization)
        .onRef("corrected.id", "=", "movements.corrects_movement_id"),
    )
    .leftJoin("payments as corrected_payments", (join) =>
      join
        .on("corrected_payments.organization_id", "=", organization)
        .onRef("corrected_payments.id", "=", "corrected.payment_id"),
    )
    .leftJoin("users", "users.id", "movements.by_id")
    .selectAll("movements")
    .select(["organizations.name as organization_name", "tills.id as till_id", "tills.name as till_name"])
    .select(sql<string | null>`${chargeLabel}`.as("label"))
    .select(["till_sessions.currency", "payments.payer_name", "till_closings.number as closing_number"])
    .select(["corrected.kind as corrected_kind", "corrected.amount as corrected_amount"])
    .select(["corrected.reason as corrected_reason", "corrected.created_at as corrected_at"])
    .select("corrected_payments.payer_name as corrected_payer_name")
    .select(fullNameOf("users").as("full_name"))
    .orderBy("movements.created_at", "desc")
    .orderBy("movements.id", "desc");
}
type MovementRow = Awaited<ReturnType<ReturnType<typeof withNames>["execute"]>>[number];

const serializeCorrected = (row: MovementRow): TillMovement["correctsMovement"] =>
  row.corrects_movement_id === null || row.corrected_at === null
    ? null
    : {
        id: row.corrects_movement_id,
        kind: row.corrected_kind as TillMovementKind,
        amount: row.corrected_amount ?? 0,
        payer: row.corrected_payer_name,
        reason: row.corrected_reason,
        created_at: row.corrected_at.toISOString(),
      };

const serializeMovement = (row: MovementRow): TillMovement => ({
  id: row.id,
  organization: { id: row.organization_id, name: row.organization_name },
  sessionId: row.session_id,
  till: { id: row.till_id, name: row.till_name },
  kind: row.kind as TillMovementKind,
  method: row.method as TillMethod,
  amount: row.amount,
  currency: row.currency,
  payer: row.payer_name,
  label: row.label,
  paymentId: row.payment_id,
  colleague: row.by_id === null ? null : { id: row.by_id, fullName: row.full_name ?? "" },
  reason: row.reason,
  correctsMovementId: row.corrects_movement_id,
  correctsMovement: serializeCorrected(row),
  correctsClosing:
    row.corrects_closing_id === null ? null : { id: row.corrects_closing_id, number: row.closing_number ?? 0 },
  created_at: row.created_at.toISOString(),
});

export async function listTillMovements(
  { db, organizationId }: TillScope,
  query: Query<typeof tills.movements>,
): Promise<Page<TillMovement>> {
  const found = selectMovements(db, organizationId, query.sessionId);
  const { data, meta } = await paginateWith(db, found, query, (page) => withNames(db, organizationId, page));
  return { data: data.map(serializeMovement), meta };
}

/** All of a session, latest first. */
export async function listSessionMovements(
  db: Database,
  organizationId: string,
  sessionId: string,
): Promise<TillMovement[]> {
  const movements = selectMovements(db, organizationId, sessionId);
  return (await withNames(db, organizationId, movements).execute()).map(serializeMovement);
}

/** @throws HttpError 422 for a movement or closing of another organization */
async function assertKnownCorrection({ db, organizationId, body }: Call<typeof tills.move>): Promise<void> {
  const { correctsMovementId, correctsClosingId } = body;
  const unknown = message("tills.correctsUnknown");
  if (correctsMovementId)
    await db
      .selectFrom("till_movements")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("id", "=", correctsMovementId)
      .executeTakeFirstOrThrow(() => invalidFields({ correctsMovementId: [unknown] }));
  if (correctsClosingId)
    await db
      .selectFrom("till_closings")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("id", "=", correctsClosingId)
      .executeTakeFirstOrThrow(() => invalidFields({ correctsClosingId: [unknown] }));
}

/** @throws HttpError 404, 409 if the till is closed, 422 for more than there is in it */
export async function moveMoney(call: Call<typeof tills.move>): Promise<TillReport> {
  const { db, now, organizationId, user, body, params, language, record } = call;
  const till = await findTillRow(call, params.tillId);
  const session = serializeSession(till, now);
  if (!session || !(await lockOpenSession(call, session.id)))
    throw new HttpError(409, message("tills.isClosed", { name: till.name }));
  await assertKnownCorrection(call);
  const { kind, method, reason } = body;
  const amount = kind === "paid_out" || kind === "bank" ? -body.amount : body.amount;
  if (kind !== "correction") {
    const { methods } = await sumSession(call, session);
    const held = methods.find((one) => one.method === method)?.expected ?? 0;
    const most = message("tills.moreThanHeld", { amount: formatMoney(Math.max(0, held), session.currency, language) });
    if (held + amount < 0) throw invalidFields({ amount: [most] });
  }
  const id = uuidv7(now);
  await insertMovements(db, [
    {
      ...{ organization_id: organizationId, id, session_id: session.id },
      ...{ kind, method, amount, reason },
      corrects_movement_id: body.correctsMovementId ?? null,
      corrects_closing_id: body.correctsClosingId ?? null,
      by_id: user.id,
      created_at: now,
    },
  ]);
  if (kind === "correction") await publish(call, "tills.corrected", { movementId: id });
  const after = { name: till.name, kind, method, amount: body.amount, currency: session.currency, reason };
  record({ subjectId: till.id, after });
  return findReport(call, till.id);
}
