/** Pages of the payment provider to pay a share on: for who is signed in, and by the secret of an address. */
import type { Returns } from "#contract/kit.ts";
import type { participants } from "#contract/participants.ts";
import { enforceRateLimit, networkPrefix, rateLimit, returnTry } from "#server/accounts/rate-limits.ts";
import { amountOwed, listSharesOfEvent } from "#server/charges/sale-charges.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { openCheckout } from "#server/payments/checkout.ts";
import { findLink } from "./links.ts";
import { findPlayer, type PlayerRow } from "./queries.ts";
import { isStanding } from "./share-units.ts";
import { findOwnPlace } from "./read.ts";

type PayCall = Pick<
  Call<typeof participants.checkoutByLink>,
  "db" | "appContext" | "now" | "language" | "address" | "request" | "t"
>;

async function payShare(
  call: PayCall,
  player: PlayerRow,
  email: string | null,
): Promise<Returns<typeof participants.checkout>> {
  const { db, appContext, now, language } = call;
  const { organization_id: organizationId, event_id: eventId } = player;
  const share = (await listSharesOfEvent(db, organizationId, eventId)).find(
    (one) => isStanding(one) && one.participant_id === player.id && amountOwed(one) > 0,
  );
  if (!share) throw new HttpError(409, message("participants.shareNone"));
  const context = { db, appContext, now, organizationId };
  await assertSellerComplete({ ...context, language }, false);
  await enforceRateLimit(call, [rateLimit("paymentLink", share.id)]);
  const key = { chargeId: share.id };
  const { paymentId, url, expiresAt } = await openCheckout(context, { key, language, isLink: false, email });
  return { paymentId, url, expiresAt: expiresAt.toISOString() };
}

/** @param call its `db` is the pool: a page is opened at the provider @throws HttpError 404, 409 where nothing is owed */
export async function payByLink(
  call: Call<typeof participants.checkoutByLink>,
): Promise<Returns<typeof participants.checkoutByLink>> {
  const limits = [rateLimit("playerAnswer.network", networkPrefix(call.address))];
  await enforceRateLimit(call, limits);
  const { purpose, organizationId, subjectId } = await findLink(call, call.params.secret);
  const player = purpose === "player" ? await findPlayer(call.db, organizationId, subjectId) : undefined;
  if (!player) throw notFound();
  const page = await payShare(call, player, player.email);
  await returnTry(call.db, limits);
  return page;
}

/** @param call its `db` is the pool @throws HttpError 404 for a share of somebody else, 409 where nothing is owed */
export async function payOwn(call: Call<typeof participants.checkout>): Promise<Returns<typeof participants.checkout>> {
  const { user, params } = call;
  const player = await findOwnPlace(call, params.participantId);
  return payShare(call, player, user.email);
}
