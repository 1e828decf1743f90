import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";

export const activityTexts: ActivityTexts = {
  subject: "activity.subjectPhotos",
  path: ({ subjectId, after }) => `/${typeof after?.["fieldId"] === "string" ? "fields" : "facilities"}/${subjectId}`,
  partLabels: { position: "activity.position" },
};
