/** What the lists of the team and of the customers show alike. */
import type { Member } from "#contract/members.ts";
import { Badge, roleTone } from "#web/kit/badge.tsx";
import type { Column } from "#web/kit/table.tsx";
import { type Translate, useWords } from "#web/kit/words.ts";
import { roleName } from "./role-name.ts";

export const rolesColumn = (t: Translate): Column<Member> => ({
  key: "roles",
  header: t("members.roles"),
  phone: "below",
  cell: ({ roles }) => <RoleBadges roles={roles} />,
});

export const phoneColumn = (t: Translate): Column<Member> => ({
  key: "phone",
  header: t("members.phone"),
  className: "whitespace-nowrap max-lg:hidden",
  cell: ({ phone }) => <span className="text-ink-2 tnum">{phone ?? "—"}</span>,
});

export const activeColumn = (t: Translate): Column<Member> => ({
  key: "active",
  header: t("members.active"),
  phone: "below",
  cell: ({ active }) => <ActiveBadge active={active} />,
});

function RoleBadges({ roles }: { roles: Member["roles"] }) {
  const t = useWords();
  return (
    <span className="flex flex-wrap gap-1">
      {roles.map((role) => (
        <Badge key={role.id} tone={roleTone(role.type)}>
          {roleName(t, role)}
        </Badge>
      ))}
    </span>
  );
}

function ActiveBadge({ active }: { active: boolean }) {
  const t = useWords();
  return (
    <Badge tone={active ? "lime" : "gray"} dot>
      {t(active ? "members.active" : "members.inactive")}
    </Badge>
  );
}
