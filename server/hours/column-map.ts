/** Maps opening-hour patterns and closures to their columns. Hours that touch are merged. */
import { Closure, ClosureDraft, OpeningHourPattern, OpeningHourPatternDraft, type TimeRange } from "#contract/hours.ts";
import { mergeHours, type WeeklySlot } from "#contract/hours-week-rules.ts";
import { columnMap, noColumn, writeOnlyColumn, jsonColumn } from "#server/kit/db/column-map.ts";

type Exceptions = OpeningHourPattern["exceptions"];

export const patternColumnMap = columnMap(
  { table: "opening_hour_patterns", draft: OpeningHourPatternDraft, entity: OpeningHourPattern },
  {
    name: "name",
    hours: jsonColumn("hours", (week: WeeklySlot[]) => mergeHours(week)),
    exceptions: jsonColumn("exceptions", (exceptions: Exceptions) =>
      exceptions.map((exception) => ({ ...exception, hours: exception.closed ? [] : mergeHours(exception.hours) })),
    ),
    fieldIds: noColumn("field_opening_hours"),
  },
);

export const closureColumnMap = columnMap(
  { table: "closures", draft: ClosureDraft, entity: Closure },
  {
    name: "name",
    from: "from_date",
    to: "to_date",
    closed: "closed",
    hours: jsonColumn("hours", (ranges: TimeRange[]) => mergeHours(ranges)),
    allFacilities: noColumn("a closure without `facility_id`"),
    facilityId: writeOnlyColumn("facility_id", "the closure shows its `facility`"),
    fieldId: writeOnlyColumn("field_id", "the closure shows its `field`"),
    decisions: noColumn("done to the events, and not kept"),
    reason: noColumn("told to the customers, and not kept"),
  },
);
