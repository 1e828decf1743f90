/** Voids a sale that was a mistake, before anything of it was paid. */
import type { Charge, charges } from "#contract/charges.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { endTermOfCharge } from "#server/subscriptions/follow-charges.ts";
import { findCharge } from "./queries.ts";
import { lockSaleCharge } from "./sale-charges.ts";

/**
 * An invoice over it gets its credit note.
 * @throws HttpError 404, 409 for a booking, and where something was paid or nothing is owed
 */
export async function voidCharge(call: Call<typeof charges.void>): Promise<Charge> {
  const { db, now, organizationId, params, user, body } = call;
  const known = await findCharge(call, params.chargeId);
  if (known.organization.id !== organizationId) throw notFound();
  if (known.event) throw new HttpError(409, message("charges.bookingNotVoided", { name: known.label }));
  const { customer_id: customerId, kind } = await lockSaleCharge(db, organizationId, known.id);
  const { state, label, amount, currency, settled, invoiced } = await findCharge(call, known.id);
  if (kind === "share") throw new HttpError(409, message("charges.shareNotVoided", { name: label }));
  if (state === "void") throw new HttpError(409, message("charges.alreadyVoid"));
  const { paid } = await db
    .selectFrom("settlements")
    .select(({ fn }) => fn.countAll<string>().as("paid"))
    .where("organization_id", "=", organizationId)
    .where("charge_id", "=", known.id)
    .executeTakeFirstOrThrow();
  if (state !== "open" || settled > 0 || Number(paid) > 0)
    throw new HttpError(409, message("charges.paidNotVoided", { name: label }));
  await db
    .updateTable("charges")
    .set({ voided_at: now, voided_by: user.id, void_reason: body.reason, credited: amount, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", known.id)
    .execute();
  await publish(call, "charges.voided", { chargeId: known.id });
  if (kind === "subscription") await endTermOfCharge(call, known.id);
  if (invoiced > 0) await publish(call, "charges.overInvoiced", { chargeId: known.id, isOtherCustomers: false });
  await insertLiveChange(db, { organizationId, module: "payments", subjectId: known.id, at: now });
  call.record({ subjectId: known.id, after: { sold: [label], amount, currency, reason: body.reason }, customerId });
  return findCharge(call, known.id);
}
