import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";

export const activityTexts: ActivityTexts = {
  subject: "accounting.title",
  path: ({ act }) => (act === "accounting.closeMonth" ? "/accounting/closing" : "/accounting/accounts"),
};
