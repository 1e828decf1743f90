import { quotaLimitLabels } from "#contract/availability-quotas-rules.ts";
import type { Quota } from "#contract/organization-options.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useQuotaChoices } from "./use-quota-choices.ts";

/** Writes a quota: `240 minutes a week (Prime time, Tennis)`. @param options.enabled false where none is written */
export function useQuotaText(options: { enabled?: boolean } = {}): (quota: Quota) => string {
  const t = useTranslation();
  const { windows, sports } = useQuotaChoices(options);
  return ({ measure, per, amount, windowId, sportIds }) => {
    const limit = t(quotaLimitLabels[measure][per], { count: amount });
    const names = [
      ...(windowId === null ? [] : [windows.find(({ id }) => id === windowId)?.name ?? "…"]),
      ...sports.filter(({ id }) => sportIds.includes(id)).map(({ name }) => name),
    ];
    return names.length === 0 ? limit : t("availability.limitOf", { limit, names: names.join(", ") });
  };
}
