/** The copy of everything of an organization, with which it moves to another server. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { personalData } from "#contract/personal-data-endpoints.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { ExportState, pollWhileInProgress } from "./export-state.tsx";

export function OrganizationCopyPage() {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId, path } = useScope();
  const params = { organizationId };
  const { data, error, refetch } = useQuery({
    ...endpointQuery(personalData.readOrganizationExport, { params }),
    staleTime: 0,
    refetchInterval: ({ state }) => pollWhileInProgress(state.data?.data),
  });
  const start = useMutation({
    ...endpointMutation(personalData.requestOrganizationExport),
    onSettled: () => cache.invalidateQueries({ queryKey: [personalData.readOrganizationExport.name] }),
  });
  const crumbs = [
    ...(useOrganizationCrumbs() ?? []),
    <Link key="settings" to={path("/settings")}>
      {t("organizations.settings")}
    </Link>,
  ];
  return (
    <Page title={t("personal-data.moving")} crumbs={crumbs}>
      <FormSection title={t("personal-data.copyTitle")} hint={t("personal-data.copyHint")}>
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : !data ? (
          <Skeleton className="h-28 w-full" />
        ) : (
          <Card padded>
            <div className="grid gap-4" role="status">
              <ExportState
                made={data.data}
                title={t("personal-data.copyTitle")}
                isStarting={start.isPending}
                onStart={() => start.mutate({ params })}
                download={({ id }) =>
                  download(
                    personalData.downloadOrganizationExport,
                    { params: { organizationId, organizationExportId: id } },
                    `${t("personal-data.organizationFile")}.zip`,
                  )
                }
              />
            </div>
            <div className="mt-4 grid max-w-prose gap-2 border-t border-line pt-4 text-13 text-ink-2">
              <p>{t("personal-data.copyPrivate")}</p>
              <p>{t("personal-data.copyAfter")}</p>
            </div>
          </Card>
        )}
      </FormSection>
    </Page>
  );
}
