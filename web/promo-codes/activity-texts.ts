import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";
import { kindLabels, targetLabels } from "./labels.ts";

export const activityTexts: ActivityTexts = {
  subject: "promo-codes.title",
  path: () => "/settings/promo-codes",
  valueLabels: { kind: kindLabels, appliesTo: targetLabels },
};
