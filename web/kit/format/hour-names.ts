import { useDateFormats } from "./date-formats.ts";

interface HourNames {
  /** Formats an hour of the day, 0 to 23, as `6 PM`, `18 h`. */
  full: (hour: number) => string;
  /** For columns without room: `6p`, `18`. */
  narrow: (hour: number) => string;
}

export function useHourNames(): HourNames {
  const { hour: format } = useDateFormats("UTC");
  const full = (hour: number) => format(Date.UTC(2024, 0, 1, hour));
  return {
    full,
    narrow: (hour) => full(hour).replace(/\s+([AP])?.*$/, (_rest, half = "") => String(half).toLowerCase()),
  };
}
