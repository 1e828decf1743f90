/** Members: people in an organization, their roles, and invitations. The team manages it; customers book. */
import * as z from "zod/mini";
import {
  partialOf,
  del,
  get,
  id,
  instant,
  nameLine,
  ListQuery,
  noData,
  page,
  patch,
  post,
  defineModule,
} from "./kit.ts";
import { bookingPrivacies, BookingRules, BookingRulesDraft } from "./organization-options.ts";
import { EntityRef } from "./organizations.ts";
import { memberTypes, rolePermissions, roleTypes } from "./permissions.ts";

const RoleName = z.object({ id: z.int(), name: z.string(), type: z.enum(memberTypes) });

/** Deeds to one's account that the teams one is in are told. */
export const memberSignInActs = [
  "members.turnOnSecondFactor",
  "members.turnOffSecondFactor",
  "members.removeSecondFactor",
  "members.keepSecondFactor",
] as const;

export const Member = z.object({
  id,
  email: z.string(),
  full_name: z.string(),
  phone: z.nullable(z.string()),
  roles: z.array(RoleName),
  active: z.boolean(),
  joinedAt: instant,
  /** Whether sign-in wants a second factor; null for customers, and for who may not manage members. */
  hasSecondFactor: z.nullable(z.boolean()),
});
export type Member = z.infer<typeof Member>;

export const OrganizationMin = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  roles: z.array(z.object({ id: z.int(), name: z.string(), type: z.enum(roleTypes) })),
  permissions: z.array(z.string()),
  /** Until then two-step sign-in is to be set up; null for who has it, or of whom it is not demanded. */
  secondFactorDueAt: z.nullable(instant),
  /** Style sheet that gives the app the colour of the organization; null for its team, and without one. */
  accentStyle: z.nullable(z.string()),
});
export type OrganizationMin = z.infer<typeof OrganizationMin>;

export const Invitation = z.object({
  id,
  organization: z.object({ id, name: z.string() }),
  role: RoleName,
  invitedAt: instant,
  expiresAt: instant,
});
export type Invitation = z.infer<typeof Invitation>;

export const SentInvitation = z.object({
  id,
  email: z.string(),
  role: RoleName,
  invitedBy: z.nullable(z.string()),
  invitedAt: instant,
  expiresAt: instant,
  isExpired: z.boolean(),
});
export type SentInvitation = z.infer<typeof SentInvitation>;

export const MemberDetail = z.extend(Member, {
  firstName: z.string(),
  lastName: z.string(),
  emailVerifiedAt: z.nullable(instant),
  permissions: z.array(z.string()),
  /** When a lost second factor is removed, as an owner has asked; null otherwise, and for who may not manage members. */
  secondFactorRemovalAt: z.nullable(instant),
});
export type MemberDetail = z.infer<typeof MemberDetail>;

export const UserMembership = z.object({
  organization: EntityRef,
  roles: z.array(RoleName),
  active: z.boolean(),
  joinedAt: instant,
});
export type UserMembership = z.infer<typeof UserMembership>;

/** How other members may read a person's name, where the organization shows it: first name and initial, or in full. */
export const listings = ["no", "short", "full"] as const;
export type Listing = (typeof listings)[number];
/** The caller's membership; `id` and `name` are the organization's. */
export const OwnMembership = z.object({
  id,
  name: z.string(),
  listed: z.enum(listings),
  bookingPrivacy: z.enum(bookingPrivacies),
});
export type OwnMembership = z.infer<typeof OwnMembership>;
export const OwnMembershipChanges = z.strictObject({ listed: z.enum(listings) });

export const leavingObstacleKinds = ["team", "booking", "debt", "subscription"] as const;
/** Obstacles to leaving an organization, and what it keeps for who leaves. */
export const Leaving = z.object({
  /** `team`: who works there is removed by a colleague. The first fifty bookings. */
  obstacles: z.array(
    z.object({
      kind: z.enum(leavingObstacleKinds),
      /** Null also for what was bought without a booking. */
      event: z.nullable(z.object({ id, name: z.string(), startTime: instant })),
    }),
  ),
  kept: z.array(z.enum(["pack", "balance"])),
  /** Memberships that run, and end by themselves: nothing of them is paid back, and they hold again for who joins again in time. */
  subscriptions: z.array(z.object({ name: z.string(), endsOn: z.iso.date() })),
});
export type Leaving = z.infer<typeof Leaving>;

