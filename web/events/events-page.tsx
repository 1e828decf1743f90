import { Page } from "#web/kit/page.tsx";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs, useOrganizationTabs } from "#web/organizations/organization-tabs.tsx";
import { CreateEventLink, EventsList } from "./events-list.tsx";

export function EventsPage() {
  const t = useWords();
  return (
    <Page
      title={t("events.title")}
      crumbs={useOrganizationCrumbs()}
      tabs={useOrganizationTabs()}
      actions={<CreateEventLink />}
    >
      <EventsList />
    </Page>
  );
}
