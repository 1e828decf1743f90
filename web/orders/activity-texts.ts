import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";

export const activityTexts: ActivityTexts = { subject: "orders.title" };
