import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";
import { stateLabels } from "./labels.ts";

export const activityTexts: ActivityTexts = {
  subject: "pages.title",
  path: () => "/settings/page",
  valueLabels: { state: stateLabels },
};
