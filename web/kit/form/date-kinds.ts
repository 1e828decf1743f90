/** Kinds of date fields, and their text until `date-segments.tsx` is loaded. */
import { hasTwelveHours } from "#messages/dates.ts";
import type { Language } from "#web/kit/format/translation.ts";

/** ISO texts: `2026-12-24`, `18:00`. */
export type DateKind = "date" | "time";

export interface DateInputProps {
  kind?: DateKind;
  /** An ISO text of the kind, or an empty one. */
  value: string;
  /** Receives only whole values, or an empty text when the value is cleared. */
  onValueChange: (value: string) => void;
  onUnfinished?: (isUnfinished: boolean) => void;
  /** ISO texts; a value beyond them is marked as invalid. */
  min?: string | undefined;
  max?: string | undefined;
  isRevertedOnLeave?: boolean;
  id?: string;
  "aria-label"?: string;
  "aria-labelledby"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean;
  "aria-required"?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string;
}

export const groupFrame =
  "flex h-9 w-full min-w-0 items-center rounded-md border border-line-strong/80 bg-raised pl-3 text-sm text-ink shadow-xs outline-none transition-[border-color,box-shadow] hover:border-line-strong focus-within:border-ring focus-within:ring-3 focus-within:ring-ring/20 data-disabled:bg-sunken data-disabled:text-ink-3 data-invalid:border-danger data-invalid:focus-within:ring-danger/15 max-md:text-base pointer-coarse:h-11";

const dateParts = {
  en: { order: ["month", "day", "year"], year: "yyyy", month: "mm", day: "dd" },
  fr: { order: ["day", "month", "year"], year: "aaaa", month: "mm", day: "jj" },
} as const;
const blank = "––";

/** Returns `12/24/2026`, `06:00 PM`, or a placeholder for an empty value. */
export function formatDateInput(kind: DateKind, value: string, language: Language): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(value) ?? [];
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(value) ?? [];
  if (kind === "time") return timeText(hour, minute, hasTwelveHours(language));
  const parts = dateParts[language];
  const given = { year, month, day };
  return parts.order.map((part) => given[part] ?? parts[part]).join("/");
}

function timeText(hour: string | undefined, minute: string | undefined, hasHalves: boolean): string {
  if (!hasHalves) return `${hour === "24" ? "00" : (hour ?? blank)}:${minute ?? blank}`;
  const hours = hour === undefined ? undefined : Number(hour) % 24;
  const shown = hours === undefined ? blank : String(hours % 12 || 12).padStart(2, "0");
  return `${shown}:${minute ?? blank} ${(hours ?? 0) < 12 ? "AM" : "PM"}`;
}
