import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { facilities, type Facility } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
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
import { bodyOf, type FacilityFormDraft, filledWith } from "./facility-draft.ts";
import { FacilityForm } from "./facility-form.tsx";

/** Where a facility's name, address or clock shows. */
const shown = [facilities.list, facilities.search, facilities.read, fields.byFacility, fields.list, fields.read];

/** What follows when a facility is saved: its photo is sent, lists are asked for again, and its page opens. */
export function useFacilitySaved() {
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  return async (facility: Facility, photos: readonly File[]) => {
    const { id } = facility;
    const ask = { params: { organizationId, facilityId: id } };
    const sent = await sendAfterSave(facility.organization.id, { type: "facility", facilityId: facility.id }, photos);
    cache.setQueryData(read(facilities.read, ask).queryKey, { data: facility });
    for (const { name } of shown) void cache.invalidateQueries({ queryKey: [name] });
    await navigate({ to: path(`/facilities/${id}`), ...sent });
  };
}

export function FacilityEditPage() {
  const t = useWords();
  const { organizationId, path } = useScope();
  const params = { organizationId, facilityId: useParam("facilityId") };
  const { data, error, refetch } = useCurrent(read(facilities.read, { params }));
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
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={10} aside={false} />
      )}
    </Page>
  );
}

/** Only what is changed since it was opened is sent: what others changed meanwhile stays. */
function EditForm({ facility }: { facility: Facility }) {
  const [before] = useState(facility);
  const update = useMutation(write(facilities.update));
  const saved = useFacilitySaved();
  const save = async ({ photos, ...draft }: FacilityFormDraft) => {
    const params = { organizationId: before.organization.id, facilityId: before.id };
    const body = changesOf(before, draft);
    const isChanged = Object.keys(body).length > 0;
    await saved(isChanged ? (await update.mutateAsync({ params, body })).data : facility, photos);
  };
  return <FacilityForm facility={before} onSave={save} />;
}

/** The two parts of an address go together. */
function changesOf(before: Facility, draft: Omit<FacilityFormDraft, "photos">) {
  const after = bodyOf(draft);
  const { photos: _photos, ...filled } = filledWith(before);
  const changed = changedFrom(bodyOf(filled), after);
  const moved = "placeId" in changed || "address" in changed;
  return moved && "placeId" in after ? { ...changed, placeId: after.placeId, address: after.address } : changed;
}
