import { Member, MemberChanges, Role, RoleDraft } from "#contract/members.ts";
import { columnMap, jsonColumn, noColumn } from "#server/kit/db/column-map.ts";

export const roleColumnMap = columnMap(
  { table: "roles", draft: RoleDraft, entity: Role },
  {
    name: "name",
    type: "type",
    permissions: "permissions",
    fieldIds: noColumn("role_fields"),
    bookingRules: {
      columns: {
        horizonDays: "horizon_days",
        noticeMinutes: "notice_minutes",
        mostActive: "most_active",
        opensAt: "opens_at",
        maxHolds: "max_holds",
        quotas: jsonColumn("quotas"),
        cancellation: jsonColumn("cancellation"),
        noShow: jsonColumn("no_show"),
      },
    },
  },
);

export const membershipColumnMap = columnMap(
  { table: "memberships", draft: MemberChanges, entity: Member },
  { active: "active", roles: noColumn("membership_roles") },
);
