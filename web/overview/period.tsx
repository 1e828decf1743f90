/** Which days the overview tells of; kept in the address, unless it is the usual 30. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useDateInput } from "#web/kit/date-input.ts";
import { Select } from "#web/kit/select.tsx";
import { useWeek } from "#web/kit/weekdays.ts";
import { useWords } from "#web/kit/words.ts";

/** A year and a day, as the server has it. */
const mostDays = 366;

interface Period {
  /** Local dates, both included. */
  from: string;
  to: string;
}

const aDate = /^\d{4}-\d\d-\d\d$/;
const isDate = (text: unknown): text is string =>
  typeof text === "string" && aDate.test(text) && !Number.isNaN(Date.parse(text));
const dayMs = 86_400_000;
/** How many days a period has. */
const lengthOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;
/** So many days later. */
const away = (date: string, days: number) => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** The period that an address names; nothing where it names none that can be told. */
function periodOf(search: Record<string, unknown>): Partial<Period> {
  const { from, to } = search;
  if (!isDate(from) || !isDate(to) || from > to || lengthOf({ from, to }) > mostDays) return {};
  return { from, to };
}

/** The period of the address, if it names one. */
export const usePeriod = (): Partial<Period> =>
  useSearch({ strict: false, select: (search: Record<string, unknown>) => periodOf(search) });

const lengths = [7, 30, 90, 365] as const;
const usual = 30;
const labels = {
  7: "overview.days7",
  30: "overview.days30",
  90: "overview.days90",
  365: "overview.days365",
} as const;

interface PeriodPickerProps {
  /** What the figures are of, now. */
  shown: Period;
  /** The last day of the ready-made periods. */
  today: string;
}

/** Ready-made periods that end today, or one's own. */
export function PeriodPicker({ shown, today }: PeriodPickerProps) {
  const t = useWords();
  const week = useWeek();
  const asked = usePeriod();
  // What was chosen a moment ago may not be shown yet.
  const period = { ...shown, ...asked };
  const navigate = useNavigate();
  /** @param next goes on from what was chosen last, which may not even be in the address yet */
  const show = (next: (last: Period) => Partial<Period>) =>
    void navigate({
      to: ".",
      search: ((now: Record<string, unknown>) => ({
        ...{ ...now, from: undefined, to: undefined },
        ...next({ ...shown, ...periodOf(now) }),
      })) as never,
      replace: true,
    });
  const ready = period.to === today ? lengths.find((days) => days === lengthOf(period)) : undefined;
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
          show(() => (days === usual || days === 0 ? {} : { from: away(today, 1 - days), to: today }))
        }
        options={[
          ...lengths.map((days) => ({ value: days, label: t(labels[days]) })),
          ...(ready ? [] : [{ value: 0, label: week.period(period.from, period.to) }]),
        ]}
      />
      <DateInput
        label={t("overview.from")}
        value={period.from}
        max={period.to}
        onChange={(from) =>
          show((last) => {
            const to = last.to < from ? from : last.to;
            return periodOf({ from, to: lengthOf({ from, to }) > mostDays ? away(from, mostDays - 1) : to });
          })
        }
      />
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <DateInput
        label={t("overview.to")}
        value={period.to}
        min={period.from}
        onChange={(to) =>
          show((last) => {
            const from = last.from > to ? to : last.from;
            return periodOf({ from: lengthOf({ from, to }) > mostDays ? away(to, 1 - mostDays) : from, to });
          })
        }
      />
    </div>
  );
}

interface DateInputProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (date: string) => void;
}

const DateInput = ({ label, value, min, max, onChange }: DateInputProps) => (
  <input
    type="date"
    aria-label={label}
    className="h-8 min-w-0 rounded-lg border border-line bg-surface px-2 text-base tnum outline-none focus-visible:outline-2 focus-visible:outline-ring md:text-13 pointer-coarse:h-11"
    min={min}
    max={max}
    {...useDateInput(value, (date) => isDate(date) && onChange(date))}
  />
);
