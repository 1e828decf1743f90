/** Formats weekdays (1 is Monday), local dates and wall times, none of which has a time zone. */
import { dateOfWeekday, listWeekdays } from "#messages/dates.ts";
import { useDateFormats } from "./date-formats.ts";
import { useLanguage, useTranslation } from "./translation.ts";

/** Wall times, `HH:MM`; `end ≤ start` ends on the next day. */
export interface WallTimeRange {
  start: string;
  end: string;
}

const isTime = (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text);
export const hasBothTimes = ({ start, end }: WallTimeRange): boolean => isTime(start) && isTime(end);
const isMidnight = (wallTime: string) => wallTime === "00:00" || wallTime === "24:00";
export const endsNextDay = ({ start, end }: WallTimeRange): boolean => end <= start && !isMidnight(end);
export const isWholeDay = ({ start, end }: WallTimeRange): boolean => isMidnight(start) && isMidnight(end);

export const weekdays: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

export interface WeekdayFormats {
  /** `Monday`, `lundi`. */
  dayName: (weekday: number) => string;
  short: (weekday: number) => string;
  narrow: (weekday: number) => string;
  /** Several, in order: `Mon – Fri`, `Sat, Sun`. */
  list: (several: readonly number[]) => string;
  /** Formats a wall time, `HH:MM`, as `8:00 AM`, `08:00`. */
  time: (wallTime: string) => string;
  /** `08:00 – 22:00`, `20:00 – 02:00 the next day`, `All day`. */
  range: (slot: WallTimeRange) => string;
  date: (date: string) => string;
  period: (from: string, to: string) => string;
}

export function useWeekdayFormats(): WeekdayFormats {
  const t = useTranslation();
  const language = useLanguage();
  const reader = useDateFormats("UTC");
  const startOf = (local: string) => `${local}T00:00:00Z`;
  const time = (wallTime: string) => {
    const [hours = 0, minutes = 0] = wallTime.split(":").map(Number);
    return reader.time(Date.UTC(2024, 0, 1, hours, minutes));
  };
  return {
    dayName: (weekday) => reader.weekday(dateOfWeekday(weekday)),
    short: (weekday) => reader.weekdayShort(dateOfWeekday(weekday)),
    narrow: (weekday) => reader.weekdayNarrow(dateOfWeekday(weekday)),
    list: (several) => listWeekdays(language, several),
    time,
    range: (slot) => {
      if (isWholeDay(slot)) return t("kit.wholeDay");
      const params = { start: time(slot.start), end: time(slot.end) };
      return endsNextDay(slot) ? t("kit.rangeNextDay", params) : t("kit.range", params);
    },
    date: (local) => reader.date(startOf(local)),
    period: (from, to) => reader.dateRange(startOf(from), startOf(to)),
  };
}
