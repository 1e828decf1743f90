import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Import,
  imports,
  type ImportReport,
  type ImportTarget,
  type SportMapping,
  importTargets,
} from "#contract/imports.ts";
import { call, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { CheckStep } from "./check-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { EncodingSelect } from "./encoding-select.tsx";
import { encodingLabels, requiredTargets, targetLabel } from "./labels.ts";
import { ImportSummary } from "./import-summary.tsx";
import { SportValues } from "./sport-values.tsx";
import { useDraft } from "./use-draft.tsx";

export function ImportDraftSteps({ draft }: { draft: Import }) {
  const { id: importId, fileName, encoding, columns, rows } = draft;
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const [mapping, setMapping] = useState<(ImportTarget | null)[]>(draft.mapping);
  const [sportMapping, setSportMapping] = useState(draft.sportMapping);
  /** `sportMapping` is the one that was checked. */
  const [checked, setChecked] = useState<{ report: ImportReport; sportMapping: SportMapping }>();
  const number = new Intl.NumberFormat(useLocale());
  const params = { organizationId, importId };
  const { startOver, keep, turnToFirstPage } = useDraft<Import>({
    importId,
    queryKey: endpointQuery(imports.read, { params }).queryKey,
    list: imports.list,
    to: path("/import"),
    drop: () => call(imports.cancel, { params }, { quiet: true }),
  });

  const check = useMutation({
    ...endpointMutation(imports.check),
    onSuccess: async ({ data }, { body }) => {
      await turnToFirstPage();
      setChecked({ report: data, sportMapping: body.sportMapping ?? [] });
    },
  });
  const readAgain = useMutation({
    ...endpointMutation(imports.readAgain, { quiet: true }),
    onSuccess: ({ data }) => {
      keep(data);
      setMapping(data.mapping);
    },
  });
  const start = useMutation({
    ...endpointMutation(imports.start),
    onSuccess: async ({ data }) => {
      keep(data);
      await turnToFirstPage();
    },
  });
  const missing = requiredTargets
    .filter((target) => !mapping.includes(target))
    .map((target) => targetLabel(t, target).label);
  const checkFile = () => check.mutate({ params, body: { mapping, sportMapping } });
  if (checked) {
    const { report } = checked;
    return (
      <CheckStep
        hasChanges={[report.facilities, report.fields].some(({ created, updated }) => created + updated > 0)}
        note={encoding && <p>{t("imports.readAs", { encoding: t(encodingLabels[encoding]) })}</p>}
        startOver={startOver}
        onBack={() => setChecked(undefined)}
        onStart={() => start.mutate({ params, body: { mapping, sportMapping } })}
        isStarting={start.isPending}
      >
        <ImportSummary report={report} isPlan>
          {report.sportValues.length > 0 && (
            <SportValues
              values={report.sportValues}
              mapping={sportMapping}
              onMappingChange={setSportMapping}
              onCheckAgain={sportMapping === checked.sportMapping ? undefined : checkFile}
              isChecking={check.isPending}
            />
          )}
        </ImportSummary>
      </CheckStep>
    );
  }
  return (
    <ColumnsStep
      hint={t("imports.columnsHint", { name: fileName, count: rows, rows: number.format(rows) })}
      startOver={startOver}
      settings={
        <EncodingSelect
          encoding={encoding}
          pending={readAgain.isPending}
          error={readAgain.error}
          onChoose={(chosen) => readAgain.mutate({ params, body: { encoding: chosen } })}
        />
      }
      missing={missing}
      onCheck={checkFile}
      isChecking={check.isPending}
      columns={columns}
      targets={importTargets.map((value) => ({ value, ...targetLabel(t, value) }))}
      mapping={mapping}
      onMappingChange={setMapping}
    />
  );
}
