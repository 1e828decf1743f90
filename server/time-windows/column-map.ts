import { TimeWindow, TimeWindowDraft } from "#contract/time-windows.ts";
import { columnMap } from "#server/kit/db/column-map.ts";

export const timeWindowColumnMap = columnMap(
  { table: "time_windows", draft: TimeWindowDraft, entity: TimeWindow },
  {
    name: "name",
    weekdays: "weekdays",
    start: "start_time",
    end: "end_time",
    fromDate: "from_date",
    toDate: "to_date",
  },
);
