/** Import of packs from a file: choose, map the columns, see what it would do, import as a job, undo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { customers } from "#contract/customers.ts";
import { imports } from "#contract/imports.ts";
import { packs } from "#contract/packs.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { FileBox } from "./choose-file-step.tsx";
import { PacksDraftSteps } from "./packs-draft-steps.tsx";
import { PacksResult, PacksSummary } from "./packs-result.tsx";
import { ImportLayout } from "./import-layout.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportSkeleton } from "./import-skeleton.tsx";
import { ImportStep } from "./import-step.tsx";
import { UndoProgress } from "./undo-progress.tsx";
import { useCurrentImport } from "./use-current-import.ts";
import { useSendFile } from "./use-send-file.ts";

export function PacksImportPage() {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <ImportLayout
      title={t("imports.packs")}
      crumb={
        <Link key="list" to={path("/packs")}>
          {t("packs.title")}
        </Link>
      }
      list={imports.listPacks}
      to={path("/packs/import")}
      fileStep={<ChoosePacksFile />}
    >
      {(importId) => <CurrentImport key={importId} importId={importId} />}
    </ImportLayout>
  );
}

function ChoosePacksFile() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const send = useSendFile({
    endpoint: imports.uploadPacks,
    list: imports.listPacks,
    queryKeyOf: (packImportId) =>
      endpointQuery(imports.readPacks, { params: { organizationId, packImportId } }).queryKey,
    to: path("/packs/import"),
  });
  return (
    <ImportStep
      at={0}
      title={t("imports.chooseTitle")}
      hint={
        <>
          <p>{t("imports.packsHint")}</p>
          <p>{t("imports.packUnitsHint")}</p>
          <p>{t("imports.packsNoMoney")}</p>
        </>
      }
    >
      <FileBox onFile={send} />
    </ImportStep>
  );
}

const changedLists = [imports.listPacks, packs.list, customers.list].map(({ name }) => name);

function CurrentImport({ importId }: { importId: string }) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, packImportId: importId };
  const query = endpointQuery(imports.readPacks, { params }, { quiet: true });
  const { current, isOver, error, refetch } = useCurrentImport(query, changedLists);
  const cancel = useMutation({
    ...endpointMutation(imports.cancelPacks),
    onSuccess: () => cache.invalidateQueries({ queryKey: [imports.readPacks.name] }),
  });
  if (!current) return error ? <ErrorState error={error} onRetry={refetch} /> : <ImportSkeleton />;
  const { state, report } = current;
  if (state === "draft") return <PacksDraftSteps draft={current} />;
  if (state === "undoing") {
    const written = report ? report.packs.created + report.packs.updated + report.customers.created : 0;
    return <UndoProgress running={current} written={written} />;
  }
  if (isOver) return <PacksResult ended={current} />;
  return (
    <ImportProgress running={current} onCancel={() => cancel.mutateAsync({ params })}>
      {report && <PacksSummary report={report} />}
    </ImportProgress>
  );
}