export const invitationOutcomes = ["invited", "already_member", "invalid"] as const;
const InvitationOutcome = z.object({ email: z.string(), outcome: z.enum(invitationOutcomes), message: z.string() });

export const Role = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(roleTypes),
  isBuiltIn: z.boolean(),
  permissions: z.array(z.string()),
  fields: z.array(EntityRef),
  /** Each rule that is not null replaces the organization's. Null if the role has none. */
  bookingRules: z.nullable(BookingRules),
  members: z.int(),
  created_at: instant,
  updated_at: instant,
});
export type Role = z.infer<typeof Role>;

export const RoleDraft = z.strictObject({
  name: nameLine(60),
  type: z.enum(roleTypes),
  permissions: z.array(z.enum(rolePermissions)),
  fieldIds: z._default(z.array(id).check(z.maxLength(1000)), []),
  /** A null rule means the organization's. If a person has several roles, the widest limit applies. */
  bookingRules: z.nullish(BookingRulesDraft),
});

export const MemberChanges = z.strictObject({
  roles: z.array(z.int32()).check(z.minLength(1), z.maxLength(20)),
  active: z.boolean(),
});

export const InvitationDraft = z.strictObject({
  type: z.enum(memberTypes),
  role: z.int32(),
  /** Not validated here, so that one bad address does not block the others. */
  emails: z.array(z.string()).check(z.minLength(1), z.maxLength(100)),
});

