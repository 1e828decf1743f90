import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { members } from "#contract/members.ts";
import { type Organization } from "#contract/organization-shape.ts";
import { organizations } from "#contract/organizations.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { pickChanges } from "#web/kit/form/form-values.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { OrganizationForm } from "./organization-form.tsx";
import { useOrganizationCrumbs } from "./organization-tabs.tsx";

const affectedEndpoints = [organizations.list, organizations.search, members.min];

/** Sends only changed members, so that other people's changes meanwhile stay. */
export function useUpdateOrganization() {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId };
  const { mutateAsync } = useMutation({
    ...endpointMutation(organizations.update),
    onSuccess: (answer) => {
      cache.setQueryData(endpointQuery(organizations.read, { params }).queryKey, answer);
      for (const { name } of affectedEndpoints) void cache.invalidateQueries({ queryKey: [name] });
    },
  });
  return async (before: Organization, after: NonNullable<Parameters<typeof mutateAsync>[0]["body"]>) => {
    const body = pickChanges(before, after);
    if (Object.keys(body).length > 0) await mutateAsync({ params, body });
  };
}

export function OrganizationCreatePage() {
  const t = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const create = useMutation({
    ...endpointMutation(organizations.create),
    onSuccess: async ({ data }) => {
      for (const { name } of [organizations.list, organizations.search])
        void cache.invalidateQueries({ queryKey: [name] });
      cache.setQueryData(endpointQuery(organizations.read, { params: { organizationId: data.id } }).queryKey, { data });
      await navigate({ to: `/organizations/${data.id}/overview` });
    },
  });
  return (
    <Page
      title={t("organizations.create")}
      crumbs={[
        <Link key="list" to="/organizations">
          {t("organizations.title")}
        </Link>,
      ]}
    >
      <OrganizationForm onSave={(body) => create.mutateAsync({ body })} />
    </Page>
  );
}

export function OrganizationEditPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const change = useUpdateOrganization();
  const { data, error, refetch } = useFreshQuery(endpointQuery(organizations.read, { params: { organizationId } }));
  return (
    <Page title={t("organizations.edit")} crumbs={useOrganizationCrumbs() ?? []}>
      {data ? (
        <OrganizationForm
          organization={data.data}
          onSave={async ({ addOwner: _add, emailOwner: _email, timezone: _zone, currency: _currency, ...details }) => {
            await change(data.data, details);
            await navigate({ to: path("/overview") });
          }}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} aside={false} />
      )}
    </Page>
  );
}
