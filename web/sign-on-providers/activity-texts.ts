import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";

export const activityTexts: ActivityTexts = {
  subject: "sign-on-providers.title",
  path: () => "/settings/single-sign-on",
};
