/** Money at the desk goes into the open session of a till, in the transaction that records it. */
import { tillMethods } from "#contract/tills.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { DeskMoney, DeskMovement } from "#server/payments/till-port.ts";
import { insertMovements } from "./movements.ts";
import { lockOpenSessionShared } from "./queries.ts";

interface DeskTill {
  id: string;
  name: string;
  facility_id: string | null;
  active: boolean;
  session_id: string | null;
}

/** Those that are off, too. */
const listTills = ({ db, organizationId }: TenantContext): Promise<DeskTill[]> =>
  db
    .selectFrom("tills")
    .leftJoin("till_sessions", (join) =>
      join
        .onRef("till_sessions.organization_id", "=", "tills.organization_id")
        .onRef("till_sessions.till_id", "=", "tills.id")
        .on("till_sessions.closed_at", "is", null),
    )
    .select(["tills.id", "tills.name", "tills.facility_id", "till_sessions.id as session_id"])
    .select("tills.active")
    .where("tills.organization_id", "=", organizationId)
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

/** Those that are on, and take what is paid for the facilities. */
const tillsOf = (tills: readonly DeskTill[], facilityIds: DeskMoney["facilityIds"]): DeskTill[] =>
  tills.filter(
    ({ active, facility_id }) =>
      active && (facility_id === null || facilityIds === null || facilityIds.includes(facility_id)),
  );

const isForTill = ({ method }: DeskMoney): boolean => tillMethods.some((one) => one === method);

/**
 * The till that the desk chose. While every one is off the money is taken without, and a transfer needs none.
 * @throws HttpError 422 for another organization's, and for one that is off while others are on
 */
function findAsked(tills: readonly DeskTill[], money: DeskMoney): DeskTill | undefined {
  if (!money.tillId) return undefined;
  const asked = tills.find(({ id }) => id === money.tillId?.toLowerCase());
  if (asked?.active) return asked;
  if (!asked || (isForTill(money) && tills.some(({ active }) => active)))
    throw invalidFields({ tillId: [message("tills.unknown")] });
  return undefined;
}

/** @returns undefined where none of them is open @throws HttpError 422 if several are, and none was chosen */
async function chooseTill(
  context: TenantContext,
  tills: readonly DeskTill[],
  { facilityIds, refundedPaymentId, isAutomatic }: DeskMoney,
): Promise<DeskTill | undefined> {
  const open = tills.filter(({ session_id }) => session_id !== null);
  const ofFacility = open.filter(({ facility_id }) => facility_id !== null && facilityIds?.includes(facility_id));
  const [first, ...others] = ofFacility.length > 0 ? ofFacility : open;
  if (!first || others.length === 0) return first;
  const former = refundedPaymentId && (await findTillOfPayment(context, refundedPaymentId));
  const same = former && open.find(({ id }) => id === former);
  if (same || isAutomatic) return same || first;
  throw invalidFields({ tillId: [message("tills.choose")] });
}

/** @throws HttpError 409 if the till is closed or has another currency, 422 on `tillId` */
async function lockSessionOfDesk(context: TenantContext, money: DeskMoney): Promise<string | null> {
  const all = await listTills(context);
  const asked = findAsked(all, money);
  const tills = tillsOf(all, money.facilityIds);
  if (!isForTill(money) || (tills.length === 0 && !asked)) return null;
  const till = asked ?? (await chooseTill(context, tills, money));
  const session = till?.session_id && (await lockOpenSessionShared(context, till.session_id));
  if (!session) {
    const name = (till ? [till] : tills).map((one) => one.name).join(", ");
    throw new HttpError(409, message("tills.closedForPayment", { name }));
  }
  if (session.currency !== money.currency)
    throw new HttpError(409, message("tills.otherCurrency", { currency: session.currency }));
  return session.id;
}

/** They are neither opened nor closed until the transaction ends: an opening then finds the refund that was not in a session. */
async function lockTillsShared({ db, organizationId }: TenantContext, tills: readonly DeskTill[]): Promise<void> {
  const ids = tills.map(({ id }) => id);
  await db
    .selectFrom("tills")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .orderBy("id")
    .forShare()
    .execute();
}

/** @returns null while every till of its facility is closed: the next one to be opened has the refund in its session */
async function lockSessionOfAutomaticRefund(context: TenantContext, money: DeskMoney): Promise<string | null> {
  const known = tillsOf(await listTills(context), money.facilityIds);
  if (known.length === 0) return null;
  await lockTillsShared(context, known);
  // Some may have been opened or closed before the lock.
  const till = await chooseTill(context, tillsOf(await listTills(context), money.facilityIds), money);
  const session = till?.session_id && (await lockOpenSessionShared(context, till.session_id));
  return session && session.currency === money.currency ? session.id : null;
}

/**
 * @returns the open session, held until the transaction ends; null where no till is on, for transfers, and for automatic
 * refunds that wait until one is opened
 * @throws HttpError 409 if the till is closed or has another currency, 422 on `tillId`
 */
export async function lockSession(context: TenantContext, money: DeskMoney): Promise<string | null> {
  if (!isForTill(money) && !money.tillId) return null;
  return money.isAutomatic ? lockSessionOfAutomaticRefund(context, money) : lockSessionOfDesk(context, money);
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
