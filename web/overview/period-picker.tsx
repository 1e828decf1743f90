import { useNavigate, useSearch } from "@tanstack/react-router";
import { DateRangeInput } from "#web/kit/form/date-range-input.tsx";
import { Select } from "#web/kit/ui/select.tsx";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

/** One leap year. The server enforces the same limit. */
const MAX_PERIOD_DAYS = 366;

interface Period {
  /** Local dates, both included. */
  from: string;
  to: string;
}

const datePattern = /^\d{4}-\d\d-\d\d$/;
const isDate = (text: unknown): text is string =>
  typeof text === "string" && datePattern.test(text) && !Number.isNaN(Date.parse(text));
const dayMs = 86_400_000;
const countDays = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;
const addDays = (date: string, days: number) => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

function parsePeriod(search: Record<string, unknown>): Partial<Period> {
  const { from, to } = search;
  if (!isDate(from) || !isDate(to) || from > to || countDays({ from, to }) > MAX_PERIOD_DAYS) return {};
  return { from, to };
}

export const usePeriod = (): Partial<Period> =>
  useSearch({ strict: false, select: (search: Record<string, unknown>) => parsePeriod(search) });

const periodLengths = [7, 30, 90, 365] as const;
const DEFAULT_PERIOD_DAYS = 30;
const labels = {
  7: "overview.days7",
  30: "overview.days30",
  90: "overview.days90",
  365: "overview.days365",
} as const;

/** Keeps the changed date, and moves the other one if the period would be empty or too long. */
function changePeriod(last: Period, change: Partial<Period>): Partial<Period> {
  let { from, to } = { ...last, ...change };
  if (!isDate(from) || !isDate(to)) return last;
  const isFirst = change.from !== undefined;
  if (from > to) [from, to] = isFirst ? [from, from] : [to, to];
  if (countDays({ from, to }) > MAX_PERIOD_DAYS)
    [from, to] = isFirst ? [from, addDays(from, MAX_PERIOD_DAYS - 1)] : [addDays(to, 1 - MAX_PERIOD_DAYS), to];
  return parsePeriod({ from, to });
}

interface PeriodPickerProps {
  shown: Period;
  today: string;
}

export function PeriodPicker({ shown, today }: PeriodPickerProps) {
  const t = useTranslation();
  const week = useWeekdayFormats();
  const asked = usePeriod();
  // The address may lag behind the latest choice.
  const period = { ...shown, ...asked };
  const navigate = useNavigate();
  /** @param next gets the latest period, which may not yet be in the address */
  const show = (next: (last: Period) => Partial<Period>) =>
    void navigate({
      to: ".",
      search: ((now: Record<string, unknown>) => ({
        ...{ ...now, from: undefined, to: undefined },
        ...next({ ...shown, ...parsePeriod(now) }),
      })) as never,
      replace: true,
    });
  const ready = period.to === today ? periodLengths.find((days) => days === countDays(period)) : undefined;
  return (
    <div
      className="grid w-full grid-cols-[1fr_auto_1fr] items-center gap-2 sm:flex sm:w-auto"
      role="group"
      aria-label={t("overview.period")}
    >
      <Select<number>
        aria-label={t("overview.period")}
        className="min-w-40 max-sm:col-span-full"
        value={ready ?? 0}
        onValueChange={(days) =>
          show(() => (days === DEFAULT_PERIOD_DAYS || days === 0 ? {} : { from: addDays(today, 1 - days), to: today }))
        }
        options={[
          ...periodLengths.map((days) => ({ value: days, label: t(labels[days]) })),
          ...(ready ? [] : [{ value: 0, label: week.period(period.from, period.to) }]),
        ]}
      />
      <DateRangeInput
        className="h-8 max-sm:col-span-full sm:w-66 md:text-13"
        labels={{ from: t("overview.from"), to: t("overview.to") }}
        from={period.from}
        to={period.to}
        onValueChange={(change) => show((last) => changePeriod(last, change))}
      />
    </div>
  );
}
