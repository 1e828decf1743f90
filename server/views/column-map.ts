import { View, ViewDraft } from "#contract/views.ts";
import { columnMap, noColumn, jsonColumn } from "#server/kit/db/column-map.ts";

export const viewColumnMap = columnMap(
  { table: "views", draft: ViewDraft, entity: View },
  { name: "name", sight: jsonColumn("state"), isShared: noColumn("user_id: a shared view belongs to nobody") },
);
