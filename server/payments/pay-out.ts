/** Gives money of a balance back, as refunds of the top-ups by which it came there, the newest first. */
import type { Payout, payments } from "#contract/payments.ts";
import { assertOnWallet, insertWalletEntry, lockWallet, readWallet } from "#server/credits/wallet.ts";
import { findPresentCustomer } from "#server/customers/queries.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { refundedAmount } from "./ledger.ts";
import { findPayment } from "./queries.ts";
import { requestRefund } from "./refunds.ts";
import { tillPort } from "./till-port.ts";

/** Top-ups of which something was not paid out yet, the newest first. The caller holds the customer. */
async function lockTopUps({ db, organizationId }: TenantContext, customerId: string) {
  const entries = await db
    .selectFrom("wallet_entries")
    .select("payment_id")
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", customerId)
    .where("kind", "in", ["top_up", "refund"])
    .execute();
  const topUps = db
    .selectFrom("payments")
    .where("organization_id", "=", organizationId)
    .where(
      isAnyOf(
        "id",
        entries.map(({ payment_id }) => payment_id),
      ),
    )
    .orderBy("paid_at", "desc")
    .orderBy("id", "desc");
  const charges = await topUps.select("charge_id").execute();
  await db
    .selectFrom("charges")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(
      isAnyOf(
        "id",
        charges.flatMap(({ charge_id }) => charge_id ?? []),
      ),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  await topUps.select("id").forUpdate().execute();
  return topUps.selectAll().select(refundedAmount(organizationId).as("given_back")).execute();
}

/** @throws HttpError 404, 409 where less is on the balance, the seller is incomplete or the till is closed, 422 on `tillId` */
export async function payOut(call: Call<typeof payments.payOut>): Promise<Payout> {
  const { db, organizationId, user, params, body, record } = call;
  const { amount, method, reason, tillId } = body;
  const customer = await findPresentCustomer(db, organizationId, params.customerId);
  if (!customer) throw notFound();
  const customerId = await lockWallet(call, customer.id);
  const { currency } = await findSettings(call);
  await assertOnWallet(call, { customerId, amount, currency });
  await assertSellerComplete(call, true);
  const topUps = await lockTopUps(call, customerId);
  const tillSessionId = await tillPort.lockSession(call, { method, currency, facilityIds: null, tillId });
  const paidOut: string[] = [];
  let left = amount;
  for (const payment of topUps) {
    const part = Math.min(left, payment.amount - payment.given_back);
    if (part <= 0) continue;
    left -= part;
    paidOut.push(payment.id);
    const refundId = await requestRefund(call, payment, part, { reason, requestedBy: user.id, tillSessionId, method });
    const taken = { kind: "payout", customerId, amount: part, currency, paymentId: payment.id, refundId } as const;
    await insertWalletEntry(call, taken);
  }
  if (left > 0) throw new HttpError(409, message("payments.nothingToRefund"));
  record({ subjectId: paidOut[0], after: { method, amount, currency, reason }, customerId });
  const rest = await readWallet(call, customerId, currency);
  const found = [];
  for (const id of paidOut) found.push(await findPayment(call, organizationId, id));
  return { left: rest, amount, currency, payments: found };
}
