/** Import of memberships from a file: choose, map the columns, see what it would do, import as a job, undo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { customers } from "#contract/customers.ts";
import { imports } from "#contract/imports.ts";
import { subscriptions } from "#contract/subscriptions.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { FileBox } from "./choose-file-step.tsx";
import { SubscriptionsDraftSteps } from "./subscriptions-draft-steps.tsx";
import { SubscriptionsResult, SubscriptionsSummary } from "./subscriptions-result.tsx";
import { ImportLayout } from "./import-layout.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportSkeleton } from "./import-skeleton.tsx";
import { ImportStep } from "./import-step.tsx";
import { UndoProgress } from "./undo-progress.tsx";
import { useCurrentImport } from "./use-current-import.ts";
import { useSendFile } from "./use-send-file.ts";

export function SubscriptionsImportPage() {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <ImportLayout
      title={t("imports.memberships")}
      crumb={
        <Link key="list" to={path("/memberships")}>
          {t("subscriptions.title")}
        </Link>
      }
      list={imports.listSubscriptions}
      to={path("/memberships/import")}
      fileStep={<ChooseSubscriptionsFile />}
    >
      {(importId) => <CurrentImport key={importId} importId={importId} />}
    </ImportLayout>
  );
}

function ChooseSubscriptionsFile() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const send = useSendFile({
    endpoint: imports.uploadSubscriptions,
    list: imports.listSubscriptions,
    queryKeyOf: (subscriptionImportId) =>
      endpointQuery(imports.readSubscriptions, { params: { organizationId, subscriptionImportId } }).queryKey,
    to: path("/memberships/import"),
  });
  return (
    <ImportStep
      at={0}
      title={t("imports.chooseTitle")}
      hint={
        <>
          <p>{t("imports.membershipsHint")}</p>
          <p>{t("imports.membershipsNoMoney")}</p>
        </>
      }
    >
      <FileBox onFile={send} />
    </ImportStep>
  );
}

const changedLists = [imports.listSubscriptions, subscriptions.list, customers.list].map(({ name }) => name);

function CurrentImport({ importId }: { importId: string }) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, subscriptionImportId: importId };
  const query = endpointQuery(imports.readSubscriptions, { params }, { quiet: true });
  const { current, isOver, error, refetch } = useCurrentImport(query, changedLists);
  const cancel = useMutation({
    ...endpointMutation(imports.cancelSubscriptions),
    onSuccess: () => cache.invalidateQueries({ queryKey: [imports.readSubscriptions.name] }),
  });
  if (!current) return error ? <ErrorState error={error} onRetry={refetch} /> : <ImportSkeleton />;
  const { state, report } = current;
  if (state === "draft") return <SubscriptionsDraftSteps draft={current} />;
  if (state === "undoing") {
    const written = report ? report.subscriptions.created + report.subscriptions.updated + report.customers.created : 0;
    return <UndoProgress running={current} written={written} />;
  }
  if (isOver) return <SubscriptionsResult ended={current} />;
  return (
    <ImportProgress running={current} onCancel={() => cancel.mutateAsync({ params })}>
      {report && <SubscriptionsSummary report={report} />}
    </ImportProgress>
  );
}