export const members = defineModule("members", {
  min: get("/organizations-min/{organizationId}", {
    allow: "member",
    summary: "One's roles and permissions in an organization, or on the platform (`all`)",
    returns: OrganizationMin,
    refusesApiKeys: true,
    withoutSecondFactor: true,
  }),
  list: get("/organizations/{organizationId}/users", {
    allow: "members.show",
    summary: "The people of an organization; `type`: its team, or its customers, alone",
    query: z.extend(ListQuery, { type: z.optional(z.enum(memberTypes)) }),
    mayLag: true,
    returns: page(Member),
  }),
  mine: get("/auth/user/memberships", {
    allow: "verified",
    summary: "One's active memberships, with what other members may read",
    returns: z.array(OwnMembership),
  }),
  updateMine: patch("/auth/user/memberships/{organizationId}", {
    allow: "member",
    summary: "Choose what other members may read of oneself",
    body: OwnMembershipChanges,
    example: { listed: "short" },
    returns: OwnMembership,
    successMessage: "members.privacySaved",
  }),
  readLeaving: get("/organizations/{organizationId}/membership/leaving", {
    allow: "member",
    summary:
      "What stands against leaving an organization, and what stays there for who leaves; null for administrators of the platform who are no members",
    returns: z.nullable(Leaving),
    refusesApiKeys: true,
  }),
  leave: del("/organizations/{organizationId}/membership", {
    allow: "member",
    summary: "Leave an organization; refused with bookings to come, with anything unpaid, and to its team",
    returns: noData,
    successMessage: "members.left",
    refusesApiKeys: true,
  }),
  invitations: get("/invitations", {
    allow: "verified",
    summary: "One's open invitations",
    returns: z.array(Invitation),
  }),
  acceptInvitation: post("/invitations/{invitationId}/accept", {
    allow: "verified",
    summary: "Accept an invitation: one becomes a member with its role",
    returns: z.object({ organizationId: id }),
    successMessage: "members.invitationAccepted",
    status: 200,
  }),
  declineInvitation: post("/invitations/{invitationId}/decline", {
    allow: "verified",
    summary: "Decline an invitation",
    returns: noData,
    successMessage: "members.invitationDeclined",
    status: 200,
  }),
  read: get("/organizations/{organizationId}/users/{userId}", {
    allow: "members.show",
    summary: "One member, with the permissions that the roles add up to",
    returns: MemberDetail,
  }),
  invite: post("/organizations/{organizationId}/users", {
    allow: "members.manage",
    summary: "Invite people by email, each with an outcome of its own",
    body: InvitationDraft,
    example: { type: "customer", role: 4, emails: ["camille@example.org"] },
    returns: z.array(InvitationOutcome),
  }),
  update: patch("/organizations/{organizationId}/users/{userId}", {
    allow: "members.manage",
    summary: "Change a member's roles, or deactivate; the last owner stays",
    body: partialOf(MemberChanges),
    example: { active: true },
    returns: MemberDetail,
    successMessage: "members.saved",
  }),
  remove: del("/organizations/{organizationId}/users/{userId}", {
    allow: "members.manage",
    summary: "Remove from the organization; the last owner stays",
    returns: noData,
    successMessage: "members.removed",
  }),
  requestSecondFactorRemoval: post("/organizations/{organizationId}/users/{userId}/second-factor-removal", {
    allow: "members.manage",
    summary:
      "Owners ask for the removal of a lost second factor in their team: it waits 24 hours, and the person can keep it",
    returns: MemberDetail,
    successMessage: "members.secondFactorRemovalRequested",
  }),
  cancelSecondFactorRemoval: del("/organizations/{organizationId}/users/{userId}/second-factor-removal", {
    allow: "members.manage",
    summary: "Owners cancel the removal that waits",
    returns: MemberDetail,
    successMessage: "members.secondFactorRemovalCanceled",
  }),
  sentInvitations: get("/organizations/{organizationId}/invitations", {
    allow: "members.manage",
    summary: "Open invitations of an organization",
    query: z.extend(ListQuery, { type: z.optional(z.enum(memberTypes)) }),
    mayLag: true,
    returns: page(SentInvitation),
  }),
  resendInvitation: post("/organizations/{organizationId}/invitations/{invitationId}/resend", {
    allow: "members.manage",
    summary: "Send an invitation again, with a new expiry",
    returns: SentInvitation,
    successMessage: "members.invitationResent",
    status: 200,
  }),
  revokeInvitation: del("/organizations/{organizationId}/invitations/{invitationId}", {
    allow: "members.manage",
    summary: "Revoke an invitation",
    returns: noData,
    successMessage: "members.invitationRevoked",
  }),
  roles: get("/organizations/{organizationId}/roles", {
    allow: "members.show",
    summary: "Roles, the built-in ones first",
    query: ListQuery,
    mayLag: true,
    returns: page(Role),
  }),
  createRole: post("/organizations/{organizationId}/roles", {
    allow: "roles.manage",
    summary: "Create a role",
    body: RoleDraft,
    example: { name: "Coach", type: "admin", permissions: ["events.show", "events.create"] },
    returns: Role,
    successMessage: "members.roleCreated",
  }),
  readRole: get("/organizations/{organizationId}/roles/{roleId}", {
    allow: "members.show",
    summary: "One role",
    returns: Role,
  }),
  updateRole: patch("/organizations/{organizationId}/roles/{roleId}", {
    allow: "roles.manage",
    summary: "Change a role of one's own; built-in ones are locked",
    body: partialOf(RoleDraft),
    example: { name: "Head coach" },
    returns: Role,
    successMessage: "members.roleSaved",
  }),
  deleteRole: del("/organizations/{organizationId}/roles/{roleId}", {
    allow: "roles.manage",
    summary: "Delete a role; while it is held, `replacement` says which role its members get",
    query: z.object({ replacement: z.optional(z.coerce.number().check(z.int32())) }),
    returns: noData,
    successMessage: "members.roleDeleted",
  }),
  organizations: get("/admin/users/{userId}/organizations", {
    allow: "users.show",
    summary: "The organizations of a person, with the roles there",
    returns: z.array(UserMembership),
  }),
});
