/** Opens a session of a till. */
import { tillMethods, type TillReport, type tills } from "#contract/tills.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { dateFormats } from "#messages/dates.ts";
import { businessDateOf } from "./business-date.ts";
import { insertMovements } from "./movements.ts";
import { findTillRow, insertSession, lockTill, type TillRow } from "./queries.ts";
import { findReport } from "./report.ts";

type OpenCall = Call<typeof tills.open>;

/** Those that a cancellation made while every till of the place was closed. */
async function listWaitingRefunds({ db, organizationId }: OpenCall, till: TillRow) {
  let waiting = db
    .selectFrom("refunds")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "refunds.organization_id")
        .onRef("payments.id", "=", "refunds.payment_id"),
    )
    .innerJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "payments.organization_id")
        .onRef("events.id", "=", "payments.event_id"),
    )
    .leftJoin("till_movements", (join) =>
      join
        .onRef("till_movements.organization_id", "=", "refunds.organization_id")
        .onRef("till_movements.refund_id", "=", "refunds.id"),
    )
    .select(["refunds.id", "refunds.payment_id", "refunds.amount", "refunds.requested_by", "payments.method"])
    .where("refunds.organization_id", "=", organizationId)
    .where("refunds.status", "=", "succeeded")
    .where("refunds.created_at", ">=", till.active_since)
    // By this column they are indexed.
    .where("refunds.updated_at", ">=", till.active_since)
    .where("payments.provider", "is", null)
    .where("payments.method", "in", tillMethods)
    // Paid out, or put on a balance: the desk said how.
    .where("refunds.method", "is", null)
    .where("payments.currency", "=", till.organization_currency)
    .where("till_movements.id", "is", null);
  if (till.facility_id !== null) waiting = waiting.where("events.facility_id", "=", till.facility_id);
  return waiting.orderBy("refunds.created_at").orderBy("refunds.id").execute();
}

/** @throws HttpError 404, 409 if it is open already or turned off */
export async function openTill(call: OpenCall): Promise<TillReport> {
  const { db, now, organizationId, user, body, params, language, record } = call;
  await lockTill(call, params.tillId);
  const till = await findTillRow(call, params.tillId);
  if (!till.active) throw new HttpError(409, message("tills.isOff", { name: till.name }));
  if (till.session_id && till.opened_at) {
    const time = dateFormats(language, till.timezone).dateTime(till.opened_at);
    throw new HttpError(409, message("tills.alreadyOpen", { name: till.name, person: till.opener_name ?? "", time }));
  }
  const sessionId = uuidv7(now);
  const currency = till.organization_currency;
  await insertSession(db, {
    organization_id: organizationId,
    id: sessionId,
    till_id: till.id,
    business_date: businessDateOf(till.timezone, now),
    currency,
    opening_float: body.float,
    opened_by: user.id,
    opened_at: now,
  });
  const waiting = await listWaitingRefunds(call, till);
  await insertMovements(
    db,
    waiting.map(({ id, payment_id, amount, requested_by, method }) => ({
      organization_id: organizationId,
      id: uuidv7(now),
      session_id: sessionId,
      kind: "refund",
      method,
      amount: -amount,
      payment_id,
      refund_id: id,
      by_id: requested_by,
      created_at: now,
    })),
  );
  record({ subjectId: till.id, after: { name: till.name, amount: body.float, currency } });
  return findReport(call, till.id);
}
