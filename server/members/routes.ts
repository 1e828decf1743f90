import { forgetMemberships } from "./forget-account.ts";
import { members } from "#contract/members.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { acceptInvitation, declineInvitation } from "./answer-invitation.ts";
import { changeMember, removeMember } from "./change.ts";
import { assertOwnersRemain } from "./last-owner.ts";
import { changeRole, createRole, deleteRole } from "./edit-role.ts";
import { listInvitations, listSentInvitations } from "./invitations.ts";
import { setUpOrganization, invite, resendInvitation, revokeInvitation } from "./invite.ts";
import { leaveOrganization, readLeaving } from "./leave.ts";
import { findOwnAccess } from "./own-access.ts";
import { findMember, listMembers, listMembershipsOfUser } from "./queries.ts";
import { listOwnMemberships, updateOwnMembership } from "./own-membership.ts";
import { findRole, listRoles } from "./roles.ts";
import { noteKeptSecondFactor, noteSecondFactor } from "./second-factor-activity.ts";
import { cancelSecondFactorRemoval, requestSecondFactorRemoval } from "./second-factor-removal.ts";

export default serveModule(
  members,
  {
    min: findOwnAccess,
    list: ({ db, organizationId, access, query }) => listMembers(db, { organizationId, access }, query),
    read: ({ db, organizationId, access, params }) => findMember(db, { organizationId, access }, params.userId),
    update: changeMember,
    remove: removeMember,
    requestSecondFactorRemoval,
    cancelSecondFactorRemoval,
    invite,
    mine: ({ db, user }) => listOwnMemberships(db, user.id),
    updateMine: updateOwnMembership,
    readLeaving,
    leave: leaveOrganization,
    invitations: ({ db, user, now }) => listInvitations(db, user.email, now),
    acceptInvitation,
    declineInvitation,
    sentInvitations: ({ db, organizationId, query, now }) => listSentInvitations(db, organizationId, query, now),
    resendInvitation,
    revokeInvitation,
    roles: ({ db, organizationId, query, t }) => listRoles(db, organizationId, query, t),
    readRole: ({ db, organizationId, params }) => findRole(db, organizationId, Number(params.roleId)),
    createRole,
    updateRole: changeRole,
    deleteRole,
    organizations: ({ db, params }) => listMembershipsOfUser(db, params.userId),
  },
  {
    "organizations.created": setUpOrganization,
    "accounts.deactivated": assertOwnersRemain,
    "accounts.closed": forgetMemberships,
    "second-factors.changed": noteSecondFactor,
    "second-factors.kept": noteKeptSecondFactor,
  },
);
