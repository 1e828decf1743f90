import type { Member } from "#contract/members.ts";
import { Avatar } from "#web/kit/avatar.tsx";
import { Moment } from "#web/kit/moment.tsx";
import type { Column } from "#web/kit/table.tsx";
import { useWords } from "#web/kit/words.ts";
import { activeColumn, phoneColumn, rolesColumn } from "./member-columns.tsx";
import { MembersPage } from "./members-page.tsx";

export function TeamPage() {
  const t = useWords();
  const columns: Column<Member>[] = [
    {
      key: "email",
      header: t("members.email"),
      media: ({ full_name }) => <Avatar name={full_name} size="md" />,
      cell: ({ email, full_name }) => (
        <>
          <span className="font-medium [overflow-wrap:anywhere]">{email}</span>
          <span className="truncate text-xs text-ink-3 sm:hidden">{full_name}</span>
        </>
      ),
    },
    { key: "name", header: t("members.name"), cell: ({ full_name }) => full_name },
    phoneColumn(t),
    rolesColumn(t),
    activeColumn(t),
    {
      key: "joined",
      header: t("members.joined"),
      align: "right",
      className: "whitespace-nowrap max-lg:hidden",
      cell: ({ joinedAt }) => <Moment at={joinedAt} className="text-ink-3 tnum" />,
    },
  ];
  return (
    <MembersPage
      type="team"
      title={t("members.team")}
      searchLabel={t("members.searchTeam")}
      nobody={t("members.noTeam")}
      columns={columns}
    />
  );
}
