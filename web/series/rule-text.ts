/** The rule of a series in words: `Every Tuesday and Thursday, until Jun 30, 2027`. */
import type { WeeklyRule } from "#contract/series-rules.ts";
import { dates } from "#web/kit/dates.ts";
import { locale, t as spoken, type Translate } from "#web/kit/words.ts";

// 1 January 2024 was a Monday.
const dayOf = (weekday: number) => new Date(Date.UTC(2024, 0, weekday));

/**
 * Which weeks and weekdays, without the end.
 * @param tag BCP 47 language tag, of the same language as `t`
 */
export function repetitionText({ interval, weekdays }: WeeklyRule, t: Translate = spoken, tag = locale()): string {
  const format = new Intl.DateTimeFormat(tag, { weekday: "long", timeZone: "UTC" });
  const names = [...new Set(weekdays)]
    .toSorted((one, other) => one - other)
    .map((weekday) => format.format(dayOf(weekday)));
  const list = new Intl.ListFormat(tag, { type: "conjunction" });
  if (interval > 1)
    return t("series.everyWeeks", {
      count: interval,
      days: list.format(names.map((day) => t("series.dayOf", { day }))),
    });
  return names.length === 7 ? t("series.everyDay") : t("series.everyWeek", { days: list.format(names) });
}

/** The whole rule, with its end. */
export function ruleText(rule: WeeklyRule, t: Translate = spoken, tag = locale()): string {
  const repetition = repetitionText(rule, t, tag);
  if (rule.until)
    return t("series.ruleUntil", { rule: repetition, date: dates("UTC", tag).date(`${rule.until}T00:00:00Z`) });
  return rule.count ? t("series.ruleCount", { rule: repetition, count: rule.count }) : repetition;
}
