/** Bank transfer: a session is a row with a reference. It is paid once the team finds the money on the bank statement. */
import { sql } from "kysely";
import type { TransferDetails } from "#contract/payments.ts";
import { notFound, HttpError, message } from "#server/kit/http/http-error.ts";
import type { ManualProvider, PaymentRequest, ProviderContext, SessionRef } from "#server/payments/provider.ts";
import { findBankAccount } from "./account.ts";
import { referenceOf } from "./reference.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A transfer takes a day, and the team must see it before the event. */
const MIN_LEAD_HOURS = 48;
const DEADLINE_MARGIN_MS = 24 * HOUR_MS;

/** A held event must be paid a day before its start. */
function expiryOf({ now, payment, days }: { now: Date; payment: PaymentRequest & { bookedAt: Date }; days: number }) {
  if (!payment.isHeld) return new Date(now.getTime() + days * DAY_MS);
  // Count from the booking, so that a second request gets no more time.
  const end = Math.min(payment.bookedAt.getTime() + days * DAY_MS, payment.startTime.getTime() - DEADLINE_MARGIN_MS);
  return new Date(end);
}

const findTransfer = ({ db }: Pick<ProviderContext, "db">, { organizationId, sessionId }: SessionRef) =>
  db
    .selectFrom("bank_transfers")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("reference", "=", sessionId)
    .executeTakeFirstOrThrow(notFound);

export const bankTransfer: ManualProvider = {
  name: "bank_transfer",
  method: "transfer",
  cards: null,
  settledBy: "team",
  minAmountIn: () => 1,
  maxAmount: 100_000_000,
  minLeadHours: MIN_LEAD_HOURS,

  async findAccount({ db }, organizationId) {
    const account = await findBankAccount(db, organizationId);
    if (!account?.active) return { account: null, refusal: message("payments.transferOff") };
    return { account: account.iban, refusal: null };
  },

  async findExpiry({ db, now }, payment) {
    const account = await findBankAccount(db, payment.organizationId);
    if (!account?.active) throw new HttpError(409, message("payments.transferOff"));
    const isTooLate = payment.startTime.getTime() - payment.bookedAt.getTime() < MIN_LEAD_HOURS * HOUR_MS;
    if (payment.isHeld && isTooLate)
      throw new HttpError(409, message("payments.transferTooLate", { count: MIN_LEAD_HOURS }));
    return expiryOf({ now, payment, days: account.payment_days });
  },

  applicationFee: () => 0,

  async createSession({ db, now }, params) {
    const { organizationId, paymentId, amount, currency } = params;
    const account = await findBankAccount(db, organizationId);
    if (!account) throw new HttpError(409, message("payments.transferOff"));
    const { holder, iban, bic } = account;
    const reference = referenceOf(paymentId);
    await db
      .insertInto("bank_transfers")
      .values({
        organization_id: organizationId,
        payment_id: paymentId,
        reference,
        holder,
        iban,
        bic,
        amount,
        currency,
        expires_at: new Date(params.expiresAt),
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(["organization_id", "payment_id"]).doNothing())
      .execute();
    return { id: reference, url: params.successUrl };
  },

  async expireSession({ db, now }, { organizationId, sessionId }) {
    await db
      .updateTable("bank_transfers")
      .set({ closed_at: now })
      .where("organization_id", "=", organizationId)
      .where("reference", "=", sessionId)
      .where("received_at", "is", null)
      .where("closed_at", "is", null)
      .execute();
  },

  async retrieveSession(context, ref) {
    const transfer = await findTransfer(context, ref);
    const { received_at, closed_at, expires_at, amount, currency } = transfer;
    if (received_at) {
      const ids = { intentId: null, chargeId: null };
      return { state: "paid", ...ids, amount, currency, paidAt: received_at, fee: 0, applicationFee: 0 };
    }
    const isOver = closed_at !== null || expires_at <= context.now;
    return { state: isOver ? "expired" : "open", intentId: null, failure: null };
  },

  async markReceived({ db, now }, { organizationId, sessionId }) {
    const { numUpdatedRows } = await db
      .updateTable("bank_transfers")
      .set({ received_at: now })
      .where("organization_id", "=", organizationId)
      .where("reference", "=", sessionId)
      .where("received_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new HttpError(409, message("payments.alreadyReceived"));
  },

  async listDetails({ db }, payments) {
    if (payments.length === 0) return new Map();
    const rows = await db
      .selectFrom("bank_transfers")
      .selectAll()
      .where(
        sql<boolean>`(organization_id, payment_id) in (
          select * from unnest(
            ${payments.map(({ organizationId }) => organizationId)}::uuid[], ${payments.map(({ id }) => id)}::uuid[]
          )
        )`,
      )
      .execute();
    return new Map(
      rows.map(
        ({ payment_id, holder, iban, bic, reference, amount, currency, expires_at }): [string, TransferDetails] => [
          payment_id,
          { holder, iban, bic, reference, amount, currency, expiresAt: expires_at.toISOString() },
        ],
      ),
    );
  },
};
