import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Building2, ChevronRight } from "lucide-react";
import { lazy, Suspense } from "react";
import { type Organization } from "#contract/organization-shape.ts";
import { organizations } from "#contract/organizations.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { scopePath, useScope, useUser } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { typeLabels } from "#web/organizations/labels.ts";

const OwnJoinRequests = lazy(async () => ({
  default: (await import("#web/joining/own-requests.tsx")).OwnJoinRequests,
}));

const MAX_ORGANIZATIONS = 6;
const organizationRowClass = "relative flex min-h-14 items-center gap-3 px-4 py-2.5";

const organizationsQuery = () => endpointQuery(organizations.list, { query: { per_page: MAX_ORGANIZATIONS } });

/** With the requests to join of who is in none yet. */
export function MyOrganizations() {
  const { platformAdmin } = useUser();
  const { data } = useQuery(organizationsQuery());
  return (
    <>
      <OrganizationsCard />
      {!platformAdmin && data?.data.length === 0 && (
        <Suspense>
          <OwnJoinRequests />
        </Suspense>
      )}
    </>
  );
}

function OrganizationsCard() {
  const t = useTranslation();
  const { platformAdmin } = useUser();
  const { data, error, refetch } = useQuery(organizationsQuery());
  return (
    <Card
      title={t(platformAdmin ? "overview.organizations" : "overview.myOrganizations")}
      action={
        platformAdmin && (
          <Link to="/organizations" className={`${textLinkClass} text-13`}>
            {t("overview.seeAll")}
          </Link>
        )
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data?.data.length === 0 ? (
        <EmptyState
          icon={Building2}
          title={t("organizations.none")}
          action={
            platformAdmin && (
              <Link to="/organizations/set-up" className={buttonClass("primary")}>
                {t("setup.title")}
              </Link>
            )
          }
        >
          {!platformAdmin && t("organizations.noneYet")}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line" aria-busy={!data}>
          {data ? data.data.map((one) => <OrganizationRow key={one.id} organization={one} />) : <PendingRow />}
        </ul>
      )}
    </Card>
  );
}

function OrganizationRow({ organization: { id, name, type } }: { organization: Organization }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  return (
    <li className={`${organizationRowClass} transition-colors hover:bg-hover`}>
      <span className="grid size-8 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-ink-3">
        <Building2 className="size-4" aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <Link
          to={scopePath(id, "/overview")}
          className="block truncate text-13 font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          {name}
        </Link>
        <span className="block truncate text-xs text-ink-3">{t(typeLabels[type])}</span>
      </span>
      {id === organizationId ? (
        <Badge tone="outline">{t("overview.current")}</Badge>
      ) : (
        <ChevronRight className="size-4 shrink-0 text-ink-3" aria-hidden />
      )}
    </li>
  );
}

const PendingRow = () => (
  <li className={organizationRowClass}>
    <Skeleton className="size-8 rounded-lg" />
    <span className="grid gap-2">
      <Skeleton className="h-3.5 w-32" />
      <Skeleton className="h-3 w-16" />
    </span>
  </li>
);
