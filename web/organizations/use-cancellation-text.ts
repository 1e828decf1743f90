import type { CancellationPolicy } from "#contract/organization-options.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export const MINUTES_PER_DAY = 1440;

/** Writes minutes: `24 h`, `3 days`. */
export function useLeadText(): (minutes: number) => string {
  const t = useTranslation();
  const { duration } = useDateFormats();
  return (minutes) => {
    const isDays = minutes > 2 * MINUTES_PER_DAY && minutes % MINUTES_PER_DAY === 0;
    return isDays ? t("organizations.daysCount", { count: minutes / MINUTES_PER_DAY }) : duration(minutes);
  };
}

/** Writes minutes before the start: `24 h before`, `3 days before`, `the start`. */
export function useLeadTimeText(): (minutes: number) => string {
  const t = useTranslation();
  const lead = useLeadText();
  return (minutes) =>
    minutes === 0
      ? t("organizations.cancellationStart")
      : t("organizations.cancellationBefore", { time: lead(minutes) });
}

/** Writes conditions: `until 48 h before 100%, until 24 h before 50%`. Null: all comes back until the start. */
export function useCancellationText(): (policy: CancellationPolicy | null) => string {
  const t = useTranslation();
  const leadTime = useLeadTimeText();
  return (policy) => {
    if (policy === null) return t("organizations.cancellationFree");
    const steps = policy.steps.map(({ from, percent }) =>
      t("organizations.cancellationStepText", { until: leadTime(from), percent }),
    );
    return [
      steps.join(", ") || t("organizations.cancellationNothing"),
      t("organizations.cancellationUntilText", { until: leadTime(policy.until) }),
    ].join(" · ");
  };
}
