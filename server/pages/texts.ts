/** How a page says names, days, hours and prices in its language. */
import { dateFormats, languageTags, type DateFormats } from "#messages/dates.ts";
import { formatShortMoney } from "#messages/format-money.ts";
import type { Language, Translate } from "#messages/translator.ts";
import { describeFieldNames } from "#contract/pages-names-rules.ts";
import { minutesSinceMidnight, type Slot } from "#contract/hours-week-rules.ts";
import { translators } from "#server/kit/process/translators.ts";
import type { PublicField } from "./queries.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A Monday. */
const MONDAY_MS = Date.UTC(1970, 0, 5);

export interface PageTexts {
  language: Language;
  tag: string;
  t: Translate;
  dates: (timezone: string) => DateFormats;
  /** `Monday`; Monday is 1. */
  weekday: (weekday: number) => string;
  /** `Monday to Friday`, `Saturday and Sunday`, `Every day`. */
  weekdays: (weekdays: readonly number[]) => string;
  /** `8:00 AM – 10:30 PM` of a wall time. */
  hours: (slot: Slot) => string;
  /** `Tuesday, November 24` of a local date. */
  day: (date: string) => string;
  /** Short, for a strip of days: `Tue`. */
  shortDay: (date: string) => string;
  money: (minor: number) => string;
  list: (parts: readonly string[]) => string;
  /** Fields that are numbered one after the other are named together: `Padel 1 to 5`. */
  fieldNames: (fields: readonly Pick<PublicField, "name">[]) => string;
}

export const capitalizeFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const instantOf = (date: string) => Date.parse(`${date}T12:00:00Z`);

function describeWeekdays(weekdays: readonly number[], t: Translate, weekday: (weekday: number) => string): string {
  const sorted = weekdays.toSorted((one, other) => one - other);
  const [first = 1] = sorted;
  const last = sorted.at(-1) ?? first;
  if (sorted.length === 7) return t("pages.everyDay");
  if (sorted.length === 1) return capitalizeFirst(weekday(first));
  const isRun = last - first === sorted.length - 1;
  if (isRun && sorted.length > 2)
    return capitalizeFirst(t("pages.days", { first: weekday(first), last: weekday(last) }));
  return capitalizeFirst(
    sorted.length === 2
      ? t("pages.twoDays", { first: weekday(first), last: weekday(last) })
      : sorted.map(weekday).join(", "),
  );
}

export function createPageTexts(language: Language, currency: string): PageTexts {
  const t = translators[language];
  const tag = languageTags[language];
  const utc = dateFormats(language, "UTC");
  const list = new Intl.ListFormat(tag);
  const weekday = (day: number) => utc.weekday(MONDAY_MS + (day - 1) * DAY_MS);
  const wallTime = (time: string) => utc.time(minutesSinceMidnight(time) * MINUTE_MS);
  return {
    language,
    tag,
    t,
    dates: (timezone) => dateFormats(language, timezone),
    weekday,
    weekdays: (days) => describeWeekdays(days, t, weekday),
    hours: ({ start, end }) =>
      minutesSinceMidnight(start) === minutesSinceMidnight(end)
        ? t("pages.wholeDay")
        : t("kit.range", { start: wallTime(start), end: wallTime(end) }),
    day: (date) => {
      const said = utc.longDay(instantOf(date));
      // The first of a month is an ordinal in French.
      return language === "fr" ? said.replace(/ 1 (?=\p{L})/u, " 1er ") : said;
    },
    shortDay: (date) => utc.weekdayShort(instantOf(date)),
    money: (minor) => (minor === 0 ? t("pages.free") : formatShortMoney(minor, currency, tag)),
    list: (parts) => list.format(parts),
    fieldNames: (fields) =>
      describeFieldNames(
        fields.map(({ name }) => name),
        t,
      ),
  };
}

/** `Padel, tennis et badminton`: a name of a sport begins with a capital where the sentence does. */
export const describeSports = ({ list }: PageTexts, names: readonly string[]): string =>
  list(names.map((name, index) => (index === 0 ? name : name.slice(0, 1).toLowerCase() + name.slice(1))));

/** `Padel et tennis à Lyon`, `Tennis au Havre`. */
export function describeSportsInTown(texts: PageTexts, names: readonly string[], town: string | null): string {
  const sports = describeSports(texts, names);
  if (!town || sports === "") return sports;
  const said = texts.t("pages.inTown", { sports, town });
  return texts.language === "fr" ? said.replace(/ à Le (?=\S+$)/, " au ").replace(/ à Les (?=\S+$)/, " aux ") : said;
}
