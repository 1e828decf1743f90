import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { imports, type PackImport, type PackImportReport } from "#contract/imports.ts";
import { call, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { CheckStep } from "./check-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { listPackTargets } from "./pack-targets.ts";
import { PacksSummary } from "./packs-result.tsx";
import { DateOrderSelect } from "./date-order-select.tsx";
import { EncodingSelect } from "./encoding-select.tsx";
import { useDraft } from "./use-draft.tsx";

export function PacksDraftSteps({ draft }: { draft: PackImport }) {
  const { id: importId, fileName, encoding, columns, rows } = draft;
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const [mapping, setMapping] = useState(draft.mapping);
  const [dateOrder, setDateOrder] = useState(draft.dateOrder);
  const [report, setReport] = useState<PackImportReport>();
  const number = new Intl.NumberFormat(useLocale());
  const params = { organizationId, packImportId: importId };
  const body = { mapping, dateOrder };
  const { startOver, keep, turnToFirstPage } = useDraft<PackImport>({
    importId,
    queryKey: endpointQuery(imports.readPacks, { params }).queryKey,
    list: imports.listPacks,
    to: path("/packs/import"),
    drop: () => call(imports.cancelPacks, { params }, { quiet: true }),
  });

  const check = useMutation({
    ...endpointMutation(imports.checkPacks),
    onSuccess: async ({ data }) => {
      await turnToFirstPage();
      setReport(data);
    },
  });
  const readAgain = useMutation({
    ...endpointMutation(imports.readPacksAgain, { quiet: true }),
    onSuccess: ({ data }) => {
      keep(data);
      setMapping(data.mapping);
      setDateOrder(data.dateOrder);
    },
  });
  const start = useMutation({
    ...endpointMutation(imports.startPacks),
    onSuccess: async ({ data }) => {
      keep(data);
      await turnToFirstPage();
    },
  });
  const hasDates = mapping.includes("startsOn") || mapping.includes("expiresOn");
  const namesHolder = mapping.some((target) => target?.endsWith("Name") || target === "customerNumber");
  const missing = [
    ...(mapping.includes("pack") ? [] : [t("imports.packType")]),
    ...(namesHolder ? [] : [t("imports.holderOrNumber")]),
  ];
  if (report)
    return (
      <CheckStep
        hasChanges={report.packs.created + report.packs.updated > 0}
        note={<p>{t("imports.packsNoMoney")}</p>}
        startOver={startOver}
        onBack={() => setReport(undefined)}
        onStart={() => start.mutate({ params, body })}
        isStarting={start.isPending}
      >
        <PacksSummary report={report} isPlan />
      </CheckStep>
    );
  return (
    <ColumnsStep
      hint={t("imports.packsColumnsHint", { name: fileName, count: rows, rows: number.format(rows) })}
      startOver={startOver}
      settings={
        <div className="grid gap-4 sm:grid-cols-2">
          <EncodingSelect
            encoding={encoding}
            pending={readAgain.isPending}
            error={readAgain.error}
            onChoose={(chosen) => readAgain.mutate({ params, body: { encoding: chosen } })}
          />
          {hasDates && <DateOrderSelect value={dateOrder} onChange={setDateOrder} />}
        </div>
      }
      missing={missing}
      onCheck={() => check.mutate({ params, body })}
      isChecking={check.isPending}
      columns={columns}
      targets={listPackTargets(t)}
      mapping={mapping}
      onMappingChange={setMapping}
    />
  );
}
