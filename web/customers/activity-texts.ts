import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";
import type { ActivityReference } from "#web/kit/data/activity-texts.ts";
import { billingLabels, kindLabels, relationLabels } from "./labels.ts";

const pathOfEntry = ({ subjectId }: ActivityReference) => `/customers/${subjectId}`;

export const activityTexts: ActivityTexts = {
  subject: "customers.title",
  path: pathOfEntry,
  valueLabels: { kind: { ...kindLabels, ...relationLabels }, billing: billingLabels },
};
