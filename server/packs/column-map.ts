import { PackType, PackTypeDraft } from "#contract/packs.ts";
import { columnMap } from "#server/kit/db/column-map.ts";

export const packTypeColumnMap = columnMap(
  { table: "pack_types", draft: PackTypeDraft, entity: PackType },
  {
    name: "name",
    productId: "product_id",
    price: "price",
    unit: "unit",
    units: "units",
    minutesPerUnit: "minutes_per_unit",
    per: "per",
    validDays: "valid_days",
    validUntil: "valid_until",
    starts: "starts",
    online: "online",
    soldOnline: "sold_online",
    fieldIds: "field_ids",
    sportIds: "sport_ids",
    windowIds: "window_ids",
    roleIds: "role_ids",
    maxPerDay: "max_per_day",
    maxPerWeek: "max_per_week",
    maxUpcoming: "max_upcoming",
    active: "active",
  },
);
