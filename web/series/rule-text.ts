/** Text of a recurrence rule: `Every Tuesday and Thursday, until Jun 30, 2027`. */
import type { WeeklyRecurrence } from "#contract/series-recurrence-rules.ts";
import { getDateFormats } from "#web/kit/format/date-formats.ts";
import { type Language, language, t as spoken, type Translate } from "#web/kit/format/translation.ts";
import { languageTags } from "#messages/dates.ts";

// 1 January 2024 was a Monday.
const toWeekdayDate = (weekday: number) => new Date(Date.UTC(2024, 0, weekday));

/**
 * The text without the end of the rule.
 * @param tongue language of `t`
 */
export function repetitionText(
  { interval, weekdays }: WeeklyRecurrence,
  t: Translate = spoken,
  tongue: Language = language(),
): string {
  const { weekday: nameOf } = getDateFormats("UTC", tongue);
  const names = [...new Set(weekdays)].toSorted((a, b) => a - b).map((weekday) => nameOf(toWeekdayDate(weekday)));
  const list = new Intl.ListFormat(languageTags[tongue], { type: "conjunction" });
  if (interval > 1)
    return t("series.everyWeeks", {
      count: interval,
      days: list.format(names.map((day) => t("series.dayOf", { day }))),
    });
  return names.length === 7 ? t("series.everyDay") : t("series.everyWeek", { days: list.format(names) });
}

export function ruleText(rule: WeeklyRecurrence, t: Translate = spoken, tongue: Language = language()): string {
  const repetition = repetitionText(rule, t, tongue);
  if (rule.until)
    return t("series.ruleUntil", {
      rule: repetition,
      date: getDateFormats("UTC", tongue).date(`${rule.until}T00:00:00Z`),
    });
  return rule.count ? t("series.ruleCount", { rule: repetition, count: rule.count }) : repetition;
}
