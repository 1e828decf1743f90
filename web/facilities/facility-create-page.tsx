import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { facilities } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
import { write } from "#web/kit/api.ts";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { FacilityForm } from "./facility-form.tsx";

export function FacilityCreatePage() {
  const t = useWords();
  const { organizationId, isPlatform, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const create = useMutation({
    ...write(facilities.create),
    onSuccess: async ({ data }) => {
      for (const { name } of [facilities.list, facilities.search, fields.byFacility])
        void cache.invalidateQueries({ queryKey: [name] });
      await navigate({ to: path(`/facilities/${data.id}`) });
    },
  });
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
        onSave={(body) =>
          create.mutateAsync({
            params: { organizationId: isPlatform ? (body.organizationId ?? "") : organizationId },
            body,
          })
        }
      />
    </Page>
  );
}
