/** Products of the demo that are sold by themselves. */
import type { Insertable } from "kysely";
import type { ProductsTable } from "#server/kit/db/tables.ts";
import type { OrganizationPlan } from "./plans.ts";
import { demoId } from "./random.ts";

const sold = [
  { key: "balls", kind: "goods", price: 650 },
  { key: "key", kind: "fee", price: 1500 },
  { key: "coaching", kind: "coaching", price: 4500 },
] as const;

export const generateDemoProducts = (
  { key: organization, texts }: Pick<OrganizationPlan, "key" | "texts">,
  now: Date,
): Insertable<ProductsTable>[] =>
  sold.map(({ key, kind, price }) => ({
    organization_id: demoId(organization),
    id: demoId(`${organization} product ${key}`),
    name: texts.products[key],
    ...{ kind, price, is_default: false, active: true, created_at: now, updated_at: now },
  }));
