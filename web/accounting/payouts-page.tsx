/** Payouts of the payment service to the bank account, and whether each of their movements is known. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download, Landmark } from "lucide-react";
import { monthOf } from "#contract/accounting-period-rules.ts";
import { accounting, type Payout } from "#contract/accounting.ts";
import { localToday } from "#web/availability/slots.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ResultTable } from "#web/kit/list/result-table.tsx";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { AccountingTabs } from "./accounting-tabs.tsx";
import { payoutStateLabels, payoutTones } from "./payout-labels.ts";
import { PayoutMatches } from "./payout-matches.tsx";
import { PeriodSelect, useAskedPeriod } from "./period.tsx";

export function PayoutsPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const period = useAskedPeriod() ?? monthOf(localToday());
  const { page } = useListSearch();
  const input = { params: { organizationId }, query: { period, page } };
  const columns = usePayoutColumns();
  const found = useQuery({ ...endpointQuery(accounting.payouts, input), placeholderData: keepPreviousRows(input) });
  return (
    <Page
      title={t("accounting.title")}
      crumbs={useOrganizationCrumbs() ?? []}
      actions={<ExportPayoutsButton period={period} />}
      tabs={<AccountingTabs />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PeriodSelect period={period} />
        <p className="max-w-prose text-13 text-ink-2">{t("accounting.payoutsText")}</p>
        <ResultTable
          result={found}
          caption={t("accounting.payouts")}
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={Landmark} title={t("accounting.noPayouts")}>
              {t("accounting.noPayoutsText")}
            </EmptyState>
          }
        />
      </div>
    </Page>
  );
}

function ExportPayoutsButton({ period }: { period: string }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const save = useMutation({
    mutationFn: () => download(accounting.payoutsCsv, { params: { organizationId }, query: { period } }, "payouts.csv"),
  });
  return (
    <Button pending={save.isPending} onClick={() => save.mutate()}>
      {!save.isPending && <Download aria-hidden />}
      {t("accounting.csv")}
    </Button>
  );
}

function usePayoutColumns(): Column<Payout>[] {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path } = useScope();
  const { weekdayDate } = useDateFormats("UTC");
  return [
    {
      key: "arrivesOn",
      header: t("accounting.arrivesOn"),
      cell: ({ id, arrivesOn }) => (
        <Link to={path(`/accounting/payouts/${id}`)} className={rowLinkClass}>
          {weekdayDate(noonOf(arrivesOn))}
        </Link>
      ),
    },
    {
      key: "state",
      header: t("accounting.payoutState"),
      phone: "below",
      cell: ({ state }) => <Badge tone={payoutTones[state]}>{t(payoutStateLabels[state])}</Badge>,
    },
    {
      key: "known",
      header: t("accounting.payoutMovements"),
      phone: "below",
      cell: (payout) => <PayoutMatches payout={payout} />,
    },
    {
      key: "amount",
      header: t("accounting.amount"),
      align: "right",
      phone: "beside",
      className: "whitespace-nowrap",
      cell: ({ amount, currency }) => <span className="font-medium tnum">{money(amount, currency)}</span>,
    },
  ];
}
