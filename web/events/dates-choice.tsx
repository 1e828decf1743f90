/** Dates of the list of events: today, this week and the like, or any from and to. */
import { relativeDates } from "#contract/events.ts";
import { localDate } from "#messages/dates.ts";
import { DateRangeInput } from "#web/kit/form/date-range-input.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useSetFilters } from "#web/kit/list/list-filters.tsx";
import { useNow } from "#web/kit/render/use-now.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { chosenClass, noDates, useEventFilters } from "./event-filters.tsx";
import { relativeDatesLabels } from "./labels.ts";
import { resolveDates } from "./relative-dates.ts";

/** @param onChoose called when one press chooses all */
export function DatesChoice({ onChoose }: { onChoose?: () => void }) {
  const t = useTranslation();
  const set = useSetFilters();
  const { dates, date, from, to } = useEventFilters();
  const timezone = useOrganizationTimezone();
  const now = useNow();
  const range = dates ? resolveDates(dates, localDate(now, timezone)) : { from: date ?? from, to: date ?? to };
  return (
    <div className="grid gap-3">
      <div role="group" aria-label={t("events.dates")} className="flex flex-wrap gap-1.5">
        {relativeDates.map((value) => (
          <Button
            key={value}
            size="sm"
            aria-pressed={dates === value}
            className={cx("pointer-coarse:h-10", dates === value && chosenClass)}
            onClick={() => {
              set({ ...noDates, dates: dates === value ? undefined : value });
              onChoose?.();
            }}
          >
            {t(relativeDatesLabels[value])}
          </Button>
        ))}
      </div>
      <DateRangeInput
        from={range.from ?? ""}
        to={range.to ?? ""}
        labels={{ from: t("kit.from"), to: t("kit.to") }}
        onValueChange={(change) => {
          const next = { ...range, ...change };
          set({ ...noDates, from: next.from || undefined, to: next.to || undefined });
        }}
      />
    </div>
  );
}
