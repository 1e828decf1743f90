/** The copy of one's own data: made by a job, whose progress is shown here whenever the page is opened. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { personalData } from "#contract/personal-data-endpoints.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ExportSection } from "./export-section.tsx";
import { pollWhileInProgress } from "./export-state.tsx";

export function DataExportSection() {
  const t = useTranslation();
  const cache = useQueryClient();
  const made = useQuery({
    ...endpointQuery(personalData.readExport, undefined),
    staleTime: 0,
    refetchInterval: ({ state }) => pollWhileInProgress(state.data?.data),
  });
  const start = useMutation({
    ...endpointMutation(personalData.requestExport),
    onSettled: () => cache.invalidateQueries({ queryKey: [personalData.readExport.name] }),
  });
  return (
    <ExportSection
      title={t("personal-data.exportTitle")}
      hint={t("personal-data.exportHint")}
      query={made}
      isStarting={start.isPending}
      onStart={() => start.mutate({})}
      download={({ id }) =>
        download(personalData.downloadExport, { params: { exportId: id } }, `${t("personal-data.fileName")}.zip`)
      }
    />
  );
}
