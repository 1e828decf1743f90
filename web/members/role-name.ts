import { builtInRoles } from "#contract/permissions.ts";
import type { Translate } from "#web/kit/words.ts";
import type { WordKey } from "#words/keys.ts";

const labels = {
  1: "members.roleOwner",
  2: "members.roleManager",
  3: "members.roleStaff",
  4: "members.roleMember",
} as const satisfies Record<(typeof builtInRoles)[number]["id"], WordKey>;

/** A role's name: the built-in ones in the reader's language, unless the organization renamed them; its own as it calls them. */
export function roleName(t: Translate, role: { id: number; name: string }): string {
  const builtIn = builtInRoles.find(({ id, name }) => id === role.id && name === role.name);
  return builtIn ? t(labels[builtIn.id]) : role.name;
}
