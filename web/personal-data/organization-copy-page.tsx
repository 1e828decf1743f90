/** The copy of everything of an organization, with which it moves to another server. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { personalData } from "#contract/personal-data-endpoints.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";
import { ExportSection } from "./export-section.tsx";
import { pollWhileInProgress } from "./export-state.tsx";

export function OrganizationCopyPage() {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const params = { organizationId };
  const made = useQuery({
    ...endpointQuery(personalData.readOrganizationExport, { params }),
    staleTime: 0,
    refetchInterval: ({ state }) => pollWhileInProgress(state.data?.data),
  });
  const start = useMutation({
    ...endpointMutation(personalData.requestOrganizationExport),
    onSettled: () => cache.invalidateQueries({ queryKey: [personalData.readOrganizationExport.name] }),
  });
  return (
    <Page title={t("personal-data.moving")} crumbs={useSettingsCrumbs()}>
      <ExportSection
        title={t("personal-data.copyTitle")}
        hint={t("personal-data.copyHint")}
        query={made}
        isStarting={start.isPending}
        onStart={() => start.mutate({ params })}
        download={({ id }) =>
          download(
            personalData.downloadOrganizationExport,
            { params: { organizationId, organizationExportId: id } },
            `${t("personal-data.organizationFile")}.zip`,
          )
        }
      >
        <div className="mt-4 grid max-w-prose gap-2 border-t border-line pt-4 text-13 text-ink-2">
          <p>{t("personal-data.copyPrivate")}</p>
          <p>{t("personal-data.copyAfter")}</p>
        </div>
      </ExportSection>
    </Page>
  );
}
