/** Import of customers from a file: choose, map the columns, see what it would do, import as a job, undo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { customers } from "#contract/customers.ts";
import { imports } from "#contract/imports.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { FileBox } from "./choose-file-step.tsx";
import { CustomersDraftSteps } from "./customers-draft-steps.tsx";
import { CustomersResult, CustomersSummary } from "./customers-result.tsx";
import { ImportLayout } from "./import-layout.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportSkeleton } from "./import-skeleton.tsx";
import { ImportStep } from "./import-step.tsx";
import { UndoProgress } from "./undo-progress.tsx";
import { useCurrentImport } from "./use-current-import.ts";
import { useSendFile } from "./use-send-file.ts";

export function CustomersImportPage() {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <ImportLayout
      title={t("imports.customers")}
      crumb={
        <Link key="list" to={path("/users")}>
          {t("customers.title")}
        </Link>
      }
      list={imports.listCustomers}
      to={path("/customers/import")}
      fileStep={<ChooseCustomersFile />}
    >
      {(importId) => <CurrentImport key={importId} importId={importId} />}
    </ImportLayout>
  );
}

function ChooseCustomersFile() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const send = useSendFile({
    endpoint: imports.uploadCustomers,
    list: imports.listCustomers,
    queryKeyOf: (customerImportId) =>
      endpointQuery(imports.readCustomers, { params: { organizationId, customerImportId } }).queryKey,
    to: path("/customers/import"),
  });
  return (
    <ImportStep at={0} title={t("imports.chooseTitle")} hint={t("imports.customersHint")}>
      <FileBox onFile={send} />
    </ImportStep>
  );
}

const changedLists = [imports.listCustomers, customers.list, customers.read].map(({ name }) => name);

function CurrentImport({ importId }: { importId: string }) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, customerImportId: importId };
  const query = endpointQuery(imports.readCustomers, { params }, { quiet: true });
  const { current, isOver, error, refetch } = useCurrentImport(query, changedLists);
  const cancel = useMutation({
    ...endpointMutation(imports.cancelCustomers),
    onSuccess: () => cache.invalidateQueries({ queryKey: [imports.readCustomers.name] }),
  });
  if (!current) return error ? <ErrorState error={error} onRetry={refetch} /> : <ImportSkeleton />;
  const { state, report } = current;
  if (state === "draft") return <CustomersDraftSteps draft={current} />;
  if (state === "undoing") {
    const { created, updated } = report?.customers ?? { created: 0, updated: 0 };
    return <UndoProgress running={current} written={created + updated} />;
  }
  if (isOver) return <CustomersResult ended={current} />;
  return (
    <ImportProgress running={current} onCancel={() => cancel.mutateAsync({ params })}>
      {report && <CustomersSummary report={report} />}
    </ImportProgress>
  );
}
