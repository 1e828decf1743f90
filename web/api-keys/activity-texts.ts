import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";

export const activityTexts: ActivityTexts = { subject: "api-keys.title", path: () => "/api-keys" };
