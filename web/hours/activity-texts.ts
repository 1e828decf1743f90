import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";

export const activityTexts: ActivityTexts = {
  subject: "activity.subjectHours",
  path: ({ act, subjectId }) =>
    act.endsWith("Closure")
      ? act === "hours.deleteClosure"
        ? "/closures"
        : `/closures/${subjectId}`
      : `/opening-hours/${subjectId}`,
};
