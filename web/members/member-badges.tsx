/** What roles are called, and how people and their roles are marked wherever they stand. */
import { builtInRoles, memberType, type MemberType, type RoleType } from "#contract/permissions.ts";
import { Badge, roleTone } from "#web/kit/badge.tsx";
import { type Translate, useWords } from "#web/kit/words.ts";
import type { WordKey } from "#words/keys.ts";

const labels = {
  1: "members.roleOwner",
  2: "members.roleManager",
  3: "members.roleStaff",
  4: "members.roleMember",
} as const satisfies Record<(typeof builtInRoles)[number]["id"], WordKey>;

/** A role's name: the built-in ones in the reader's language, its own as the organization calls them. */
export function roleName(t: Translate, role: { id: number; name: string }): string {
  const builtIn = builtInRoles.find(({ id, name }) => id === role.id && name === role.name);
  return builtIn ? t(labels[builtIn.id]) : role.name;
}

/** Blue for the team's, red for the others. */
export function RoleBadges({ roles }: { roles: readonly { id: number; name: string; type: MemberType }[] }) {
  const t = useWords();
  return (
    <span className="flex flex-wrap gap-1">
      {roles.map((role) => (
        <Badge key={`${role.id} ${role.name}`} tone={roleTone(role.type)}>
          {roleName(t, role)}
        </Badge>
      ))}
    </span>
  );
}

export const typeLabels = {
  admin: "members.typeAdmin",
  member: "members.typeMember",
} as const satisfies Record<RoleType, WordKey>;

export function TypeBadge({ type }: { type: RoleType }) {
  const t = useWords();
  return <Badge tone={roleTone(memberType(type))}>{t(typeLabels[type])}</Badge>;
}

export function ActiveBadge({ active }: { active: boolean }) {
  const t = useWords();
  return (
    <Badge tone={active ? "lime" : "gray"} dot>
      {t(active ? "members.active" : "members.inactive")}
    </Badge>
  );
}
