/** Reads dates, times and durations as people and other programs write them, in English and French. */
import type { DateOrder } from "#contract/imports.ts";
import type { CsvLine } from "#server/imports/read-csv.ts";
import { removeAccents } from "#messages/remove-accents.ts";

/** An instant, or what a clock at the field shows: minutes since midnight, with the date if the text has one. */
export type Moment = { instant: number } | { date: Temporal.PlainDate | null; minutes: number };

const monthPrefixes = [
  "jan",
  "fe",
  "mar",
  "a[pv]r",
  "ma[iy]",
  "jui?n",
  "juil?",
  "a(?:ug|ou)",
  "sep",
  "oct",
  "nov",
  "dec",
];
const months = monthPrefixes.map((prefix) => new RegExp(`^${prefix}`, "u"));
const findMonth = (name: string) => months.findIndex((month) => month.test(name)) + 1;

function toDate(year: number, month: number, day: number): Temporal.PlainDate | undefined {
  try {
    const full = year < 100 ? 2000 + year : year;
    return Temporal.PlainDate.from({ year: full, month, day }, { overflow: "reject" });
  } catch {
    return undefined;
  }
}

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/u;
const compact = /^(\d{4})(\d{2})(\d{2})(?!\d)/u;
const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?![\d:])/u;
const dayAndName = /^(\d{1,2})(?:er|st|nd|rd|th)?[ .-]+(\p{L}{3,})\.?[ ,-]+(\d{4})(?!\d)/u;
const nameAndDay = /^(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})(?!\d)/u;

/** @param text folded; may begin with a date. @returns the date, and the text after it */
function takeDate(text: string, order: DateOrder): { date: Temporal.PlainDate; rest: string } | undefined {
  const readers: [RegExp, (parts: string[]) => Temporal.PlainDate | undefined][] = [
    [yearFirst, ([, year, month, day]) => toDate(Number(year), Number(month), Number(day))],
    [compact, ([, year, month, day]) => toDate(Number(year), Number(month), Number(day))],
    [
      yearLast,
      ([, one, other, year]) => {
        const [day, month] = order === "day_first" ? [one, other] : [other, one];
        return toDate(Number(year), Number(month), Number(day));
      },
    ],
    [dayAndName, ([, day, month = "", year]) => toDate(Number(year), findMonth(month), Number(day))],
    [nameAndDay, ([, month = "", day, year]) => toDate(Number(year), findMonth(month), Number(day))],
  ];
  for (const [pattern, read] of readers) {
    const found = pattern.exec(text);
    const date = found && read([...found]);
    if (date) return { date, rest: text.slice(found[0].length) };
  }
  return undefined;
}

/** Without case and accents, and without the name of a weekday before the date. */
const prepare = (text: string) =>
  removeAccents(text)
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim)\p{L}*[.,]* +(?=\d|\p{L}{3,}\.? \d)/u, "");

const time = /^(\d{1,2})(?: ?(?:[:.]|h(?:eures?|rs?)?) ?(\d{2})?)?(?::(\d{2})(?:[.,]\d+)?)?(?: ?([ap])\.? ?m\.?)?$/u;

/** @returns minutes since midnight, at most 1440 */
function parseTime(text: string): number | undefined {
  const found = time.exec(text);
  if (!found) return undefined;
  const [, hours = "", minutes = "0", seconds = "0", half] = found;
  const hour = Number(hours);
  if (half && (hour < 1 || hour > 12)) return undefined;
  const all = (half ? (hour % 12) + (half === "p" ? 12 : 0) : hour) * 60 + Number(minutes);
  // `18:59:59` means the end of that minute.
  const rounded = all + Math.round(Number(seconds) / 60);
  return Number(minutes) < 60 && Number(seconds) < 60 && rounded <= 1440 ? rounded : undefined;
}

