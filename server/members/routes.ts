import { members } from "#contract/members.ts";
import { everyOrganization } from "#server/kit/database.ts";
import { serve } from "#server/kit/serve.ts";
import { accept, decline } from "./answer.ts";
import { change, remove } from "./change.ts";
import { changeRole, createRole, deleteRole } from "./edit-role.ts";
import { listInvitations, listSentInvitations } from "./invitations.ts";
import { furnish, invite, resend, revoke } from "./invite.ts";
import { findMember, findOrganizationName, listMembers, listMembershipsOf } from "./queries.ts";
import { findRole, listRoles } from "./roles.ts";

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
    read: ({ db, organizationId, params }) => findMember(db, organizationId, params.userId),
    update: change,
    remove,
    invite,
    invitations: ({ db, user, now }) => listInvitations(db, user.email, now),
    acceptInvitation: accept,
    declineInvitation: decline,
    sentInvitations: ({ db, organizationId, query, now }) => listSentInvitations(db, organizationId, query, now),
    resendInvitation: resend,
    revokeInvitation: revoke,
    roles: ({ db, organizationId, query, t }) => listRoles(db, organizationId, query, t),
    readRole: ({ db, organizationId, params }) => findRole(db, organizationId, Number(params.roleId)),
    createRole,
    updateRole: changeRole,
    deleteRole,
    organizations: ({ db, params }) => listMembershipsOf(db, params.userId),
  },
  { "organizations.created": furnish },
);
