import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { ArrowRight, Check, Mail } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { accounts } from "#contract/accounts.ts";
import { type Invitation, members } from "#contract/members.ts";
import { organizations } from "#contract/organizations.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { rememberScope, useUser } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { roleName } from "#web/members/member-badges.tsx";

const OwnJoinRequests = lazy(async () => ({
  default: (await import("#web/joining/own-requests.tsx")).OwnJoinRequests,
}));

const affectedEndpoints = [members.invitations, members.min, organizations.list, organizations.search];

export function Invitations() {
  const t = useTranslation();
  const router = useRouter();
  const open = useQuery(endpointQuery(members.invitations, undefined, { quiet: true })).data?.data ?? [];
  if (open.length === 0) return null;
  return (
    <Card
      title={t("overview.invitations")}
      action={
        <Link to="/invitations" className={`${textLinkClass} text-13`}>
          {t("overview.seeAll")}
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {open.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            onAccepted={async () => {
              rememberScope(invitation.organization.id);
              await router.invalidate();
            }}
          />
        ))}
      </ul>
    </Card>
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  onAccepted: () => unknown;
  /** The person has signed in by its link to accept it. */
  acceptsAtOnce?: boolean;
}

function InvitationRow({ invitation, onAccepted, acceptsAtOnce = false }: InvitationRowProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { date } = useDateFormats();
  const { organization, invitedAt, expiresAt } = invitation;
  const params = { invitationId: invitation.id };
  const refresh = () => Promise.all(affectedEndpoints.map(({ name }) => cache.invalidateQueries({ queryKey: [name] })));
  const accept = useMutation({
    ...endpointMutation(members.acceptInvitation),
    onSuccess: async () => {
      await onAccepted();
      await refresh();
    },
    // The invitation may be answered elsewhere, revoked or expired: reload the open ones.
    onError: refresh,
  });
  const { mutate: acceptNow } = accept;
  useEffect(() => {
    if (acceptsAtOnce) acceptNow({ params: { invitationId: invitation.id } });
  }, [acceptsAtOnce, acceptNow, invitation.id]);
  const decline = useMutation({ ...endpointMutation(members.declineInvitation), onSuccess: refresh, onError: refresh });
  return (
    <InvitationFrame
      invitation={invitation}
      when={`${t("overview.invitedOn", { date: date(invitedAt) })}, ${t("overview.openUntil", { date: date(expiresAt) })}`}
    >
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
    </InvitationFrame>
  );
}

function AcceptedRow({ invitation }: { invitation: Invitation }) {
  const t = useTranslation();
  const { date } = useDateFormats();
  const { organization, invitedAt } = invitation;
  return (
    <InvitationFrame invitation={invitation} when={t("overview.invitedOn", { date: date(invitedAt) })}>
      <Badge tone="lime" icon={<Check aria-hidden />}>
        {t("overview.accepted")}
      </Badge>
      <Link to="/overview" onClick={() => rememberScope(organization.id)} className={buttonClass("primary")}>
        {t("overview.accessOrganization")}
        <ArrowRight aria-hidden />
      </Link>
    </InvitationFrame>
  );
}

function InvitationFrame({
  invitation,
  when,
  children,
}: {
  invitation: Invitation;
  when: string;
  children: ReactNode;
}) {
  const t = useTranslation();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink">
        <Mail className="size-4" aria-hidden />
      </span>
      <span className="min-w-40 flex-1">
        <span className="block text-13 font-medium [overflow-wrap:anywhere]">{invitation.organization.name}</span>
        <span className="block text-xs text-ink-3 tnum">
          {t("overview.invitedAs", { role: roleName(t, invitation.role) })} · {when}
        </span>
      </span>
      <span className="ml-auto flex flex-wrap items-center gap-2">{children}</span>
    </li>
  );
}

const readLink = async (secret: string) =>
  (await import("#web/accounts/look-up-invitation.ts")).lookUpInvitation(secret);

/** @returns the id of the invitation whose secret is in the address: somebody else may have written an id there */
function useInvitationOfLink(): string | undefined {
  const secret = useSearch({ strict: false, select: ({ accept }: { accept?: string }) => accept });
  const { data } = useQuery({
    queryKey: [accounts.lookUpInvitation.name, secret],
    queryFn: () => readLink(secret ?? ""),
    enabled: secret !== undefined,
  });
  return data === "closed" ? undefined : data?.id;
}

/** Also lists invitations accepted since the page was opened. */
export function InvitationsPage() {
  const t = useTranslation();
  const { email } = useUser();
  const linked = useInvitationOfLink();
  const [accepted, setAccepted] = useState<Invitation[]>([]);
  const { data, error, refetch } = useQuery({
    ...endpointQuery(members.invitations, undefined),
    // A new invitation may have arrived.
    staleTime: 0,
  });
  const open = data?.data.filter(({ id }) => accepted.every((one) => one.id !== id));
  return (
    <Page title={t("overview.invitations")}>
      <Card>
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : open?.length === 0 && accepted.length === 0 ? (
          <EmptyState
            icon={Mail}
            title={t("overview.noInvitations")}
            withoutAction={t("overview.invitationAddress", { email })}
          >
            {t("overview.noInvitationsHint")}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line" aria-busy={!open} aria-label={t("overview.invitations")}>
            {accepted.map((invitation) => (
              <AcceptedRow key={invitation.id} invitation={invitation} />
            ))}
            {open?.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                acceptsAtOnce={invitation.id === linked}
                onAccepted={() => setAccepted((before) => [...before, invitation])}
              />
            )) ?? (
              <li className="flex items-center gap-3 px-4 py-3">
                <Skeleton className="size-9 rounded-lg" />
                <Skeleton className="h-4 w-48" />
              </li>
            )}
          </ul>
        )}
      </Card>
      <div className="mt-8">
        <Suspense>
          <OwnJoinRequests />
        </Suspense>
      </div>
    </Page>
  );
}
