import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";
import { kindLabels } from "./labels.ts";

export const activityTexts: ActivityTexts = {
  subject: "products.title",
  path: () => "/settings/products",
  valueLabels: { kind: kindLabels },
};
