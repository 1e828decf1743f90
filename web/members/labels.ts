import type { Listing } from "#contract/members.ts";
import type { RoleType } from "#contract/permissions.ts";
import type { MessageKey } from "#messages/keys.ts";

export const listingLabels = {
  no: "members.listedNo",
  short: "members.listedShort",
  full: "members.listedFull",
} as const satisfies Record<Listing, MessageKey>;

export const typeLabels = {
  admin: "members.typeAdmin",
  member: "members.typeMember",
} as const satisfies Record<RoleType, MessageKey>;
