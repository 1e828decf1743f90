/** Money at the desk goes into the open session of a till, in the transaction that records it. */
import { tillMethods } from "#contract/tills.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { DeskMoney, DeskMovement } from "#server/payments/till-port.ts";
import { insertMovements } from "./movements.ts";
import { shareOpenSession } from "./queries.ts";

interface DeskTill {
  id: string;
  name: string;
  facility_id: string | null;
  session_id: string | null;
}

const listDeskTills = ({ db, organizationId }: TenantContext): Promise<DeskTill[]> =>
  db
    .selectFrom("tills")
    .leftJoin("till_sessions", (join) =>
      join
        .onRef("till_sessions.organization_id", "=", "tills.organization_id")
        .onRef("till_sessions.till_id", "=", "tills.id")
        .on("till_sessions.closed_at", "is", null),
    )
    .select(["tills.id", "tills.name", "tills.facility_id", "till_sessions.id as session_id"])
    .where("tills.organization_id", "=", organizationId)
    .where("tills.active", "=", true)
    .orderBy("tills.name")
    .orderBy("tills.id")
    .execute();

/** The till that took a payment. */
async function findTillOfPayment(
  { db, organizationId }: TenantContext,
  paymentId: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom("till_movements")
    .innerJoin("till_sessions", (join) =>
      join
        .onRef("till_sessions.organization_id", "=", "till_movements.organization_id")
        .onRef("till_sessions.id", "=", "till_movements.session_id"),
    )
    .select("till_sessions.till_id")
    .where("till_movements.organization_id", "=", organizationId)
    .where("till_movements.payment_id", "=", paymentId)
    .where("till_movements.kind", "=", "payment")
    .executeTakeFirst();
  return found?.till_id;
}

const isClosed = (tills: readonly DeskTill[]) =>
  new HttpError(409, message("tills.closedForPayment", { name: tills.map(({ name }) => name).join(", ") }));

/** @returns undefined where none of them is open @throws HttpError 422 if several are, and none was chosen */
async function chooseTill(
  context: TenantContext,
  tills: readonly DeskTill[],
  { facilityIds, ofPaymentId, isAutomatic }: DeskMoney,
): Promise<DeskTill | undefined> {
  const open = tills.filter(({ session_id }) => session_id !== null);
  const ofPlace = open.filter(({ facility_id }) => facility_id !== null && facilityIds.includes(facility_id));
  const [first, ...others] = ofPlace.length > 0 ? ofPlace : open;
  if (!first || others.length === 0) return first;
  const former = ofPaymentId && (await findTillOfPayment(context, ofPaymentId));
  const same = former && open.find(({ id }) => id === former);
  if (same || isAutomatic) return same || first;
  throw invalidFields({ tillId: [message("tills.choose")] });
}

/** An opening waits until the transaction ends, and finds the refund that it left. */
async function shareTills({ db, organizationId }: TenantContext, tills: readonly DeskTill[]): Promise<void> {
  await db
    .selectFrom("tills")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(
      isAnyOf(
        "id",
        tills.map(({ id }) => id),
      ),
    )
    .orderBy("id")
    .forShare()
    .execute();
}

/**
 * @returns the open session, held until the transaction ends; null where no till is on, for transfers, and for automatic
 * refunds that wait until one is opened
 * @throws HttpError 409 if the till is closed or has another currency, 422 on `tillId`
 */
export async function lockSession(context: TenantContext, money: DeskMoney): Promise<string | null> {
  if (!tillMethods.some((method) => method === money.method)) return null;
  const all = await listDeskTills(context);
  const covering = all.filter(({ facility_id }) => facility_id === null || money.facilityIds.includes(facility_id));
  const asked = all.find(({ id }) => id === money.tillId);
  if (all.length > 0 && money.tillId && !asked) throw invalidFields({ tillId: [message("tills.unknown")] });
  if (covering.length === 0 && !asked) return null;
  if (money.isAutomatic && covering.every(({ session_id }) => session_id === null)) {
    await shareTills(context, covering);
    const reopened = (await listDeskTills(context)).some(
      ({ id, session_id }) => session_id !== null && covering.some((till) => till.id === id),
    );
    return reopened ? lockSession(context, money) : null;
  }
  const till = asked ?? (await chooseTill(context, covering, money));
  const session = till?.session_id && (await shareOpenSession(context, till.session_id));
  if (!session) {
    // Closed between the two statements.
    if (money.isAutomatic) return lockSession(context, money);
    throw isClosed(till ? [till] : covering);
  }
  if (session.currency === money.currency) return session.id;
  if (money.isAutomatic) return null;
  throw new HttpError(409, message("tills.otherCurrency", { currency: session.currency }));
}

export async function insertMovement(
  { db, now, organizationId }: TenantContext,
  sessionId: string,
  { kind, method, amount, paymentId, refundId, byId }: DeskMovement,
): Promise<void> {
  await insertMovements(db, [
    {
      organization_id: organizationId,
      id: uuidv7(now),
      session_id: sessionId,
      ...{ kind, method, amount },
      payment_id: paymentId,
      refund_id: refundId,
      by_id: byId,
      created_at: now,
    },
  ]);
}
