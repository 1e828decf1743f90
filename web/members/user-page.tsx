import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import { accounts, type User } from "#contract/accounts.ts";
import { members } from "#contract/members.ts";
import { secondFactors } from "#contract/second-factors.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { DescriptionList, DescriptionItem, YesNo } from "#web/kit/ui/description-list.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { PageColumns, Page } from "#web/kit/ui/page.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope, useUser } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ActiveBadge, RoleBadges } from "./member-badges.tsx";

export function UserPage() {
  const t = useTranslation();
  const { can } = useScope();
  const { data, error, refetch } = useQuery(
    endpointQuery(accounts.readUser, { params: { userId: useRouteParam("userId") } }),
  );
  const user = data?.data;
  return (
    <Page
      title={user?.fullName ?? t("members.user")}
      crumbs={[
        <Link key="list" to="/users">
          {t("members.users")}
        </Link>,
      ]}
      meta={
        user && (
          <>
            <ActiveBadge active={user.active} />
            {user.platformAdmin && <Badge tone="outline">{t("members.platformAdmin")}</Badge>}
          </>
        )
      }
    >
      {user ? (
        <PageColumns
          aside={
            can(accounts.setActive) && (
              <>
                <AccountCard user={user} />
                <SecondFactorCard user={user} />
              </>
            )
          }
        >
          <Details user={user} />
          <Memberships userId={user.id} />
        </PageColumns>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} />
      )}
    </Page>
  );
}

function Details({ user }: { user: User }) {
  const t = useTranslation();
  return (
    <Card title={t("kit.details")}>
      <DescriptionList>
        <DescriptionItem name={t("members.active")}>
          <YesNo value={user.active} />
        </DescriptionItem>
        <DescriptionItem name={t("members.email")}>{user.email}</DescriptionItem>
        <DescriptionItem name={t("members.phone")}>
          {user.phone && <span className="tnum">{user.phone}</span>}
        </DescriptionItem>
        <DescriptionItem name={t("members.firstName")}>{user.firstName}</DescriptionItem>
        <DescriptionItem name={t("members.lastName")}>{user.lastName}</DescriptionItem>
        <DescriptionItem name={t("members.emailVerified")}>
          {user.emailVerifiedAt && <DateTime at={user.emailVerifiedAt} />}
        </DescriptionItem>
        <DescriptionItem name={t("kit.created")}>
          <DateTime at={user.created_at} />
        </DescriptionItem>
        <DescriptionItem name={t("kit.updated")}>
          <DateTime at={user.updated_at} />
        </DescriptionItem>
      </DescriptionList>
    </Card>
  );
}

function Memberships({ userId }: { userId: string }) {
  const t = useTranslation();
  const { date } = useDateFormats();
  const { data, error, refetch } = useQuery(endpointQuery(members.organizations, { params: { userId } }));
  return (
    <Card title={t("members.hisOrganizations")}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data?.data.length === 0 ? (
        <EmptyState icon={Building2} title={t("organizations.none")}>
          {t("members.inNoOrganization")}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line" aria-busy={!data}>
          {data?.data.map(({ organization, roles, active, joinedAt }) => (
            <li key={organization.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3">
              <span className="min-w-40 flex-1">
                <Link
                  to={`/organizations/${organization.id}/${roles.some(({ type }) => type === "team") ? "team-users" : "users"}/${userId}`}
                  className={`${textLinkClass} text-13`}
                >
                  {organization.name}
                </Link>
                <span className="block text-xs text-ink-3 tnum">{t("members.joinedAt", { date: date(joinedAt) })}</span>
              </span>
              <RoleBadges roles={roles} />
              {!active && <ActiveBadge active={false} />}
            </li>
          )) ?? (
            <li className="px-4 py-4">
              <Skeleton className="h-4 w-40" />
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

function AccountCard({ user }: { user: User }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const own = useUser().id === user.id;
  const params = { userId: user.id };
  const change = useMutation({
    ...endpointMutation(accounts.setActive),
    onSuccess: (answer) => {
      cache.setQueryData(endpointQuery(accounts.readUser, { params }).queryKey, answer);
      void cache.invalidateQueries({ queryKey: [accounts.users.name] });
    },
  });
  const { active, fullName: name } = user;
  return (
    <Card title={t("members.account")} padded>
      <div className="grid gap-4">
        <p className="text-13 text-ink-2">
          {t(own ? "members.accountOwn" : active ? "members.accountOn" : "members.accountOff")}
        </p>
        {!own && (
          <ConfirmButton
            quiet={false}
            label={t(active ? "members.deactivate" : "members.activate")}
            title={t(active ? "members.deactivateTitle" : "members.activateTitle", { name })}
            confirm={t(active ? "members.deactivate" : "members.activate")}
            tone={active ? "danger" : "primary"}
            onConfirm={() => change.mutateAsync({ params, body: { active: !active } })}
          >
            {t(active ? "members.accountDeactivateText" : "members.accountActivateText")}
          </ConfirmButton>
        )}
      </div>
    </Card>
  );
}

function SecondFactorCard({ user: { id, fullName: name } }: { user: User }) {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const cache = useQueryClient();
  const own = useUser().id === id;
  const params = { userId: id };
  const { data } = useQuery({ ...endpointQuery(secondFactors.readOfUser, { params }), staleTime: 0 });
  const remove = useMutation({
    ...endpointMutation(secondFactors.removeOfUser),
    onSuccess: () => cache.invalidateQueries({ queryKey: [secondFactors.readOfUser.name] }),
  });
  const totp = data?.data.totp;
  const passkeys = data?.data.passkeys.length ?? 0;
  if (!totp && passkeys === 0) return null;
  return (
    <Card title={t("second-factors.title")} padded>
      <div className="grid gap-4">
        <p className="text-13 text-ink-2">
          {totp
            ? t("second-factors.stateOn", { at: dateTime(totp.since) })
            : t("second-factors.passkeyCount", { count: passkeys })}
        </p>
        {!own && (
          <ConfirmButton
            quiet={false}
            label={t("second-factors.remove")}
            title={t("second-factors.removeTitle", { name })}
            confirm={t("second-factors.remove")}
            onConfirm={() => remove.mutateAsync({ params })}
          >
            {t("second-factors.removeText")}
          </ConfirmButton>
        )}
      </div>
    </Card>
  );
}