const zoned = /^(\d{4})-(\d{2})-(\d{2})[t ](\d{2}:\d{2}(?::\d{2})?)(?:[.,]\d+)? ?(z|utc|gmt|[+-]\d{2}:?\d{2})$/u;
const MINUTE_MS = 60_000;

function parseInstant(text: string): number | undefined {
  const found = zoned.exec(text);
  if (!found) return undefined;
  const [, year, month, day, clock, zone = ""] = found;
  const instant = Date.parse(`${year}-${month}-${day}T${clock}${/^[+-]/u.test(zone) ? zone : "Z"}`);
  return Number.isNaN(instant) ? undefined : Math.round(instant / MINUTE_MS) * MINUTE_MS;
}

/** @returns undefined if the text is no date */
export function parseDate(text: string, order: DateOrder): Temporal.PlainDate | undefined {
  const prepared = prepare(text);
  const found = takeDate(prepared, order);
  // Spreadsheets export dates with midnight.
  return found && /^[t ]*(?:0?0[:.]00(?:[:.]00)?)?$/u.test(found.rest) ? found.date : undefined;
}

/** @returns undefined if the text is neither a time nor a date with a time */
export function parseMoment(text: string, order: DateOrder): Moment | undefined {
  const prepared = prepare(text);
  const instant = parseInstant(prepared);
  if (instant !== undefined) return { instant };
  const dated = takeDate(prepared, order);
  if (!dated) {
    const minutes = parseTime(prepared);
    return minutes === undefined ? undefined : { date: null, minutes };
  }
  const minutes = parseTime(dated.rest.replace(/^(?:t|,? *(?:at|a|@|-|–)? +)/u, "").trim());
  return minutes === undefined ? undefined : { date: dated.date, minutes };
}

/** Numbers up to this one without a unit are hours: nothing is booked for so few minutes. */
const MAX_BARE_HOURS = 4;
const clockDuration = /^(\d{1,2}):(\d{2})(?::\d{2})?$/u;
const isoDuration = /^pt(?:(\d+)h)?(?:(\d+)m)?$/u;
const unitDuration =
  /^(?:(\d+(?:[.,]\d+)?) ?h(?:(?:ou)?rs?|eures?)?)? ?(?:(?:and|et) )?(?:(\d+) ?(?:m(?:n|in(?:ute)?s?)?\.?)?)?$/u;

/** @returns minutes; undefined if the text is no duration */
export function parseDuration(text: string): number | undefined {
  const prepared = prepare(text);
  const bare = /^\d+(?:[.,]\d+)?$/u.exec(prepared);
  if (bare) {
    const number = Number(prepared.replace(",", "."));
    return number <= MAX_BARE_HOURS || !Number.isInteger(number) ? Math.round(number * 60) : number;
  }
  const found = clockDuration.exec(prepared) ?? isoDuration.exec(prepared) ?? unitDuration.exec(prepared);
  if (!found || prepared === "") return undefined;
  const [, hours = "0", minutes = "0"] = found;
  return Math.round(Number(hours.replace(",", ".")) * 60) + Number(minutes);
}

/**
 * Day first, unless a value only makes sense with the month first.
 * @param columns indexes of those with dates
 */
export function guessDateOrder(rows: readonly CsvLine[], columns: readonly number[]): DateOrder {
  let monthsFirst = 0;
  for (const { cells } of rows)
    for (const at of columns) {
      const found = yearLast.exec(prepare((cells[at] ?? "").slice(0, 60)));
      if (!found) continue;
      if (Number(found[1]) > 12) return "day_first";
      if (Number(found[2]) > 12) monthsFirst++;
    }
  return monthsFirst > 0 ? "month_first" : "day_first";
}

/** @returns epoch milliseconds; a time that the clock skips is read as an hour later */
export function toInstant(moment: Moment, date: Temporal.PlainDate, timezone: string): number {
  if ("instant" in moment) return moment.instant;
  const { minutes } = moment;
  return (moment.date ?? date).toPlainDateTime().add({ minutes }).toZonedDateTime(timezone).epochMilliseconds;
}
