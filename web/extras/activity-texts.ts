import { extraPerLabels } from "#web/availability/extra-labels.ts";
import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";
import { modeLabels } from "./labels.ts";

export const activityTexts: ActivityTexts = {
  subject: "extras.title",
  path: () => "/settings/extras",
  valueLabels: { per: extraPerLabels, mode: modeLabels },
};
