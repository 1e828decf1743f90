import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";
import type { ActivityReference } from "#web/kit/data/activity-texts.ts";
import { billingLabels } from "./labels.ts";

const pathOfEntry = ({ subjectId }: ActivityReference) => `/customers/${subjectId}`;

export const activityTexts: ActivityTexts = {
  subject: "customers.title",
  path: pathOfEntry,
  valueLabels: { kind: { person: "customers.person", company: "customers.company" }, billing: billingLabels },
};
