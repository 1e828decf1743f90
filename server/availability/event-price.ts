/**
 * The price of an event (booking): computed from the field's price patterns, or set by the team, as the event's row keeps
 * it.
 */
import { type Privileges, rolesOn } from "#contract/permissions-grants-rules.ts";
import { computeQuote } from "#contract/prices-quote-rules.ts";
import type { PriceType } from "#contract/fields.ts";
import { remember, type MemoryContext } from "#server/kit/db/revision-cache.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { listFieldPricePatterns } from "#server/prices/queries.ts";
import { priceError } from "#server/prices/errors.ts";
import { findSaleTaxRateId } from "#server/products/sale-rate.ts";
import type { BookableField } from "./opening-hours.ts";

export interface PriceRequest {
  start: number;
  /** Minutes. */
  duration: number;
  people: number;
  priceType: PriceType | null;
  /** Categories and memberships of the customer; none of a guest. */
  privileges: Privileges;
  currency: string;
}

/** The price as the event's row keeps it: later changes of a pattern do not change it. */
export interface EventPrice {
  /** Minor units. */
  price: number;
  price_type: PriceType | null;
  price_lines: string;
  price_pattern_id: string | null;
  price_plan: string | null;
  price_timeslot: string | null;
  /** Null for the organization's own rate. */
  tax_rate_id: string | null;
  /** The team set the price instead of the patterns. */
  isCustom: boolean;
}

const freePrice: EventPrice = {
  price: 0,
  price_type: null,
  price_lines: "[]",
  price_pattern_id: null,
  price_plan: null,
  price_timeslot: null,
  tax_rate_id: null,
  isCustom: false,
};

/**
 * @param own the team's price, in minor units; null to use the field's patterns
 * @param label of the single price line for an own price
 * @throws HttpError 422 on the member that prevents the sale
 */
export async function findEventPrice(
  context: MemoryContext,
  field: BookableField,
  { privileges, ...request }: PriceRequest,
  { own, label, language, isTeam }: { own: number | null; label: string; language: string; isTeam: boolean },
): Promise<EventPrice> {
  const patterns = await remember(
    context,
    ["availability.prices", field.id],
    async () => (await listFieldPricePatterns(context.db, field.organization_id, [field.id])).get(field.id) ?? [],
  );
  const { timezone, start_step: startStep } = field;
  // A field without prices is free, and the team is not bound to its durations.
  if (patterns.length === 0 && isTeam && !own) return freePrice;
  const granted = { fieldId: field.id, grants: privileges.grants };
  const answer = computeQuote({
    ...request,
    ...{ patterns, timezone, startStep, granted, roleIds: privileges.roleIds },
  });
  const roleIds = rolesOn(privileges, localDateOf(timezone, new Date(request.start)));
  const sold = answer.isSold ? patterns.find(({ id }) => id === answer.patternId) : undefined;
  const sale = { productId: sold?.productId ?? null, kind: "court", roleIds } as const;
  if (own !== null && !(answer.isSold && answer.total === own))
    return {
      price: own,
      price_type: own > 0 ? (request.priceType ?? "field") : null,
      price_lines: JSON.stringify(own > 0 ? [{ label, quantity: 1, unitPrice: own, total: own }] : []),
      price_pattern_id: null,
      price_plan: null,
      price_timeslot: null,
      tax_rate_id: await findSaleTaxRateId(context, sale),
      isCustom: true,
    };
  if (!answer.isSold) throw priceError(answer.reason, language);
  return {
    price: answer.total,
    price_type: answer.priceType,
    price_lines: JSON.stringify(answer.lines),
    price_pattern_id: answer.patternId,
    price_plan: answer.plan,
    price_timeslot: answer.timeslot,
    tax_rate_id: await findSaleTaxRateId(context, sale),
    isCustom: false,
  };
}
