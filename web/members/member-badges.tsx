import { builtInRoles, memberTypeOfRole, type MemberType, type RoleType } from "#contract/permissions.ts";
import { Badge, roleTone } from "#web/kit/ui/badge.tsx";
import { type Translate, useTranslation } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";
import { typeLabels } from "./labels.ts";

const builtInRoleLabels = {
  1: "members.roleOwner",
  2: "members.roleManager",
  3: "members.roleStaff",
  4: "members.roleMember",
} as const satisfies Record<(typeof builtInRoles)[number]["id"], MessageKey>;

/** A role's name: built-in roles are translated, others have the organization's own name. */
export function roleName(t: Translate, role: { id: number; name: string }): string {
  const builtIn = builtInRoles.find(({ id, name }) => id === role.id && name === role.name);
  return builtIn ? t(builtInRoleLabels[builtIn.id]) : role.name;
}

interface RoleBadgesProps {
  roles: readonly { id: number; name: string; type: MemberType }[];
  /** Without the colours that lists have for types of roles. */
  plain?: boolean;
}

export function RoleBadges({ roles, plain = false }: RoleBadgesProps) {
  const t = useTranslation();
  if (roles.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1">
      {roles.map((role) => (
        <Badge key={`${role.id} ${role.name}`} tone={plain ? "gray" : roleTone(role.type)}>
          {roleName(t, role)}
        </Badge>
      ))}
    </span>
  );
}

export function TypeBadge({ type }: { type: RoleType }) {
  const t = useTranslation();
  return <Badge tone={roleTone(memberTypeOfRole(type))}>{t(typeLabels[type])}</Badge>;
}

export function ActiveBadge({ active }: { active: boolean }) {
  const t = useTranslation();
  return (
    <Badge tone={active ? "lime" : "gray"} dot>
      {t(active ? "members.active" : "members.inactive")}
    </Badge>
  );
}
