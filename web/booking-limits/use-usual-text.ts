import { useTranslation } from "#web/kit/format/translation.ts";
import type { RuleName } from "#web/organizations/use-rule-text.ts";

/** Says what holds where the organization leaves a rule open. */
export function useUsualText(): (rule: RuleName) => string {
  const t = useTranslation();
  const texts: Partial<Record<RuleName, string>> = {
    opensAt: t("booking-limits.midnight"),
    maxHolds: "3",
    quotas: t("organizations.quotaNone"),
    cancellation: t("organizations.cancellationFree"),
    noShow: t("organizations.noShowNone"),
  };
  return (rule) => texts[rule] ?? t("organizations.noLimit");
}
