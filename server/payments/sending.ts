/** Refunds at the provider: asked for until it answers, each once, and taken over where they were made on its own pages. */
import { sql, type Selectable } from "kysely";
import { noteHappening } from "#server/kit/activity.ts";
import type { Scene } from "#server/kit/announce.ts";
import type { Database } from "#server/kit/database.ts";
import { onEach } from "#server/kit/each.ts";
import type { House } from "#server/kit/house.ts";
import { v7 } from "#server/kit/ids.ts";
import type { Job } from "#server/kit/jobs.ts";
import { say, spell } from "#server/kit/problem.ts";
import type { RefundsTable } from "#server/kit/tables.ts";
import { words } from "#server/kit/words.ts";
import { isRefusal } from "#server/provider/client.ts";
import * as provider from "#server/provider/refunds.ts";
import { holdEvent, insertRefund, settleEvent, tellRefunded, type PaymentRow } from "./ledger.ts";
import { languageFor, tellRefundFailed, tellRefundMade } from "./mail.ts";

type RefundRow = Selectable<RefundsTable>;

const findRefund = (db: Database, organizationId: string, id: string) =>
  db
    .selectFrom("refunds")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "refunds.organization_id")
        .onRef("payments.id", "=", "refunds.payment_id"),
    )
    .selectAll("refunds")
    .select(["payments.event_id", "payments.intent_id", "payments.provider_account", "payments.application_fee"])
    .where("refunds.organization_id", "=", organizationId)
    .where("refunds.id", "=", id)
    .executeTakeFirst();

/** How a refund stands now. It is asked for where the provider does not know it yet; the second time it looks first. */
async function stateAt(house: House, refund: NonNullable<Awaited<ReturnType<typeof findRefund>>>) {
  const { provider_account: account, intent_id: intentId } = refund;
  if (refund.provider_id) return provider.readRefund(house, refund.provider_id, account);
  if (!intentId) throw new Error(`The payment of the refund ${refund.id} has no intent`);
  // Its key is forgotten after a day; what it made is not.
  const made = refund.tries > 0 ? await provider.listRefunds(house, intentId, account) : [];
  const known = made.find(({ refundId }) => refundId === refund.id);
  const asked = { refundId: refund.id, organizationId: refund.organization_id, intentId, amount: refund.amount };
  const hasApplicationFee = (refund.application_fee ?? 0) > 0;
  return known ?? provider.giveBack(house, { ...asked, hasApplicationFee }, account);
}

/** Acts on how a refund stands at the provider. */
export async function settleRefund(
  house: House,
  { organizationId, id, eventId }: { organizationId: string; id: string; eventId: string },
  state: Pick<provider.RefundState, "state" | "failure"> & { id: string | null },
): Promise<void> {
  await house.db.transaction().execute(async (db) => {
    const scene = { db, house, now: house.clock.now(), organizationId };
    const { currency } = await holdEvent(db, organizationId, eventId);
    const rows = db
      .selectFrom("refunds")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .where("id", "=", id);
    const refund = await rows.forUpdate().executeTakeFirstOrThrow();
    const isLate = refund.status === "succeeded" && state.state === "failed" && refund.failure === null;
    if (refund.status !== "pending" && !isLate) return;
    await db
      .updateTable("refunds")
      .set({
        provider_id: state.id ?? refund.provider_id,
        // What was told as given stays so, on its day: a bank that sends it back later leaves it to the team to pay otherwise.
        ...(!isLate && { status: state.state, updated_at: scene.now }),
        failure: state.failure,
      })
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute();
    if (state.state === "pending") return;
    await noteRefund(scene, { ...refund, currency }, state);
    if (state.state === "succeeded") {
      await tellRefunded(scene, { id, event_id: eventId });
      await tellRefundMade(scene, id);
    } else {
      await settleEvent(scene, eventId);
      await tellRefundFailed(scene, id);
    }
  });
}

const noteRefund = (
  { db, now, organizationId }: Scene,
  refund: RefundRow & { currency: string },
  { state, failure }: Pick<provider.RefundState, "state" | "failure">,
) =>
  noteHappening(db, {
    organizationId,
    at: now,
    actorId: null,
    act: state === "succeeded" ? "payments.refundSucceed" : "payments.refundFail",
    subjectId: refund.payment_id,
    before: undefined,
    after: { amount: refund.amount, currency: refund.currency, ...(failure && { reason: failure }) },
    address: null,
  });

async function sendOne(house: House, organizationId: string, id: string): Promise<void> {
  const refund = await findRefund(house.db, organizationId, id);
  if (refund?.status !== "pending") return;
  const ids = { organizationId, id, eventId: refund.event_id };
  try {
    await settleRefund(house, ids, await stateAt(house, refund));
  } catch (error) {
    if (!isRefusal(error)) {
      await countTry(house, organizationId, id);
      throw error;
    }
    await settleRefund(house, ids, { id: null, state: "failed", failure: error.message.slice(0, 300) });
  }
}

async function countTry({ db, clock }: House, organizationId: string, id: string): Promise<void> {
  await db
    .updateTable("refunds")
    .set({ tries: sql`tries + 1`, updated_at: clock.now() })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

const minute = 60_000;
const atOnce = 100;

/** Whose time has come again: the pauses grow with the tries, up to an hour. */
const listDue = ({ db, clock }: House) =>
  db
    .selectFrom("refunds")
    .select(["organization_id", "id"])
    .where("status", "=", "pending")
    .where("updated_at", "<", new Date(clock.now().getTime() - minute))
    .where(
      sql<boolean>`updated_at < ${clock.now().toISOString()}::timestamptz - make_interval(mins => least(60, tries * tries))`,
    )
    .orderBy("updated_at")
    .limit(atOnce)
    .execute();

/** Asks the provider for one refund; as a sweep, for all that wait. The table says what is due, so a lost trigger loses nothing. */
export const sendRefunds: Job = {
  name: "payments.refund",
  sweep: "* * * * *",
  async run(house, { organizationId, refundId }) {
    if (typeof refundId === "string") return sendOne(house, String(organizationId), refundId);
    const send = async ({ organization_id, id }: { organization_id: string; id: string }) => {
      // What is on its way at the bank is asked about now and then: that it was asked counts as a try.
      await countTry(house, organization_id, id);
      await sendOne(house, organization_id, id);
    };
    await onEach(await listDue(house), send, "refunds could not be sent");
  },
};

/** Takes over how a refund stands that the provider tells of: one of ours, or one that was made on its own pages. */
export async function takeOver(house: House, payment: PaymentRow, state: provider.RefundState): Promise<void> {
  const { organization_id: organizationId, event_id: eventId } = payment;
  const id = await house.db.transaction().execute(async (db) => {
    await holdEvent(db, organizationId, eventId);
    const known = await db
      .selectFrom("refunds")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("payment_id", "=", payment.id)
      .where((row) =>
        row.or([row("provider_id", "=", state.id), ...(state.refundId ? [row("id", "=", state.refundId)] : [])]),
      )
      .executeTakeFirst();
    if (known || state.refundId) return known?.id;
    const now = house.clock.now();
    const made = v7(now);
    const scene = { db, house, now, organizationId };
    const reason = spell(words[await languageFor(scene, payment.user_id)], say("payments.reasonElsewhere"));
    await insertRefund(db, {
      organization_id: organizationId,
      id: made,
      payment_id: payment.id,
      amount: state.amount,
      status: "pending",
      reason,
      provider_id: state.id,
      created_at: now,
      updated_at: now,
    });
    await settleEvent(scene, eventId);
    return made;
  });
  if (id) await settleRefund(house, { organizationId, id, eventId }, state);
}
