/** The desk pays a booking with a pack of its customer, or takes that back; grants packs, and lets them run longer. */
import type { PackDetail, packs } from "#contract/packs.ts";
import { eventStateOf } from "#contract/events-states-rules.ts";
import { activityLinks } from "#server/events/activity-entries.ts";
import { updateCovered } from "#server/events/occupancy.ts";
import { findEventToChange, type EventRow } from "#server/events/queries.ts";
import { findPresentCustomer, lockCustomer } from "#server/customers/queries.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findPack, listPacksOfCustomer } from "./queries.ts";
import { lockPackRow } from "./with-names.ts";
import { insertPacks } from "./sell.ts";
import { endUse, findActiveUse, findPaidEvent, takeUnits } from "./use.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** A pack pays a booking that was due until now. */
    "packs.used": { eventId: string };
    "packs.created": { packId: string };
    /** Its units or its end. */
    "packs.changed": { packId: string };
  }
}

/** Nothing may be paid or invoiced of it: a pack pays whole, and without a document. */
async function assertUnpaid({ db, organizationId }: Call<typeof packs.use>, event: EventRow): Promise<void> {
  const state = eventStateOf(event);
  if (state === "pendingPayment") throw new HttpError(409, message("payments.beingPaid"));
  const stands = state === "approved" || state === "completed" || state === "pendingApproval";
  if (!stands || event.kind !== "event" || event.price === 0 || event.covered > 0 || event.paid >= event.price)
    throw new HttpError(409, message("payments.nothingDue"));
  if (event.shared > 0) throw new HttpError(409, message("participants.splitNotByPack"));
  if (event.paid > 0) throw new HttpError(409, message("packs.partlyPaid"));
  const charge = await db
    .selectFrom("charges")
    .select("invoiced")
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", event.id)
    .executeTakeFirst();
  if (charge && charge.invoiced > 0) throw new HttpError(409, message("packs.isInvoiced"));
}

/** @throws HttpError 422 on `packId` for a pack of somebody else */
async function assertPackOf({ db, organizationId, body }: Call<typeof packs.use>, event: EventRow): Promise<void> {
  const held = event.customer_id === null ? [] : await listPacksOfCustomer({ db, organizationId }, event.customer_id);
  const isHeld = held.some(({ id }) => id === body.packId.toLowerCase());
  if (!isHeld) throw invalidFields({ packId: [message("packs.unknown")] });
}

/** @throws HttpError 404, 409 where the booking is paid, or the pack does not pay it, 422 for a pack of somebody else */
export async function usePack(call: Call<typeof packs.use>): Promise<PackDetail> {
  const { db, organizationId, params, body, language } = call;
  const event = await findEventToChange(db, call, params.eventId);
  await assertPackOf(call, event);
  await assertUnpaid(call, event);
  const paid = await findPaidEvent(db, organizationId, event.id);
  await takeUnits(call, paid, { packId: body.packId, isTeam: true, language });
  await updateCovered(call, event, event.price);
  await publish(call, "packs.used", { eventId: event.id });
  const pack = await findPack(call, body.packId);
  call.record({ subjectId: pack.id, after: { eventId: event.id }, ...activityLinks(event) });
  return pack;
}

/** @throws HttpError 404, 409 where no pack pays the booking, or it has ended */
export async function giveUnitsBack(call: Call<typeof packs.giveBack>): Promise<PackDetail> {
  const { db, now, organizationId, params } = call;
  const event = await findEventToChange(db, call, params.eventId);
  const use = await findActiveUse(call, event.id);
  if (!use) throw new HttpError(409, message("packs.notUsed"));
  const paid = await findPaidEvent(db, organizationId, event.id);
  // All comes back: the booking stands, and is due.
  await endUse(call, paid, use, { givenBack: use.units, at: now });
  const pack = await findPack(call, use.pack_id);
  call.record({ subjectId: pack.id, after: { eventId: event.id }, ...activityLinks(event) });
  return pack;
}

/** @throws HttpError 422 on `customerId` or `typeId` */
export async function grantPack(call: Call<typeof packs.grant>): Promise<PackDetail> {
  const { db, organizationId, body } = call;
  const unknown = () => invalidFields({ customerId: [message("customers.unknown")] });
  await lockCustomer(db, organizationId, body.customerId, unknown);
  const customer = await findPresentCustomer(db, organizationId, body.customerId);
  if (!customer) throw unknown();
  const [id = ""] = await insertPacks(call, [
    { typeId: body.typeId, customerId: customer.id, quantity: 1, chargeId: null, reason: body.reason },
  ]);
  const pack = await findPack(call, id);
  call.record({ subjectId: id, after: { name: pack.name, reason: body.reason }, customerId: customer.id });
  return pack;
}

/** @throws HttpError 404, 422 for a day before today */
export async function extendPack(call: Call<typeof packs.extend>): Promise<PackDetail> {
  const { db, now, organizationId, params, body } = call;
  const before = await findPack(call, params.packId);
  await lockCustomer(db, organizationId, before.customer.id);
  const { id, timezone } = await lockPackRow(db, organizationId, before.id);
  if (body.expiresOn < localDateOf(timezone, now)) throw invalidFields({ expiresOn: [message("packs.endsInPast")] });
  await db
    .updateTable("packs")
    .set({ expires_on: body.expiresOn, told_days: null, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
  call.record({
    before: { expiresOn: before.expiresOn },
    after: { expiresOn: body.expiresOn },
    customerId: before.customer.id,
    skipsEntry: before.expiresOn === body.expiresOn,
  });
  if (before.expiresOn !== body.expiresOn) await publish(call, "packs.changed", { packId: id });
  return findPack(call, id);
}
