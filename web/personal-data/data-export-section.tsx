/** The copy of one's own data: made by a job, whose progress is shown here whenever the page is opened. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { personalData } from "#contract/personal-data-endpoints.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { ExportState, pollWhileInProgress } from "./export-state.tsx";

export function DataExportSection() {
  const t = useTranslation();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...endpointQuery(personalData.readExport, undefined),
    staleTime: 0,
    refetchInterval: ({ state }) => pollWhileInProgress(state.data?.data),
  });
  const start = useMutation({
    ...endpointMutation(personalData.requestExport),
    onSettled: () => cache.invalidateQueries({ queryKey: [personalData.readExport.name] }),
  });
  return (
    <FormSection title={t("personal-data.exportTitle")} hint={t("personal-data.exportHint")}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-28 w-full" />
      ) : (
        <Card padded>
          <div className="grid gap-4" role="status">
            <ExportState
              made={data.data}
              title={t("personal-data.exportTitle")}
              isStarting={start.isPending}
              onStart={() => start.mutate({})}
              download={({ id }) =>
                download(
                  personalData.downloadExport,
                  { params: { exportId: id } },
                  `${t("personal-data.fileName")}.zip`,
                )
              }
            />
          </div>
        </Card>
      )}
    </FormSection>
  );
}
