/** Jobs of cards on file: renewals, pages that nobody came back from, and payments whose outcome is unknown. */
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { takeAllFees } from "./fees.ts";
import { renewAllByCard } from "./renewals.ts";
import { forgetCards } from "./remove.ts";
import { COMPLETE_CARDS, completeCard, listCardsOfPayment, listPendingCards } from "./save.ts";
import { completeCardPayment } from "./complete-payment.ts";

const HOUR_MS = 3_600_000;
const BATCH_SIZE = 100;

const listUnknownPayments = ({ db, clock }: AppContext) =>
  db
    .selectFrom("payments")
    .select(["organization_id", "id"])
    .where("card_id", "is not", null)
    .where("status", "=", "created")
    .where("created_at", "<", new Date(clock.now().getTime() - HOUR_MS))
    .orderBy("created_at")
    .limit(BATCH_SIZE)
    .execute();

/** Renewals go on first: they repeat a payment whose answer was lost. */
const renewByCard: Job = {
  name: "payments.renewByCard",
  cron: "23 * * * *",
  isScheduledOnly: true,
  async run(appContext) {
    const failure = await renewAllByCard(appContext);
    await runEach(
      await listUnknownPayments(appContext),
      ({ organization_id, id }) => completeCardPayment(appContext, organization_id, id),
      "payments by card could not be settled",
    );
    if (failure) throw failure;
  },
};

/** With parameters, the card of a payment that has succeeded. */
const completeCards: Job = {
  name: COMPLETE_CARDS,
  cron: "37 * * * *",
  run: async (appContext, { organizationId, paymentId }) =>
    runEach(
      typeof paymentId === "string"
        ? await listCardsOfPayment(appContext, { organizationId: String(organizationId), paymentId })
        : await listPendingCards(appContext),
      (card) => completeCard(appContext, card),
      "pages of cards could not be looked at",
    ),
};

const takeFees: Job = {
  name: "payments.takeFees",
  cron: "29 * * * *",
  isScheduledOnly: true,
  run: takeAllFees,
};

export default [renewByCard, takeFees, completeCards, forgetCards] satisfies Job[];
