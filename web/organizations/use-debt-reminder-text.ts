import { useTranslation } from "#web/kit/format/translation.ts";

/** When a reminder of a debt goes: `8 days after the due date`. */
export function useDebtReminderText(): (days: number) => string {
  const t = useTranslation();
  return (days) => {
    if (days === 0) return t("organizations.debtReminderOn");
    return days < 0
      ? t("organizations.debtReminderBefore", { count: -days })
      : t("organizations.debtReminderAfter", { count: days });
  };
}
