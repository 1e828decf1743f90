/** Filters of the list of events that links of other pages set, and that are taken away by a press. */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useSetFilters } from "#web/kit/list/list-filters.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { chosenClass } from "./event-filters.tsx";
import { attendanceLabels, type EventFilters, kindLabels, pendingReasonLabels } from "./labels.ts";

export function OtherFilters({ filters }: { filters: EventFilters }) {
  const t = useTranslation();
  const set = useSetFilters();
  const { pendingReason, kind, stands, attendance, mine, fieldId, customerId, seriesId } = filters;
  return (
    <>
      <TimeOfWeekChip weekday={filters.weekday} hour={filters.hour} />
      {pendingReason && (
        <FilterChip onRemove={() => set({ pendingReason: undefined })}>
          {t(pendingReasonLabels[pendingReason])}
        </FilterChip>
      )}
      {kind && <FilterChip onRemove={() => set({ kind: undefined })}>{t(kindLabels[kind])}</FilterChip>}
      {stands && <FilterChip onRemove={() => set({ stands: undefined })}>{t("events.stands")}</FilterChip>}
      {attendance && (
        <FilterChip onRemove={() => set({ attendance: undefined })}>{t(attendanceLabels[attendance])}</FilterChip>
      )}
      {mine && <FilterChip onRemove={() => set({ mine: undefined })}>{t("events.onlyMine")}</FilterChip>}
      {fieldId && <FilterChip onRemove={() => set({ fieldId: undefined })}>{t("events.oneField")}</FilterChip>}
      {customerId && <FilterChip onRemove={() => set({ customerId: undefined })}>{t("events.oneCustomer")}</FilterChip>}
      {seriesId && <FilterChip onRemove={() => set({ seriesId: undefined })}>{t("events.oneSeries")}</FilterChip>}
    </>
  );
}

/** Shows `Mon, 6 PM` or `lun. 18 h`, in each facility's own time zone. */
function TimeOfWeekChip({ weekday, hour }: Pick<EventFilters, "weekday" | "hour">) {
  const write = useDateFormats("UTC");
  const set = useSetFilters();
  if (weekday === undefined && hour === undefined) return null;
  const text = weekday === undefined ? write.hour : hour === undefined ? write.weekdayShort : write.weekdayHour;
  // 1 January 2024 was a Monday.
  const time = Date.UTC(2024, 0, weekday ?? 1, hour ?? 0);
  return <FilterChip onRemove={() => set({ weekday: undefined, hour: undefined })}>{text(time)}</FilterChip>;
}

const FilterChip = ({ onRemove, children }: { onRemove: () => void; children: ReactNode }) => (
  <Button onClick={onRemove} className={cx("tnum", chosenClass)}>
    {children}
    <X aria-hidden />
  </Button>
);
