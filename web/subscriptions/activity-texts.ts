import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";

export const activityTexts: ActivityTexts = {
  subject: "subscriptions.title",
  path: ({ act }) => (act.endsWith("Type") ? "/settings/memberships" : "/memberships"),
};
