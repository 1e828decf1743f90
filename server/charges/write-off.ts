/** Writes a charge off, so that nobody is reminded of it any more, and takes that back. It stays a debt. */
import type { Charge, charges } from "#contract/charges.ts";
import { activityLinks } from "#server/events/activity-entries.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { saveEventWriteOff } from "#server/events/occupancy.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { findCharge } from "./queries.ts";
import { lockSaleCharge } from "./sale-charges.ts";

type WriteOffCall = Call<typeof charges.writeOff> | Call<typeof charges.undoWriteOff>;
type ChargeCall = Pick<WriteOffCall, "db" | "organizationId" | "params">;

/** Locks the booking first, as its payments do; of a sale, the charge. */
export async function lockCharge({ db, organizationId, params }: ChargeCall) {
  const { event_id: eventId } = await db
    .selectFrom("charges")
    .select("event_id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", params.chargeId)
    .executeTakeFirstOrThrow(notFound);
  if (eventId === null) {
    const { id, customer_id: customerId } = await lockSaleCharge(db, organizationId, params.chargeId);
    return { subjectId: id, eventId: null, links: { customerId } };
  }
  const event = await db
    .selectFrom("events")
    .select(["id", "field_id", "customer_id"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", eventId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  return { subjectId: event.id, eventId: event.id, links: activityLinks(event) };
}

async function saveWriteOff(
  call: WriteOffCall,
  { subjectId, eventId }: Pick<Awaited<ReturnType<typeof lockCharge>>, "subjectId" | "eventId">,
  { at, by, reason }: { at: Date | null; by: string | null; reason: string | null },
): Promise<void> {
  const { db, now, organizationId, params } = call;
  await db
    .updateTable("charges")
    .set({ written_off_at: at, written_off_by: by, write_off_reason: reason, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", params.chargeId)
    .execute();
  if (eventId !== null) await saveEventWriteOff(call, eventId, at !== null);
  // Lists of bookings and debts show it.
  await insertLiveChange(db, { organizationId, module: "payments", subjectId, at: now });
}

/** @throws HttpError 404, 409 if nothing is owed, or it was written off before */
export async function writeOffCharge(call: Call<typeof charges.writeOff>): Promise<Charge> {
  const { now, user, body } = call;
  const { subjectId, eventId, links } = await lockCharge(call);
  const { state, writtenOff, due, currency, label } = await findCharge(call, call.params.chargeId);
  if (state !== "open") throw new HttpError(409, message("charges.notOpen"));
  if (writtenOff) throw new HttpError(409, message("charges.alreadyWrittenOff"));
  await saveWriteOff(call, { subjectId, eventId }, { at: now, by: user.id, reason: body.reason });
  call.record({
    subjectId,
    after: { ...(eventId === null && { sold: [label] }), amount: due, currency, reason: body.reason },
    ...links,
  });
  return findCharge(call, call.params.chargeId);
}

/** @throws HttpError 404, 409 if it is not written off */
export async function undoWriteOff(call: Call<typeof charges.undoWriteOff>): Promise<Charge> {
  const { subjectId, eventId, links } = await lockCharge(call);
  const { writtenOff } = await findCharge(call, call.params.chargeId);
  if (!writtenOff) throw new HttpError(409, message("charges.notWrittenOff"));
  await saveWriteOff(call, { subjectId, eventId }, { at: null, by: null, reason: null });
  call.record({ subjectId, before: { reason: writtenOff.reason }, ...links });
  return findCharge(call, call.params.chargeId);
}
