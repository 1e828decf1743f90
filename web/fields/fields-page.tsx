import { Page } from "#web/kit/page.tsx";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs, useOrganizationTabs } from "#web/organizations/organization-tabs.tsx";
import { CreateFieldLink, FieldsList } from "./fields-list.tsx";

export function FieldsPage() {
  const t = useWords();
  return (
    <Page
      title={t("fields.title")}
      crumbs={useOrganizationCrumbs()}
      tabs={useOrganizationTabs()}
      actions={<CreateFieldLink />}
    >
      <FieldsList />
    </Page>
  );
}
