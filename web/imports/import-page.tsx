/** Import of facilities and fields in four steps: file, columns, check, import. The server keeps the progress. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { facilities } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
import { imports } from "#contract/imports.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { ChooseFileStep } from "./choose-file-step.tsx";
import { ImportDraftSteps } from "./import-draft-steps.tsx";
import { EarlierImports } from "./earlier-imports.tsx";
import { isInProgress } from "./labels.ts";
import { ImportResult } from "./import-result.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportSkeleton } from "./import-skeleton.tsx";
import { ImportSummary } from "./import-summary.tsx";
import { ImportTabs } from "./import-tabs.tsx";

export function ImportPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const importId = useSearch({ strict: false, select: (search: { importId?: string }) => search.importId });
  // Somebody may have started an import elsewhere, or returned without its address.
  const latest = useQuery({
    ...endpointQuery(imports.list, { params: { organizationId }, query: { page: 1 } }, { quiet: true }),
    staleTime: 0,
  });
  const running = latest.data?.data.find(({ state }) => isInProgress(state))?.id;
  const isElsewhere = importId === undefined && running !== undefined;
  useEffect(() => {
    // With its id in the address, the import stays visible after its end.
    if (isElsewhere) void navigate({ to: ".", search: { importId: running } as never, replace: true });
  }, [isElsewhere, running, navigate]);
  return (
    <Page
      title={t("imports.title")}
      crumbs={[
        ...(useOrganizationCrumbs() ?? []),
        <Link key="list" to={path("/facilities")}>
          {t("facilities.title")}
        </Link>,
      ]}
      tabs={<ImportTabs />}
    >
      {importId !== undefined ? (
        <CurrentImport key={importId} importId={importId} />
      ) : latest.isPending || isElsewhere ? (
        <ImportSkeleton />
      ) : (
        <>
          <ChooseFileStep />
          <EarlierImports list={imports.list} to={path("/import")} />
        </>
      )}
    </Page>
  );
}

function CurrentImport({ importId }: { importId: string }) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...endpointQuery(imports.read, { params: { organizationId, importId } }, { quiet: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isInProgress(state.data?.data.state) ? 1000 : false),
  });
  const cancel = useMutation({
    ...endpointMutation(imports.cancel),
    onSuccess: () => cache.invalidateQueries({ queryKey: [imports.read.name] }),
  });
  const current = data?.data;
  const isOver = current !== undefined && current.state !== "draft" && !isInProgress(current.state);
  useEffect(() => {
    if (!isOver) return;
    const changed = [imports.list, facilities.list, facilities.search, facilities.read, fields.list, fields.search];
    for (const { name } of [...changed, fields.read, fields.byFacility])
      void cache.invalidateQueries({ queryKey: [name] });
  }, [isOver, cache]);
  if (!current) return error ? <ErrorState error={error} onRetry={refetch} /> : <ImportSkeleton />;
  if (current.state === "draft") return <ImportDraftSteps draft={current} />;
  if (isOver) return <ImportResult ended={current} />;
  return (
    <ImportProgress running={current} onCancel={() => cancel.mutateAsync({ params: { organizationId, importId } })}>
      {current.report && <ImportSummary report={current.report} />}
    </ImportProgress>
  );
}
