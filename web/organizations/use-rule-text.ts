import type { BookingRules } from "#contract/organization-options.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import type { MessageKey } from "#messages/keys.ts";
import { useCancellationText } from "./use-cancellation-text.ts";
import { useNoShowText } from "./use-no-show-text.ts";
import { useQuotaText } from "./use-quota-text.ts";

export const ruleLabels = {
  horizonDays: "organizations.horizonDays",
  noticeMinutes: "organizations.noticeMinutes",
  mostActive: "organizations.mostActive",
  opensAt: "organizations.opensAt",
  maxHolds: "organizations.maxHolds",
  quotas: "organizations.quotas",
  cancellation: "organizations.cancellation",
  noShow: "organizations.noShow",
} as const satisfies Record<keyof BookingRules, MessageKey>;
export type RuleName = keyof BookingRules;
export const ruleNames = Object.keys(ruleLabels) as RuleName[];

/** Writes the value of a rule. @returns null where it is left open */
export function useRuleText(): (rules: BookingRules | null, rule: RuleName) => string | null {
  const t = useTranslation();
  const { duration } = useDateFormats();
  const { time } = useWeekdayFormats();
  const quotaText = useQuotaText();
  const cancellationText = useCancellationText();
  const noShowText = useNoShowText();
  const texts: { [R in RuleName]: (value: NonNullable<BookingRules[R]>) => string } = {
    horizonDays: (count) => t("organizations.daysCount", { count }),
    noticeMinutes: duration,
    mostActive: String,
    opensAt: time,
    maxHolds: String,
    quotas: (quotas) => quotas.map(quotaText).join(" · ") || t("organizations.quotaNone"),
    cancellation: cancellationText,
    noShow: noShowText,
  };
  const write = <R extends RuleName>(rules: BookingRules, rule: R) => {
    const value = rules[rule];
    return value === null ? null : texts[rule](value);
  };
  return (rules, rule) => rules && write(rules, rule);
}
