import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";
import { approvalLabels } from "#web/organizations/labels.ts";
import { confidentialityLabels, spaceLabels, statusLabels } from "./labels.ts";

export const activityTexts: ActivityTexts = {
  subject: "fields.title",
  valueLabels: {
    status: statusLabels,
    confidentiality: confidentialityLabels,
    space: spaceLabels,
    approval: approvalLabels,
  },
};
