/** Import of facilities and fields in four steps: file, columns, check, import. The server keeps the progress. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { facilities } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
import { imports } from "#contract/imports.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { ChooseFileStep } from "./choose-file-step.tsx";
import { ImportDraftSteps } from "./import-draft-steps.tsx";
import { EarlierImports } from "./earlier-imports.tsx";
import { isInProgress } from "./labels.ts";
import { ImportResult } from "./import-result.tsx";
import { ImportProgress } from "./import-progress.tsx";

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
    >
      {importId !== undefined ? (
        <CurrentImport key={importId} importId={importId} />
      ) : latest.isPending || isElsewhere ? (
        <ImportSkeleton />
      ) : (
        <>
          <ChooseFileStep />
          <EarlierImports />
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
  return isOver ? <ImportResult ended={current} /> : <ImportProgress running={current} />;
}

const ImportSkeleton = () => (
  <div aria-busy className="grid gap-5">
    <Skeleton className="h-5 w-80 max-w-full" />
    <Skeleton className="h-64 w-full rounded-xl" />
  </div>
);
