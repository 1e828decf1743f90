import { Link, useNavigate } from "@tanstack/react-router";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { organizations } from "#contract/organizations.ts";
import { write } from "#web/kit/api.ts";
import { Page } from "#web/kit/page.tsx";
import { useWords } from "#web/kit/words.ts";
import { OrganizationForm } from "./organization-form.tsx";

export function OrganizationCreatePage() {
  const t = useWords();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const create = useMutation({
    ...write(organizations.create),
    onSuccess: async ({ data }) => {
      for (const { name } of [organizations.list, organizations.search])
        void cache.invalidateQueries({ queryKey: [name] });
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
