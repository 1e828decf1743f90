import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { members } from "#contract/members.ts";
import { type Organization, organizations } from "#contract/organizations.ts";
import { read, write } from "#web/kit/api.ts";
import { useCurrent } from "#web/kit/current.ts";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { changedFrom } from "#web/kit/form-values.ts";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { OrganizationForm } from "./organization-form.tsx";
import { useOrganizationCrumbs } from "./organization-tabs.tsx";

/** What one sees change with an organization: itself, its lists, and its name in the shell. */
const changed = [organizations.list, organizations.search, members.min];

/** Changes the organization of the scope, and shows what it now is. Only what is changed is sent: what others changed meanwhile stays. */
export function useOrganizationChange() {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId };
  const { mutateAsync } = useMutation({
    ...write(organizations.update),
    onSuccess: (answer) => {
      cache.setQueryData(read(organizations.read, { params }).queryKey, answer);
      for (const { name } of changed) void cache.invalidateQueries({ queryKey: [name] });
    },
  });
  return async (before: Organization, after: NonNullable<Parameters<typeof mutateAsync>[0]["body"]>) => {
    const body = changedFrom(before, after);
    if (Object.keys(body).length > 0) await mutateAsync({ params, body });
  };
}

export function OrganizationCreatePage() {
  const t = useWords();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const create = useMutation({
    ...write(organizations.create),
    onSuccess: async ({ data }) => {
      for (const { name } of [organizations.list, organizations.search])
        void cache.invalidateQueries({ queryKey: [name] });
      cache.setQueryData(read(organizations.read, { params: { organizationId: data.id } }).queryKey, { data });
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
  const t = useWords();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const change = useOrganizationChange();
  const { data, error, refetch } = useCurrent(read(organizations.read, { params: { organizationId } }));
  return (
    <Page title={t("organizations.edit")} crumbs={useOrganizationCrumbs() ?? []}>
      {data ? (
        <OrganizationForm
          organization={data.data}
          onSave={async ({ addOwner: _addOwner, emailOwner: _emailOwner, ...details }) => {
            await change(data.data, details);
            await navigate({ to: path("/overview") });
          }}
        />
      ) : error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} aside={false} />
      )}
    </Page>
  );
}
