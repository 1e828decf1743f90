import type { RoleType } from "#contract/permissions.ts";
import type { MessageKey } from "#messages/keys.ts";

export const typeLabels = {
  admin: "members.typeAdmin",
  member: "members.typeMember",
} as const satisfies Record<RoleType, MessageKey>;
