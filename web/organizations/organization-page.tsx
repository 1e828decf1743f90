import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type Organization, organizations } from "#contract/organizations.ts";
import { read, write } from "#web/kit/api.ts";
import { Badge } from "#web/kit/badge.tsx";
import { Card } from "#web/kit/card.tsx";
import { DescriptionList, Fact, YesNo } from "#web/kit/description-list.tsx";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { Moment } from "#web/kit/moment.tsx";
import { Page } from "#web/kit/page.tsx";
import { DeleteButton, EditLink } from "#web/kit/record-buttons.tsx";
import { forgetScope, minQuery, useScope, useUser } from "#web/kit/scope.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { countryName, typeLabels } from "./labels.ts";
import { useOrganizationTabs } from "./organization-tabs.tsx";
import { OwnerName } from "./owner.tsx";

export function OrganizationPage() {
  const t = useWords();
  const { organizationId, min } = useScope();
  const { platformAdmin } = useUser();
  const { data, error, refetch } = useQuery(read(organizations.read, { params: { organizationId } }));
  const organization = data?.data;
  return (
    <Page
      title={organization?.name ?? min?.name ?? t("organizations.one")}
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
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={12} aside={false} />
      )}
    </Page>
  );
}

function Actions({ organization: { id: organizationId, name } }: { organization: Organization }) {
  const t = useWords();
  const { can, path } = useScope();
  const { platformAdmin } = useUser();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const remove = useMutation(write(organizations.delete));
  const leave = async () => {
    await remove.mutateAsync({ params: { organizationId } });
    forgetScope();
    void cache.invalidateQueries({ queryKey: [organizations.list.name] });
    // The next page looks there for another organization.
    await cache.invalidateQueries({ queryKey: [organizations.search.name], refetchType: "all" });
    await navigate({ to: platformAdmin ? "/organizations" : "/overview" });
    cache.removeQueries(minQuery(organizationId));
  };
  return (
    <>
      {can(organizations.delete) && (
        <DeleteButton
          label={t("organizations.delete")}
          title={t("organizations.deleteTitle", { name })}
          onConfirm={leave}
        >
          {t("organizations.deleteText")}
        </DeleteButton>
      )}
      {can(organizations.update) && <EditLink to={path("/edit")} />}
    </>
  );
}

function Overview({ organization }: { organization: Organization }) {
  const t = useWords();
  const tag = useLocale();
  return (
    <Card title={t("kit.details")}>
      <DescriptionList>
        <Fact name={t("organizations.id")}>
          <code className="font-sans tnum">{organization.id}</code>
        </Fact>
        <Fact name={t("organizations.name")}>{organization.name}</Fact>
        <Fact name={t("organizations.enabled")}>
          <YesNo value={organization.enabled} />
        </Fact>
        <Fact name={t("organizations.owner")}>
          <OwnerName owner={organization.owner} />
        </Fact>
        <Fact name={t("organizations.country")}>{countryName(organization.countryId, tag)}</Fact>
        <Fact name={t("organizations.type")}>{t(typeLabels[organization.type])}</Fact>
        <Fact name={t("organizations.email")}>{organization.email}</Fact>
        <Fact name={t("organizations.phone")}>
          {organization.phone && <span className="tnum">{organization.phone}</span>}
        </Fact>
        <Fact name={t("organizations.vatNumber")}>{organization.vatNumber}</Fact>
        <Fact name={t("organizations.identificationNumber")}>{organization.identificationNumber}</Fact>
        <Fact name={t("kit.created")}>
          <Moment at={organization.created_at} />
        </Fact>
        <Fact name={t("kit.updated")}>
          <Moment at={organization.updated_at} />
        </Fact>
      </DescriptionList>
    </Card>
  );
}
