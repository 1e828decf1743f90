import { Till, TillDraft } from "#contract/tills.ts";
import { columnMap } from "#server/kit/db/column-map.ts";

export const tillColumnMap = columnMap(
  { table: "tills", draft: TillDraft, entity: Till },
  { name: "name", facilityId: "facility_id", active: "active" },
);
