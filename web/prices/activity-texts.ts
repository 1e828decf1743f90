import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";
import { typeLabels } from "./labels.ts";

export const activityTexts: ActivityTexts = {
  subject: "activity.subjectPrices",
  valueLabels: { type: typeLabels },
};
