import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";

export const activityTexts: ActivityTexts = {
  subject: "busy-calendars.title",
  path: ({ act, subjectId }) => `/${act === "busy-calendars.keep" ? "events" : "busy-calendars"}/${subjectId}`,
};
