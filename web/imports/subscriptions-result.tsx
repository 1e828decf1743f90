/** Shows what an import of memberships does or has done, and its undo. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { imports, type SubscriptionImport, type SubscriptionImportReport } from "#contract/imports.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { useSubscriptionText } from "#web/subscriptions/use-subscription-text.ts";
import { ExampleRows } from "./example-rows.tsx";
import { ImportProblems, ImportTally } from "./import-summary.tsx";
import { RemainingRecords } from "./remaining-records.tsx";
import { ResultStep } from "./result-step.tsx";
import { UndoButton } from "./undo-button.tsx";

interface SubscriptionsSummaryProps {
  report: SubscriptionImportReport;
  /** A dry run: nothing is imported yet. */
  isPlan?: boolean;
}

export function SubscriptionsSummary({ report, isPlan = false }: SubscriptionsSummaryProps) {
  const t = useTranslation();
  const { subscriptions, customers, ended, failed, errors, examples } = report;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <ImportTally title={t("subscriptions.title")} counts={subscriptions} isPlan={isPlan} />
        <ImportTally title={t("customers.title")} counts={customers} isPlan={isPlan} withoutUpdates />
      </div>
      {ended > 0 && <p className="text-13 text-ink-2">{t("imports.endedMemberships", { count: ended })}</p>}
      {isPlan && examples.length > 0 && <Examples examples={examples} />}
      {failed === 0 && isPlan && <p className="text-13 text-ink-2">{t("imports.noErrors")}</p>}
      {failed > 0 && <ImportProblems report={{ failed, errors, warned: 0, warnings: [] }} />}
    </>
  );
}

type Example = SubscriptionImportReport["examples"][number];

function Examples({ examples }: { examples: Example[] }) {
  const t = useTranslation();
  const { date } = useSubscriptionText();
  const columns: Column<Example>[] = [
    {
      key: "membership",
      header: t("subscriptions.one"),
      phone: "below",
      cell: ({ membership }) => <span>{membership}</span>,
    },
    { key: "customer", header: t("customers.one"), phone: "below", cell: ({ customer }) => <span>{customer}</span> },
    {
      key: "start",
      header: t("imports.packStart"),
      phone: "below",
      cell: ({ startsOn }) => <span className="tnum">{date(startsOn)}</span>,
    },
    {
      key: "end",
      header: t("imports.membershipEnd"),
      phone: "below",
      cell: ({ endsOn, renews }) => (
        <span className="tnum">
          {t(renews ? "subscriptions.renewsAfter" : "subscriptions.endsOn", { date: date(endsOn) })}
        </span>
      ),
    },
  ];
  return <ExampleRows examples={examples} columns={columns} />;
}

export function SubscriptionsResult({ ended }: { ended: SubscriptionImport }) {
  const { report, undo, undoableUntil } = ended;
  const t = useTranslation();
  const { path } = useScope();
  const { dateTime } = useDateFormats();
  return (
    <ResultStep
      ended={ended}
      to={path("/memberships/import")}
      note={undoableUntil && <p>{t("imports.undoUntil", { date: dateTime(undoableUntil) })}</p>}
      actions={
        <>
          {undoableUntil && <SubscriptionsUndo ended={ended} />}
          <Link to={path("/memberships")} className={buttonClass("primary")}>
            {t("imports.seeMemberships")}
          </Link>
        </>
      }
    >
      {undo && <UndoOutcome undo={undo} />}
      {report && !undo && <SubscriptionsSummary report={report} />}
    </ResultStep>
  );
}

function SubscriptionsUndo({ ended: { id: importId, fileName } }: { ended: SubscriptionImport }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, subscriptionImportId: importId };
  const undo = useMutation({
    ...endpointMutation(imports.undoSubscriptions),
    onSuccess: ({ data }) => {
      cache.setQueryData(endpointQuery(imports.readSubscriptions, { params }).queryKey, { data });
    },
  });
  return (
    <UndoButton
      fileName={fileName}
      text={t("imports.undoMembershipsText")}
      onUndo={() => undo.mutateAsync({ params, body: {} })}
    />
  );
}

function UndoOutcome({
  undo: { removed, restored, kept, records },
}: {
  undo: NonNullable<SubscriptionImport["undo"]>;
}) {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <>
      <div className="text-13 text-ink-2">
        <p>{t("imports.undoMembershipsRemoved", { count: removed })}</p>
        {restored > 0 && <p>{t("imports.undoMembershipsRestored", { count: restored })}</p>}
      </div>
      <RemainingRecords
        kept={kept}
        rows={records}
        columns={[
          {
            key: "name",
            header: t("subscriptions.one"),
            cell: ({ name, customerId }) =>
              customerId === null ? (
                name
              ) : (
                <Link to={path(`/customers/${customerId}`)} className={`${rowLinkClass} [overflow-wrap:anywhere]`}>
                  {name}
                </Link>
              ),
          },
          {
            key: "kind",
            header: t("events.kind"),
            phone: "below",
            cell: ({ kind }) => t(kind === "subscription" ? "subscriptions.one" : "customers.one"),
          },
        ]}
      />
    </>
  );
}
