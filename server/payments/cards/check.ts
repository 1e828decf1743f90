/** The page that the holder of a card comes back to: takes over what was saved, and what was paid with it. */
import type { Returns } from "#contract/kit.ts";
import type { payments } from "#contract/payments.ts";
import { HttpError } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { fulfilPayment } from "#server/payments/fulfil.ts";
import { findOwnCard, serializeCard } from "./queries.ts";
import { completeCard } from "./save.ts";

/** @throws HttpError 404, 503 during an outage of the provider */
export async function checkCard(call: Call<typeof payments.checkCard>): Promise<Returns<typeof payments.checkCard>> {
  const { appContext, user, params } = call;
  const saved = await findOwnCard(appContext.db, user.id, params.cardId);
  // Its holder comes back to what they owe.
  if (saved.payment_id !== null) await fulfilPayment(appContext, saved.organization_id, saved.payment_id);
  await completeCard(appContext, saved);
  const card = await findOwnCard(appContext.db, user.id, params.cardId).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 404) return undefined;
    throw error;
  });
  return { card: card && card.state !== "pending" ? serializeCard(card) : null };
}
