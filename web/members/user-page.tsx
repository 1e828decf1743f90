/** One account, as those see it who look after the platform. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import { accounts, type User } from "#contract/accounts.ts";
import { members } from "#contract/members.ts";
import { read, write } from "#web/kit/api.ts";
import { Badge } from "#web/kit/badge.tsx";
import { Card } from "#web/kit/card.tsx";
import { ConfirmButton } from "#web/kit/confirm-dialog.tsx";
import { useDates } from "#web/kit/dates.ts";
import { DescriptionList, Fact, YesNo } from "#web/kit/description-list.tsx";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { Moment } from "#web/kit/moment.tsx";
import { Columns, Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope, useUser } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";
import { ActiveBadge, RoleBadges } from "./member-badges.tsx";

export function UserPage() {
  const t = useWords();
  const { can } = useScope();
  const { data, error, refetch } = useQuery(read(accounts.readUser, { params: { userId: useParam("userId") } }));
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
        <Columns aside={can(accounts.setActive) && <Account user={user} />}>
          <Details user={user} />
          <Memberships userId={user.id} />
        </Columns>
      ) : error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} />
      )}
    </Page>
  );
}

function Details({ user }: { user: User }) {
  const t = useWords();
  return (
    <Card title={t("kit.details")}>
      <DescriptionList>
        <Fact name={t("members.active")}>
          <YesNo value={user.active} />
        </Fact>
        <Fact name={t("members.email")}>{user.email}</Fact>
        <Fact name={t("members.phone")}>{user.phone && <span className="tnum">{user.phone}</span>}</Fact>
        <Fact name={t("members.firstName")}>{user.firstName}</Fact>
        <Fact name={t("members.lastName")}>{user.lastName}</Fact>
        <Fact name={t("members.emailVerified")}>{user.emailVerifiedAt && <Moment at={user.emailVerifiedAt} />}</Fact>
        <Fact name={t("kit.created")}>
          <Moment at={user.created_at} />
        </Fact>
        <Fact name={t("kit.updated")}>
          <Moment at={user.updated_at} />
        </Fact>
      </DescriptionList>
    </Card>
  );
}

/** Where the person belongs, and as what. */
function Memberships({ userId }: { userId: string }) {
  const t = useWords();
  const { date } = useDates();
  const { data, error, refetch } = useQuery(read(members.organizations, { params: { userId } }));
  return (
    <Card title={t("members.hisOrganizations")}>
      {error ? (
        <FailedState error={error} onRetry={refetch} />
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
                  className={`${textLink} text-13`}
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

/** Whether the person may sign in. */
function Account({ user }: { user: User }) {
  const t = useWords();
  const cache = useQueryClient();
  const own = useUser().id === user.id;
  const params = { userId: user.id };
  const change = useMutation({
    ...write(accounts.setActive),
    onSuccess: (answer) => {
      cache.setQueryData(read(accounts.readUser, { params }).queryKey, answer);
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
