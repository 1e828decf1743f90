import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";

export const activityTexts: ActivityTexts = { subject: "vouchers.title", path: () => "/vouchers" };
