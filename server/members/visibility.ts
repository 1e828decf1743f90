/** Which fields a person sees. Every query that shows fields, or anything on them, says so with this. */
import { sql, type Expression, type SqlBool } from "kysely";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";

/**
 * The condition on a joined `fields`: the team sees all; the others, where the organization is enabled, the public ones
 * and the private ones that one of their roles is linked to.
 */
export const isFieldVisible = (access: MemberPermissions): Expression<SqlBool> =>
  access.isTeam || !access.isEnabled
    ? isFacilityVisible(access)
    : sql`(
        fields.confidentiality = 'public'
        or exists (
          select from role_fields
          where role_fields.organization_id = fields.organization_id
            and role_fields.field_id = fields.id
            and role_fields.role_id = any(${access.roles.map((role) => role.id)})
        )
      )`;

/** The condition on facilities: they show to members only where the organization is enabled. */
export const isFacilityVisible = ({ isTeam, isEnabled }: MemberPermissions): Expression<SqlBool> =>
  isTeam || isEnabled ? sql`true` : sql`false`;

/**
 * The condition on a joined `fields` that neither it nor its facility is archived; how its organization stands is asked
 * elsewhere. Archived facilities are few and looked up once, so that the plan of a long list stays what it is.
 * @param organizationId theirs, or a reference to it
 */
export const isFieldPresent = (organizationId: string | Expression<string>): Expression<SqlBool> => sql`(
  fields.archived_at is null
  and fields.facility_id <> all(array(
    select facilities.id from facilities
    where facilities.organization_id = ${organizationId} and facilities.archived_at is not null
  ))
)`;
