import type { ActivityTexts } from "#web/kit/data/activity-texts.ts";
import type { ActivityReference } from "#web/kit/data/activity-texts.ts";
import { typeLabels } from "./labels.ts";

const pathOfEntry = ({ act, subjectId }: ActivityReference): string | undefined => {
  if (act === "members.update" || act === "members.acceptInvitation") return `/team-users/${subjectId}`;
  return act.endsWith("Role") ? `/roles/${subjectId}` : undefined;
};

export const activityTexts: ActivityTexts = {
  subject: "activity.subjectPeople",
  path: pathOfEntry,
  partLabels: {
    permissions: "members.rolePermissions",
    bookingRules: "organizations.bookingRules",
    replacement: "members.replacement",
    expiresAt: "overview.openUntil",
  },
  valueLabels: { type: typeLabels },
};
