import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import {
  imports,
  type SubscriptionImport,
  type SubscriptionImportReport,
  type SubscriptionImportTarget,
} from "#contract/imports.ts";
import { call, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { CheckStep } from "./check-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { listSubscriptionTargets } from "./subscription-targets.ts";
import { SubscriptionsSummary } from "./subscriptions-result.tsx";
import { DateOrderSelect } from "./date-order-select.tsx";
import { EncodingSelect } from "./encoding-select.tsx";
import { useDraft } from "./use-draft.tsx";

const datedTargets: ReadonlySet<SubscriptionImportTarget> = new Set(["startsOn", "endsOn", "frozenFrom", "frozenTo"]);

export function SubscriptionsDraftSteps({ draft }: { draft: SubscriptionImport }) {
  const { id: importId, fileName, encoding, columns, rows } = draft;
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const [mapping, setMapping] = useState(draft.mapping);
  const [dateOrder, setDateOrder] = useState(draft.dateOrder);
  const [report, setReport] = useState<SubscriptionImportReport>();
  const number = new Intl.NumberFormat(useLocale());
  const params = { organizationId, subscriptionImportId: importId };
  const body = { mapping, dateOrder };
  const { startOver, keep, turnToFirstPage } = useDraft<SubscriptionImport>({
    importId,
    queryKey: endpointQuery(imports.readSubscriptions, { params }).queryKey,
    list: imports.listSubscriptions,
    to: path("/memberships/import"),
    drop: () => call(imports.cancelSubscriptions, { params }, { quiet: true }),
  });

  const check = useMutation({
    ...endpointMutation(imports.checkSubscriptions),
    onSuccess: async ({ data }) => {
      await turnToFirstPage();
      setReport(data);
    },
  });
  const readAgain = useMutation({
    ...endpointMutation(imports.readSubscriptionsAgain, { quiet: true }),
    onSuccess: ({ data }) => {
      keep(data);
      setMapping(data.mapping);
      setDateOrder(data.dateOrder);
    },
  });
  const start = useMutation({
    ...endpointMutation(imports.startSubscriptions),
    onSuccess: async ({ data }) => {
      keep(data);
      await turnToFirstPage();
    },
  });
  const hasDates = mapping.some((target) => target !== null && datedTargets.has(target));
  const namesHolder = mapping.some((target) => target?.endsWith("Name") || target === "customerNumber");
  const missing = [
    ...(mapping.includes("membership") ? [] : [t("imports.membershipType")]),
    ...(mapping.includes("startsOn") || mapping.includes("endsOn") ? [] : [t("imports.membershipEnd")]),
    ...(namesHolder ? [] : [t("imports.holderOrNumber")]),
  ];
  if (report)
    return (
      <CheckStep
        hasChanges={report.subscriptions.created + report.subscriptions.updated > 0}
        note={<p>{t("imports.membershipsNoMoney")}</p>}
        startOver={startOver}
        onBack={() => setReport(undefined)}
        onStart={() => start.mutate({ params, body })}
        isStarting={start.isPending}
      >
        <SubscriptionsSummary report={report} isPlan />
      </CheckStep>
    );
  return (
    <ColumnsStep
      hint={t("imports.membershipsColumnsHint", { name: fileName, count: rows, rows: number.format(rows) })}
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
      targets={listSubscriptionTargets(t)}
      mapping={mapping}
      onMappingChange={setMapping}
    />
  );
}
