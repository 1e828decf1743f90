import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { facilities } from "#contract/facilities.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { toFacilityBody } from "./facility-draft.ts";
import { useAfterFacilitySave } from "./facility-edit-page.tsx";
import { FacilityForm } from "./facility-form.tsx";

export function FacilityCreatePage() {
  const t = useTranslation();
  const { organizationId, isPlatform, path } = useScope();
  const create = useMutation(endpointMutation(facilities.create));
  const saved = useAfterFacilitySave();
  return (
    <Page
      title={t("facilities.create")}
      crumbs={[
        <Link key="list" to={path("/facilities")}>
          {t("facilities.title")}
        </Link>,
      ]}
    >
      <FacilityForm
        askOrganization={isPlatform}
        onSave={async ({ photos, ...draft }) => {
          const params = { organizationId: isPlatform ? (draft.organizationId ?? "") : organizationId };
          const { data } = await create.mutateAsync({ params, body: toFacilityBody(draft) });
          await saved(data, photos);
        }}
      />
    </Page>
  );
}
