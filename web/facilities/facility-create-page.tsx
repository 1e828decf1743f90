import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { facilities } from "#contract/facilities.ts";
import { write } from "#web/kit/api.ts";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { bodyOf } from "./facility-draft.ts";
import { useFacilitySaved } from "./facility-edit-page.tsx";
import { FacilityForm } from "./facility-form.tsx";

export function FacilityCreatePage() {
  const t = useWords();
  const { organizationId, isPlatform, path } = useScope();
  const create = useMutation(write(facilities.create));
  const saved = useFacilitySaved();
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
          const { data } = await create.mutateAsync({ params, body: bodyOf(draft) });
          await saved(data, photos);
        }}
      />
    </Page>
  );
}
