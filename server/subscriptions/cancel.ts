/** Memberships that are canceled today: days of their terms that were used, and what those cost. */
import { isOver } from "#contract/subscriptions-rules.ts";
import { countUsedDays, priceOfUse } from "#contract/subscriptions-rules.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { voidUnpaidTerm } from "./renew.ts";
import { countedTerms, freezesOf, type SubscriptionWithTerms, presentTerm, spanOf, stateOf, todayOf } from "./rows.ts";
import { cancelToday } from "./follow-charges.ts";

/** A term that is not over, or not even begun. */
export interface TermRest {
  chargeId: string;
  /** Minor units: of the days that were used, and the joining fee where the charge has it, too. */
  kept: number;
}

export interface SubscriptionRest {
  name: string;
  /** Days of the present term. */
  usedDays: number;
  ofDays: number;
  rests: TermRest[];
  /** Minor units: of a renewal that waits for its payment. */
  unpaid: number;
}

/** @throws HttpError 409 for one that is over */
export function computeRest(held: SubscriptionWithTerms, now: Date): SubscriptionRest {
  if (isOver(stateOf(held, now))) throw new HttpError(409, message("subscriptions.notRunning"));
  const today = todayOf(held, now);
  const freezes = freezesOf(held);
  const present = presentTerm(held, today);
  const { used: usedDays, of: ofDays } = countUsedDays(spanOf(present), freezes, today);
  const rests = countedTerms(held).flatMap((term) => {
    if (term.to_on < today || term.charge_id === null) return [];
    const kept = priceOfUse(term.price, countUsedDays(spanOf(term), freezes, today)) + term.joining_fee;
    return [{ chargeId: term.charge_id, kept }];
  });
  const unpaid = held.terms.find(({ is_paid, position }) => !is_paid && position > 1)?.price ?? 0;
  return { name: present.terms.name, usedDays, ofDays, rests, unpaid };
}

/** It grants nothing from today on, and a renewal that waits for its payment is owed no more. The caller has locked it. */
export async function cancelSubscriptionToday(
  context: TenantContext,
  held: SubscriptionWithTerms,
  reason: string,
): Promise<void> {
  await voidUnpaidTerm(context, held);
  await cancelToday(context, held.row.id, reason);
}
