/** A new field, and one to change. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { facilities } from "#contract/facilities.ts";
import { type Field, fields } from "#contract/fields.ts";
import { hours } from "#contract/hours.ts";
import { type Organization, organizations } from "#contract/organizations.ts";
import { prices } from "#contract/prices.ts";
import { read, write } from "#web/kit/api.ts";
import { sendAfterSave } from "#web/files/after-save.tsx";
import { useCurrent } from "#web/kit/current.ts";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { changedFrom } from "#web/kit/form-values.ts";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { type FieldFormDraft, filledWith } from "./field-draft.ts";
import { FieldForm } from "./field-form.tsx";

/** Where a field, the sports of its facility, and what is linked with it show. */
const shown = [
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

/** What follows when a field is saved: its photo is sent, lists are asked for again, and its page opens. */
export function useFieldSaved() {
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  return async (field: Field, photos: readonly File[]) => {
    const ask = { params: { organizationId, fieldId: field.id } };
    const sent = await sendAfterSave(field.organization.id, { type: "field", fieldId: field.id }, photos);
    cache.setQueryData(read(fields.read, ask).queryKey, { data: field });
    for (const { name } of shown) void cache.invalidateQueries({ queryKey: [name] });
    await navigate({ to: path(`/fields/${field.id}`), ...sent });
  };
}

export function FieldCreatePage() {
  const t = useWords();
  const { organizationId, isPlatform, can, path } = useScope();
  const facilityId = useSearch({ strict: false, select: (search: { facilityId?: string }) => search.facilityId ?? "" });
  const facility = useQuery({
    ...read(facilities.read, { params: { organizationId, facilityId } }),
    enabled: facilityId !== "",
  });
  const organization = useQuery({
    ...read(organizations.read, { params: { organizationId } }),
    enabled: !isPlatform && can(organizations.read),
  });
  const create = useMutation(write(fields.create));
  const saved = useFieldSaved();
  return (
    <Page
      title={t("fields.create")}
      crumbs={[
        <Link key="list" to={path("/fields")}>
          {t("fields.title")}
        </Link>,
      ]}
    >
      {facility.isLoading || organization.isLoading ? (
        <DetailSkeleton rows={8} aside={false} />
      ) : (
        <FieldForm
          askOrganization={isPlatform}
          facility={facility.data?.data}
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
  const t = useWords();
  const { organizationId, path } = useScope();
  const params = { organizationId, fieldId: useParam("fieldId") };
  const { data, error, refetch } = useCurrent(read(fields.read, { params }));
  const field = data?.data;
  const owner = useQuery({
    ...read(organizations.read, { params: { organizationId: field?.organization.id ?? "" } }),
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
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={12} aside={false} />
      )}
    </Page>
  );
}

/** Only what is changed since it was opened is sent: what others changed meanwhile stays. */
function EditForm({ field, organization }: { field: Field; organization: Organization | undefined }) {
  const [before] = useState(field);
  const update = useMutation(write(fields.update));
  const saved = useFieldSaved();
  const save = async ({ photos, ...draft }: FieldFormDraft) => {
    const params = { organizationId: before.organization.id, fieldId: before.id };
    const cancellationDeadline = draft.cancellationDeadline ?? organization?.cancellationDeadline;
    const body = changedFrom(filledWith(before), { ...draft, cancellationDeadline });
    const isChanged = Object.keys(body).length > 0;
    await saved(isChanged ? (await update.mutateAsync({ params, body })).data : field, photos);
  };
  return <FieldForm field={before} organization={organization} onSave={save} />;
}
