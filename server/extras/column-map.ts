import { Extra, ExtraMembers } from "#contract/extras.ts";
import { columnMap, jsonColumn, noColumn } from "#server/kit/db/column-map.ts";

export const extraColumnMap = columnMap(
  { table: "extras", draft: ExtraMembers, entity: Extra },
  {
    name: "name",
    productId: "product_id",
    price: "price",
    rolePrices: jsonColumn("role_prices"),
    per: "per",
    mode: "mode",
    stepMinutes: "step_minutes",
    maxQuantity: "max_quantity",
    online: "online",
    fieldIds: "field_ids",
    sportIds: "sport_ids",
    windowIds: "window_ids",
    stocks: noColumn("extra_stocks: stocks.ts"),
    active: "active",
  },
);
