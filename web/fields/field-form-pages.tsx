import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { facilities } from "#contract/facilities.ts";
import { type Field, fields } from "#contract/fields.ts";
import { hours } from "#contract/hours.ts";
import { type Organization } from "#contract/organization-shape.ts";
import { organizations } from "#contract/organizations.ts";
import { prices } from "#contract/prices.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { uploadPhotoAfterSave } from "#web/files/photo-after-save.tsx";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { pickChanges } from "#web/kit/form/form-values.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { fieldForm, type FieldFormDraft } from "./field-draft.ts";
import { FieldForm } from "./field-form.tsx";
import { proposeSale } from "./proposed-patterns.ts";

const affectedEndpoints = [
  fields.list,
  fields.search,
  fields.read,
  fields.byFacility,
  facilities.list,
  facilities.read,
  hours.list,
  hours.read,
  prices.list,
  prices.read,
];

export function useAfterFieldSave() {
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  return async (field: Field, photos: readonly File[]) => {
    const request = { params: { organizationId, fieldId: field.id } };
    const sent = await uploadPhotoAfterSave(field.organization.id, { type: "field", fieldId: field.id }, photos);
    cache.setQueryData(endpointQuery(fields.read, request).queryKey, { data: field });
    for (const { name } of affectedEndpoints) void cache.invalidateQueries({ queryKey: [name] });
    await navigate({ to: path(`/fields/${field.id}`), ...sent });
  };
}

/** The facility that was asked for, else the only one. */
function useFacilityOfNewField(facilityId: string) {
  const { organizationId, isPlatform, can } = useScope();
  const list = useQuery({
    ...endpointQuery(facilities.list, { params: { organizationId }, query: { per_page: 2 } }),
    enabled: facilityId === "" && !isPlatform && can(facilities.list),
  });
  const only = list.data?.data.length === 1 ? list.data.data[0] : undefined;
  const asked = useQuery({
    ...endpointQuery(facilities.read, { params: { organizationId, facilityId } }),
    enabled: facilityId !== "",
  });
  return { facility: asked.data?.data ?? only, isLoading: list.isLoading || asked.isLoading };
}

function useSaleProposals() {
  const { organizationId, isPlatform, can } = useScope();
  const request = { params: { organizationId }, query: { per_page: 100 } };
  const enabled = !isPlatform && can("patterns.manage");
  const openingHours = useQuery({ ...endpointQuery(hours.list, request), enabled });
  const grids = useQuery({ ...endpointQuery(prices.list, request), enabled });
  const patterns = { openingHours: openingHours.data?.data ?? [], prices: grids.data?.data ?? [] };
  return {
    isLoading: openingHours.isLoading || grids.isLoading,
    ...(enabled && { propose: (facilityId: string) => proposeSale(patterns, facilityId) }),
  };
}

export function FieldCreatePage() {
  const t = useTranslation();
  const { organizationId, isPlatform, can, path } = useScope();
  const facilityId = useSearch({ strict: false, select: (search: { facilityId?: string }) => search.facilityId ?? "" });
  const { facility, isLoading } = useFacilityOfNewField(facilityId);
  const { isLoading: arePatternsLoading, ...proposals } = useSaleProposals();
  const organization = useQuery({
    ...endpointQuery(organizations.read, { params: { organizationId } }),
    enabled: !isPlatform && can(organizations.read),
  });
  const create = useMutation(endpointMutation(fields.create));
  const saved = useAfterFieldSave();
  return (
    <Page
      title={t("fields.create")}
      crumbs={[
        <Link key="list" to={path("/fields")}>
          {t("fields.title")}
        </Link>,
      ]}
    >
      {isLoading || arePatternsLoading || organization.isLoading ? (
        <DetailSkeleton rows={8} aside={false} />
      ) : (
        <FieldForm
          askOrganization={isPlatform}
          facility={facility}
          {...proposals}
          organization={organization.data?.data}
          onSave={async ({ photos, ...body }) => {
            const params = { organizationId: isPlatform ? (body.organizationId ?? "") : organizationId };
            const { data } = await create.mutateAsync({ params, body });
            await saved(data, photos);
          }}
        />
      )}
    </Page>
  );
}

export function FieldEditPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, fieldId: useRouteParam("fieldId") };
  const { data, error, refetch } = useFreshQuery(endpointQuery(fields.read, { params }));
  const field = data?.data;
  const owner = useQuery({
    ...endpointQuery(organizations.read, { params: { organizationId: field?.organization.id ?? "" } }),
    enabled: field !== undefined,
  });
  return (
    <Page
      title={t("fields.edit")}
      crumbs={[
        <Link key="list" to={path("/fields")}>
          {t("fields.title")}
        </Link>,
        ...(field
          ? [
              <Link key="field" to={path(`/fields/${field.id}`)}>
                {field.name}
              </Link>,
            ]
          : []),
      ]}
    >
      {field && !owner.isLoading ? (
        <EditForm key={field.id} field={field} organization={owner.data?.data} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={12} aside={false} />
      )}
    </Page>
  );
}

/** Send only the members changed in this form, so that other people's changes meanwhile stay. */
function EditForm({ field, organization }: { field: Field; organization: Organization | undefined }) {
  const [before] = useState(field);
  const update = useMutation(endpointMutation(fields.update));
  const saved = useAfterFieldSave();
  const save = async ({ photos, ...draft }: FieldFormDraft) => {
    const params = { organizationId: before.organization.id, fieldId: before.id };
    const body = pickChanges(fieldForm.filledWith(before), draft);
    const isChanged = Object.keys(body).length > 0;
    await saved(isChanged ? (await update.mutateAsync({ params, body })).data : field, photos);
  };
  return <FieldForm field={before} organization={organization} onSave={save} />;
}
