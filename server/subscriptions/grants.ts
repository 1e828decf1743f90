/**
 * Writes the days on which a membership grants what it grants. They are stored since access and customers are read with each
 * request, and terms, freezes and grace are not put together there.
 */
import { type DateSpan, listGrantSpans } from "#contract/subscriptions-rules.ts";
import type { GrantedDiscount } from "#contract/permissions-grants-rules.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { countedTerms, type SubscriptionWithTerms, lastTerm, runOf, spanOf, todayOf, type TermRow } from "./rows.ts";

/** The team may yet change bookings of the past. */
const DAYS_KEPT = 366;

const discountsOf = ({ terms: { discounts, windows } }: TermRow): GrantedDiscount[] =>
  discounts.map(({ percent, fieldIds, windowIds }) => ({
    percent,
    fieldIds,
    windows: windowIds.flatMap((id) => windows[id] ?? []),
  }));

interface TermSpan extends DateSpan {
  term: TermRow;
  isGrace: boolean;
}

function listSpans(held: SubscriptionWithTerms): TermSpan[] {
  const run = runOf(held);
  const ofTerms = countedTerms(held).flatMap((term) =>
    listGrantSpans({ ...run, holdsUntil: run.endsOn }, [spanOf(term)], run.endsOn).map((span) => ({
      ...span,
      term,
      isGrace: false,
    })),
  );
  // As on its last day, when it has begun.
  const grace = listGrantSpans(run, [], run.holdsUntil).map((span) => ({
    ...span,
    term: lastTerm(held),
    isGrace: true,
  }));
  return [...ofTerms, ...grace];
}

/** Replaces those of before. The caller has locked the membership. */
export async function saveGrants(
  context: Pick<TenantContext, "db" | "now" | "organizationId">,
  held: SubscriptionWithTerms,
): Promise<void> {
  const { db, now, organizationId } = context;
  const { id, customer_id } = held.row;
  await db
    .deleteFrom("subscription_grants")
    .where("organization_id", "=", organizationId)
    .where("subscription_id", "=", id)
    .execute();
  const since = addDays(todayOf(held, now), -DAYS_KEPT);
  const spans = listSpans(held).filter(({ to }) => to >= since);
  if (spans.length === 0) return;
  await db
    .insertInto("subscription_grants")
    .values(
      spans.map(({ from, to, isGrace, term }) => ({
        ...{ organization_id: organizationId, id: uuidv7(now), subscription_id: id, customer_id },
        ...{ from_on: from, to_on: to, is_grace: isGrace, name: term.terms.name, role_id: term.terms.roleId },
        discounts: JSON.stringify(discountsOf(term)),
        rules: term.terms.rules && JSON.stringify(term.terms.rules),
      })),
    )
    .execute();
}
