import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";

export const activityTexts: ActivityTexts = {
  subject: "devices.title",
  path: ({ subjectId }) => `/devices/${subjectId}`,
  partLabels: {
    adapter: "devices.connection",
    fieldIds: "devices.fields",
    lagMinutes: "devices.lag",
    leadMinutes: "devices.lead",
    name: "api-keys.name",
    url: "webhooks.url",
  },
};
