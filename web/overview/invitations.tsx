import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Mail } from "lucide-react";
import { type Invitation, members } from "#contract/members.ts";
import { organizations } from "#contract/organizations.ts";
import { read, write } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { Card } from "#web/kit/card.tsx";
import { ConfirmButton } from "#web/kit/confirm-dialog.tsx";
import { useDates } from "#web/kit/dates.ts";
import { rememberScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { roleName } from "#web/members/role-name.ts";

/** One's open invitations; nothing where there are none. */
export function Invitations() {
  const t = useWords();
  const open = useQuery(read(members.invitations, undefined, { quiet: true })).data?.data ?? [];
  if (open.length === 0) return null;
  return (
    <Card title={t("overview.invitations")}>
      <ul className="divide-y divide-line">
        {open.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  );
}

function InvitationRow({ invitation: { id, organization, role, invitedAt } }: { invitation: Invitation }) {
  const t = useWords();
  const router = useRouter();
  const cache = useQueryClient();
  const { date } = useDates();
  const params = { invitationId: id };
  const refresh = () =>
    Promise.all(
      [members.invitations, members.min, organizations.list, organizations.search].map(({ name }) => cache.invalidateQueries({ queryKey: [name] })),
    );
  const accept = useMutation({
    ...write(members.acceptInvitation),
    onSuccess: async ({ data }) => {
      // The new organization becomes the present scope.
      rememberScope(data.organizationId);
      await refresh();
      await router.invalidate();
    },
  });
  const decline = useMutation({ ...write(members.declineInvitation), onSuccess: refresh });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink">
        <Mail className="size-4" aria-hidden />
      </span>
      <span className="min-w-40 flex-1">
        <span className="block text-13 font-medium [overflow-wrap:anywhere]">{organization.name}</span>
        <span className="block text-xs text-ink-3 tnum">
          {t("overview.invitedAs", { role: roleName(t, role) })} · {date(invitedAt)}
        </span>
      </span>
      <span className="flex gap-2">
        <ConfirmButton
          label={t("overview.decline")}
          title={t("overview.declineTitle", { name: organization.name })}
          confirm={t("overview.decline")}
          disabled={accept.isPending}
          onConfirm={() => decline.mutateAsync({ params })}
        >
          {t("overview.declineText")}
        </ConfirmButton>
        <Button variant="primary" pending={accept.isPending} onClick={() => accept.mutate({ params })}>
          {t("overview.accept")}
        </Button>
      </span>
    </li>
  );
}
