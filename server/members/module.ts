import { members as endpoints } from "#contract/members.ts";
import { exportList } from "#server/kit/documents/export-list.ts";
import { namedRows } from "#server/kit/activity/subjects.ts";
import { invitationColumns, memberColumns, roleColumns } from "./export-columns.ts";
import { roleSubjects } from "./queries.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const members: ServerModule = {
  name: "members",
  routes,
  jobs,
  liveChanges: { permission: "members.show", ruleForMembers: async () => (id) => id, decidesAccess: true },
  activityLabel: "activity.subjectPeople",
  activitySubjects: [namedRows("invitations", { column: "email", isSearchable: true }), roleSubjects],
  exports: {
    "team-users": exportList(endpoints.list, "members.team", memberColumns, { type: "team" }),
    users: exportList(endpoints.list, "members.customers", memberColumns, { type: "customer" }),
    invitations: exportList(endpoints.sentInvitations, "members.pendingInvitations", invitationColumns),
    roles: exportList(endpoints.roles, "members.roles", roleColumns),
  },
};
