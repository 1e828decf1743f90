/** Visibility of facilities and fields. Every query that shows fields or their data must use these conditions. */
import { sql, type Expression, type SqlBool } from "kysely";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";

/** Visitors of public pages see what members without any role of their own see: public fields of an enabled organization. */
export const visitorAccess: MemberPermissions = { permissions: new Set(), roles: [], isTeam: false, isEnabled: true };

export const guestAccess: MemberPermissions = { ...visitorAccess, isGuest: true };

/** The conditions below depend on this part of the access: a key of `remember`. */
export const visibilityKey = ({ isTeam, isEnabled, isGuest, roles }: MemberPermissions): unknown =>
  isTeam ? "team" : isGuest ? "guest" : [isEnabled, roles.map(({ id }) => id)];

const isFieldPublished = (organizationId: string): Expression<SqlBool> => sql`(
  fields.confidentiality = 'public' and fields.is_published
  and fields.facility_id in (
    select facilities.id from facilities
    where facilities.organization_id = ${organizationId} and facilities.is_published
  )
)`;

/**
 * Condition on a joined `fields` of an organization: the team sees all fields. Members of an enabled organization see public
 * fields, and private fields linked to one of their roles; guests see those of the public page.
 */
export const isFieldVisible = (access: MemberPermissions, organizationId: string): Expression<SqlBool> =>
  access.isGuest
    ? isFieldPublished(organizationId)
    : access.isTeam || !access.isEnabled
      ? isFacilityVisible(access)
      : sql`(
        fields.confidentiality = 'public'
        or exists (
          select from role_fields
          where role_fields.organization_id = ${organizationId}
            and role_fields.field_id = fields.id
            and role_fields.role_id = any(${access.roles.map((role) => role.id)})
        )
      )`;

/** Condition on facilities: customers see them only if the organization is enabled. */
export const isFacilityVisible = ({ isTeam, isEnabled }: MemberPermissions): Expression<SqlBool> =>
  isTeam || isEnabled ? sql`true` : sql`false`;

/**
 * Condition on a joined `fields`; it does not check the organization. Archived facilities are few and looked up once,
 * which keeps the query plan of long lists fast.
 */
export const isFieldPresent = (organizationId: string | Expression<string>): Expression<SqlBool> => sql`(
  fields.archived_at is null
  and fields.facility_id <> all(array(
    select facilities.id from facilities
    where facilities.organization_id = ${organizationId} and facilities.archived_at is not null
  ))
)`;
