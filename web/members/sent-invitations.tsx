import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Mail } from "lucide-react";
import { useState } from "react";
import { members, type SentInvitation } from "#contract/members.ts";
import { type MemberType, OWNER_ROLE_ID } from "#contract/permissions.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { ExportButton } from "#web/kit/list/export-button.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useCanAssignOwners } from "#web/organizations/organization-owner.tsx";
import { RoleBadges } from "./member-badges.tsx";

/** The page number is local state, because the address has that of the list above. */
export function SentInvitations({ type }: { type: MemberType }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    ...endpointQuery(
      members.sentInvitations,
      { params: { organizationId }, query: { type, page, per_page: 10 } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  });
  if (!data || data.meta.total === 0) return null;
  const { last_page: last, total } = data.meta;
  const go = (to: number, label: string, icon: typeof ChevronLeft) => {
    const Icon = icon;
    return (
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={label}
        disabled={to < 1 || to > last}
        onClick={() => setPage(to)}
      >
        <Icon aria-hidden />
      </Button>
    );
  };
  return (
    <Card
      className="mt-8"
      title={
        <>
          {t("members.pendingInvitations")} <span className="ml-1 font-normal text-ink-3 tnum">{total}</span>
        </>
      }
      action={
        <span className="flex gap-1">
          {last > 1 && go(page - 1, t("kit.previous"), ChevronLeft)}
          {last > 1 && go(page + 1, t("kit.next"), ChevronRight)}
          <ExportButton list="invitations" query={{ type }} />
        </span>
      }
    >
      <ul className="divide-y divide-line">
        {data.data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  );
}

function InvitationRow({
  invitation: { id, email, role, invitedBy, invitedAt, expiresAt, isExpired },
}: {
  invitation: SentInvitation;
}) {
  const t = useTranslation();
  const { date } = useDateFormats();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const mayMakeOwners = useCanAssignOwners();
  const onSuccess = () => cache.invalidateQueries({ queryKey: [members.sentInvitations.name] });
  const resend = useMutation({ ...endpointMutation(members.resendInvitation), onSuccess });
  const revoke = useMutation({ ...endpointMutation(members.revokeInvitation), onSuccess });
  const params = { organizationId, invitationId: id };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-ink-3 max-sm:hidden">
        <Mail className="size-4" aria-hidden />
      </span>
      <span className="min-w-48 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-13 font-medium [overflow-wrap:anywhere]">{email}</span>
          <RoleBadges roles={[role]} />
          {isExpired && <Badge tone="rose">{t("members.expired")}</Badge>}
        </span>
        <span className="block text-xs text-ink-3 tnum">
          {date(invitedAt)}
          {invitedBy && ` ${t("members.invitedBy", { name: invitedBy })}`}
          {!isExpired && `, ${t("members.expires", { date: date(expiresAt) })}`}
        </span>
      </span>
      {(role.id !== OWNER_ROLE_ID || mayMakeOwners) && (
        <span className="flex gap-1">
          <ConfirmButton
            label={t("members.revoke")}
            aria-label={t("members.revokeOf", { email })}
            title={t("members.revokeTitle", { email })}
            confirm={t("members.revoke")}
            onConfirm={() => revoke.mutateAsync({ params })}
          >
            {t("members.revokeText")}
          </ConfirmButton>
          <Button
            aria-label={t("members.resendTo", { email })}
            pending={resend.isPending}
            onClick={() => resend.mutate({ params })}
          >
            {t("members.resend")}
          </Button>
        </span>
      )}
    </li>
  );
}
