import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type Organization } from "#contract/organization-shape.ts";
import { organizations } from "#contract/organizations.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionList, DescriptionItem, YesNo } from "#web/kit/ui/description-list.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { DeleteButton, EditLink } from "#web/kit/ui/record-buttons.tsx";
import { forgetScope, membershipQuery, useScope, useUser } from "#web/kit/data/scope.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { countryName } from "./countries.ts";
import { typeLabels } from "./labels.ts";
import { taxNumberLabel } from "./tax-number-label.ts";
import { useOrganizationTabs } from "./organization-tabs.tsx";
import { OwnerName } from "./organization-owner.tsx";
import { UpcomingEventsHelp } from "./upcoming-events-help.tsx";

export function OrganizationPage() {
  const t = useTranslation();
  const { organizationId, membership } = useScope();
  const { platformAdmin } = useUser();
  const { data, error, refetch } = useQuery(endpointQuery(organizations.read, { params: { organizationId } }));
  const organization = data?.data;
  return (
    <Page
      title={organization?.name ?? membership?.name ?? t("organizations.one")}
      crumbs={
        platformAdmin
          ? [
              <Link key="list" to="/organizations">
                {t("organizations.title")}
              </Link>,
            ]
          : [t("organizations.one")]
      }
      meta={organization && <Badge tone="outline">{t(typeLabels[organization.type])}</Badge>}
      actions={organization && <Actions organization={organization} />}
      tabs={useOrganizationTabs()}
    >
      {organization ? (
        <Overview organization={organization} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={12} aside={false} />
      )}
    </Page>
  );
}

function Actions({ organization: { id: organizationId, name } }: { organization: Organization }) {
  const t = useTranslation();
  const { can, path } = useScope();
  const { platformAdmin } = useUser();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const remove = useMutation(endpointMutation(organizations.delete));
  const leave = async () => {
    await remove.mutateAsync({ params: { organizationId } });
    forgetScope();
    void cache.invalidateQueries({ queryKey: [organizations.list.name] });
    // The next page picks another organization from this list.
    await cache.invalidateQueries({ queryKey: [organizations.search.name], refetchType: "all" });
    await navigate({ to: platformAdmin ? "/organizations" : "/overview" });
    cache.removeQueries(membershipQuery(organizationId));
  };
  return (
    <>
      {can(organizations.delete) && (
        <DeleteButton
          label={t("organizations.delete")}
          title={t("organizations.deleteTitle", { name })}
          onConfirm={leave}
          conflictHelp={(close) => <UpcomingEventsHelp eventsPath={path("/events")} onNavigate={close} />}
        >
          {t("organizations.deleteText")}
        </DeleteButton>
      )}
      {can(organizations.update) && <EditLink to={path("/edit")} />}
    </>
  );
}

function Overview({ organization }: { organization: Organization }) {
  const t = useTranslation();
  const tag = useLocale();
  return (
    <Card title={t("kit.details")}>
      <DescriptionList>
        <DescriptionItem name={t("organizations.id")}>
          <code className="font-sans tnum">{organization.id}</code>
        </DescriptionItem>
        <DescriptionItem name={t("organizations.name")}>{organization.name}</DescriptionItem>
        <DescriptionItem name={t("organizations.enabled")}>
          <YesNo value={organization.enabled} />
        </DescriptionItem>
        <DescriptionItem name={t("organizations.owner")}>
          <OwnerName owner={organization.owner} />
        </DescriptionItem>
        <DescriptionItem name={t("organizations.country")}>{countryName(organization.countryId, tag)}</DescriptionItem>
        <DescriptionItem name={t("organizations.type")}>{t(typeLabels[organization.type])}</DescriptionItem>
        <DescriptionItem name={t("organizations.email")}>{organization.email}</DescriptionItem>
        <DescriptionItem name={t("organizations.phone")}>
          {organization.phone && <span className="tnum">{organization.phone}</span>}
        </DescriptionItem>
        <DescriptionItem name={t(taxNumberLabel(organization.countryId))}>{organization.vatNumber}</DescriptionItem>
        <DescriptionItem name={t("organizations.identificationNumber")}>
          {organization.identificationNumber}
        </DescriptionItem>
        <DescriptionItem name={t("kit.created")}>
          <DateTime at={organization.created_at} />
        </DescriptionItem>
        <DescriptionItem name={t("kit.updated")}>
          <DateTime at={organization.updated_at} />
        </DescriptionItem>
      </DescriptionList>
    </Card>
  );
}
