import { PricePattern, PricePatternDraft } from "#contract/prices.ts";
import { columnMap, noColumn, jsonColumn } from "#server/kit/db/column-map.ts";

type Details = PricePattern["details"];

export const pricePatternColumnMap = columnMap(
  { table: "price_patterns", draft: PricePatternDraft, entity: PricePattern },
  {
    name: "name",
    type: "type",
    timeslots: jsonColumn("timeslots"),
    plans: jsonColumn("plans"),
    // Empty cells are not stored.
    details: jsonColumn("details", (details: Details) => details.filter(({ price }) => price !== null)),
    fieldIds: noColumn("field_price_patterns"),
    productId: "product_id",
  },
);
