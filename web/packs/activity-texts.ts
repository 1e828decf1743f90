import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";
import { perLabels, startLabels, unitLabels } from "./labels.ts";

export const activityTexts: ActivityTexts = {
  subject: "packs.title",
  path: ({ act }) => (act.endsWith("Type") ? "/settings/packs" : "/packs"),
  valueLabels: { unit: unitLabels, per: perLabels, starts: startLabels },
};
