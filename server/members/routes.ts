import { everyOrganization } from "#server/kit/database.ts";
import { members } from "#contract/members.ts";
import { serve } from "#server/kit/serve.ts";
import { accept, decline } from "./answer.ts";
import { furnish } from "./furnish.ts";
import { listInvitations } from "./invitations.ts";
import { findOrganizationName, listMembers } from "./queries.ts";

export default serve(
  members,
  {
    min: async ({ db, organizationId, standing, t }) => {
      const isPlatform = organizationId === everyOrganization;
      const named = isPlatform
        ? { id: everyOrganization, name: t("members.everywhere"), enabled: true }
        : await findOrganizationName(db, organizationId);
      return { ...named, roles: standing.roles, permissions: [...standing.permissions] };
    },
    list: ({ db, organizationId, query }) => listMembers(db, organizationId, query),
    invitations: ({ db, user, now }) => listInvitations(db, user.email, now),
    acceptInvitation: accept,
    declineInvitation: decline,
  },
  { "organizations.created": furnish },
);
