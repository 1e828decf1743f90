/** Promo codes of the demo's club: one for a first booking, one for whoever has it, one for packs. */
import type { Insertable } from "kysely";
import { PromoCodeDraft } from "#contract/promo-codes.ts";
import type { PromoCodesTable } from "#server/kit/db/tables.ts";
import { promoCodeColumnMap } from "#server/promo-codes/column-map.ts";
import type { OrganizationPlan } from "./plans.ts";
import { demoId } from "./random.ts";
import { PUBLIC_KEY } from "./rows.ts";

export function generateDemoPromoCodes(
  organizations: readonly OrganizationPlan[],
  now: Date,
): Insertable<PromoCodesTable>[] {
  const plan = organizations.find(({ key }) => key === PUBLIC_KEY);
  if (!plan) return [];
  const { first, friends, packs } = plan.texts.promoCodes;
  const drafts = [
    { code: first, kind: "percent", value: 10, firstBookingOnly: true },
    { code: friends, kind: "amount", value: 500, minAmount: 1500, maxUses: 100, maxPerCustomer: 2 },
    { code: packs, appliesTo: "pack", kind: "percent", value: 10, maxPerCustomer: 1 },
  ];
  return drafts.map((draft) => ({
    ...promoCodeColumnMap.toRow(PromoCodeDraft.parse(draft)),
    ...{ organization_id: demoId(plan.key), id: demoId(`promo code ${draft.code}`), created_at: now, updated_at: now },
  }));
}
