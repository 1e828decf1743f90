/** A member is a person in an organization, with roles: the team manages it, customers book there. */
import * as z from "zod/mini";
import { get, id, instant, ListQuery, nothing, page, post, room } from "./kit.ts";
import { memberTypes, roleTypes } from "./permissions.ts";

const RoleName = z.object({ id: z.int(), name: z.string(), type: z.enum(memberTypes) });

export const Member = z.object({
  id,
  email: z.string(),
  full_name: z.string(),
  phone: z.nullable(z.string()),
  roles: z.array(RoleName),
  active: z.boolean(),
  joinedAt: instant,
});
export type Member = z.infer<typeof Member>;

/** What the shell needs of an organization, or of the platform (`all`). */
export const OrganizationMin = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  roles: z.array(z.object({ id: z.int(), name: z.string(), type: z.enum(roleTypes) })),
  permissions: z.array(z.string()),
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

export const members = room("members", {
  min: get("/organizations-min/{organizationId}", {
    allow: "member",
    summary: "One's roles and permissions in an organization, or on the platform (`all`)",
    returns: OrganizationMin,
  }),
  list: get("/organizations/{organizationId}/users", {
    allow: "members.show",
    summary: "The team, or the customers, of an organization",
    query: z.extend(ListQuery, { type: z._default(z.enum(memberTypes), "team") }),
    returns: page(Member),
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
    says: "members.invitationAccepted",
    status: 200,
  }),
  declineInvitation: post("/invitations/{invitationId}/decline", {
    allow: "verified",
    summary: "Decline an invitation",
    returns: nothing,
    says: "members.invitationDeclined",
    status: 200,
  }),
});
