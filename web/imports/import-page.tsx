/** Import of facilities and fields in four steps: file, columns, check, import. The server keeps the progress. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { facilities } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
import { imports } from "#contract/imports.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ChooseFileStep } from "./choose-file-step.tsx";
import { ImportDraftSteps } from "./import-draft-steps.tsx";
import { ImportLayout } from "./import-layout.tsx";
import { useCurrentImport } from "./use-current-import.ts";
import { ImportResult } from "./import-result.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportSkeleton } from "./import-skeleton.tsx";
import { ImportSummary } from "./import-summary.tsx";

export function ImportPage() {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <ImportLayout
      title={t("imports.title")}
      crumb={
        <Link key="list" to={path("/facilities")}>
          {t("facilities.title")}
        </Link>
      }
      list={imports.list}
      to={path("/import")}
      fileStep={<ChooseFileStep />}
    >
      {(importId) => <CurrentImport key={importId} importId={importId} />}
    </ImportLayout>
  );
}

const changedLists = [
  ...[imports.list, facilities.list, facilities.search, facilities.read],
  ...[fields.list, fields.search, fields.read, fields.byFacility],
].map(({ name }) => name);

function CurrentImport({ importId }: { importId: string }) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const query = endpointQuery(imports.read, { params: { organizationId, importId } }, { quiet: true });
  const { current, isOver, error, refetch } = useCurrentImport(query, changedLists);
  const cancel = useMutation({
    ...endpointMutation(imports.cancel),
    onSuccess: () => cache.invalidateQueries({ queryKey: [imports.read.name] }),
  });
  if (!current) return error ? <ErrorState error={error} onRetry={refetch} /> : <ImportSkeleton />;
  if (current.state === "draft") return <ImportDraftSteps draft={current} />;
  if (isOver) return <ImportResult ended={current} />;
  return (
    <ImportProgress running={current} onCancel={() => cancel.mutateAsync({ params: { organizationId, importId } })}>
      {current.report && <ImportSummary report={current.report} />}
    </ImportProgress>
  );
}
