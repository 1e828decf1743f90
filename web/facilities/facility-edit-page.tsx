import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { facilities } from "#contract/facilities.ts";
import { type Facility } from "#contract/facility-shape.ts";
import { fields } from "#contract/fields.ts";
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
import { toFacilityBody, facilityForm, type FacilityFormDraft } from "./facility-draft.ts";
import { FacilityForm } from "./facility-form.tsx";

const affectedEndpoints = [
  facilities.list,
  facilities.search,
  facilities.read,
  fields.byFacility,
  fields.list,
  fields.read,
];

export function useAfterFacilitySave() {
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  return async (facility: Facility, photos: readonly File[]) => {
    const { id } = facility;
    const request = { params: { organizationId, facilityId: id } };
    const sent = await uploadPhotoAfterSave(
      facility.organization.id,
      { type: "facility", facilityId: facility.id },
      photos,
    );
    cache.setQueryData(endpointQuery(facilities.read, request).queryKey, { data: facility });
    for (const { name } of affectedEndpoints) void cache.invalidateQueries({ queryKey: [name] });
    await navigate({ to: path(`/facilities/${id}`), ...sent });
  };
}

export function FacilityEditPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, facilityId: useRouteParam("facilityId") };
  const { data, error, refetch } = useFreshQuery(endpointQuery(facilities.read, { params }));
  const facility = data?.data;
  return (
    <Page
      title={t("facilities.edit")}
      crumbs={[
        <Link key="list" to={path("/facilities")}>
          {t("facilities.title")}
        </Link>,
        ...(facility
          ? [
              <Link key="facility" to={path(`/facilities/${facility.id}`)}>
                {facility.name}
              </Link>,
            ]
          : []),
      ]}
    >
      {facility ? (
        <EditForm key={facility.id} facility={facility} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={10} aside={false} />
      )}
    </Page>
  );
}

/** Send only the members changed in this form, so that other people's changes meanwhile stay. */
function EditForm({ facility }: { facility: Facility }) {
  const [before] = useState(facility);
  const update = useMutation(endpointMutation(facilities.update));
  const saved = useAfterFacilitySave();
  const save = async ({ photos, ...draft }: FacilityFormDraft) => {
    const params = { organizationId: before.organization.id, facilityId: before.id };
    const body = diffFacility(before, draft);
    const isChanged = Object.keys(body).length > 0;
    await saved(isChanged ? (await update.mutateAsync({ params, body })).data : facility, photos);
  };
  return <FacilityForm facility={before} onSave={save} />;
}

/** `placeId` and `address` are sent together. */
function diffFacility(before: Facility, draft: Omit<FacilityFormDraft, "photos">) {
  const after = toFacilityBody(draft);
  const changed = pickChanges(toFacilityBody(facilityForm.filledWith(before)), after);
  const moved = "placeId" in changed || "address" in changed;
  return moved && "placeId" in after ? { ...changed, placeId: after.placeId, address: after.address } : changed;
}
