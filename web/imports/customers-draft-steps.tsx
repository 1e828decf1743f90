import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type CustomerImport, type CustomerImportReport, imports } from "#contract/imports.ts";
import { call, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { CheckStep } from "./check-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { listCustomerTargets } from "./customer-targets.ts";
import { CustomersSummary } from "./customers-result.tsx";
import { DateOrderSelect } from "./date-order-select.tsx";
import { EncodingSelect } from "./encoding-select.tsx";
import { useDraft } from "./use-draft.tsx";

export function CustomersDraftSteps({ draft }: { draft: CustomerImport }) {
  const { id: importId, fileName, encoding, columns, rows } = draft;
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const [mapping, setMapping] = useState(draft.mapping);
  const [dateOrder, setDateOrder] = useState(draft.dateOrder);
  const [report, setReport] = useState<CustomerImportReport>();
  const number = new Intl.NumberFormat(useLocale());
  const params = { organizationId, customerImportId: importId };
  const body = { mapping, dateOrder };
  const { startOver, keep, turnToFirstPage } = useDraft<CustomerImport>({
    importId,
    queryKey: endpointQuery(imports.readCustomers, { params }).queryKey,
    list: imports.listCustomers,
    to: path("/customers/import"),
    drop: () => call(imports.cancelCustomers, { params }, { quiet: true }),
  });

  const check = useMutation({
    ...endpointMutation(imports.checkCustomers),
    onSuccess: async ({ data }) => {
      await turnToFirstPage();
      setReport(data);
    },
  });
  const readAgain = useMutation({
    ...endpointMutation(imports.readCustomersAgain, { quiet: true }),
    onSuccess: ({ data }) => {
      keep(data);
      setMapping(data.mapping);
      setDateOrder(data.dateOrder);
    },
  });
  const start = useMutation({
    ...endpointMutation(imports.startCustomers),
    onSuccess: async ({ data }) => {
      keep(data);
      await turnToFirstPage();
    },
  });
  if (report)
    return (
      <CheckStep
        hasChanges={report.customers.created + report.customers.updated > 0}
        note={null}
        startOver={startOver}
        onBack={() => setReport(undefined)}
        onStart={() => start.mutate({ params, body })}
        isStarting={start.isPending}
      >
        <CustomersSummary report={report} isPlan />
      </CheckStep>
    );
  return (
    <ColumnsStep
      hint={t("imports.columnsHint", { name: fileName, count: rows, rows: number.format(rows) })}
      startOver={startOver}
      settings={
        <div className="grid gap-4 sm:grid-cols-2">
          <EncodingSelect
            encoding={encoding}
            pending={readAgain.isPending}
            error={readAgain.error}
            onChoose={(chosen) => readAgain.mutate({ params, body: { encoding: chosen } })}
          />
          {mapping.includes("birthDate") && <DateOrderSelect value={dateOrder} onChange={setDateOrder} />}
        </div>
      }
      missing={mapping.some((target) => target?.endsWith("Name")) ? [] : [t("imports.customerName")]}
      onCheck={() => check.mutate({ params, body })}
      isChecking={check.isPending}
      columns={columns}
      targets={listCustomerTargets(t)}
      mapping={mapping}
      onMappingChange={setMapping}
    />
  );
}
