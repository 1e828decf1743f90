import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { invoices, type ListedInvoice } from "#contract/invoices.ts";
import { read } from "#web/kit/api.ts";
import { useDates } from "#web/kit/dates.ts";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { isNarrowed } from "#web/kit/labelled.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { ListTable } from "#web/kit/list-table.tsx";
import { keepRows } from "#web/kit/listing.tsx";
import { useLive } from "#web/kit/live.ts";
import { useMoney } from "#web/kit/money.ts";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { type Column, rowLink } from "#web/kit/table.tsx";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { InvoiceDownload, InvoiceName } from "#web/payments/invoice-download.tsx";
import { Filters, useFilters } from "./filters.tsx";
import { MonthDownload } from "./month.tsx";
import { Sums } from "./sums.tsx";

/** Invoices and credit notes, latest first: an organization's, or everybody's on the platform. */
export function InvoicesPage() {
  const t = useWords();
  const { organizationId } = useScope();
  const search = useListSearch();
  const filters = useFilters();
  const ask = { params: { organizationId }, query: { ...search, ...filters } };
  const found = useQuery({ ...read(invoices.list, ask), placeholderData: keepRows(ask) });
  const sumsAsk = { params: { organizationId }, query: { q: search.q, ...filters } };
  const sums = useQuery({ ...read(invoices.sums, sumsAsk, { quiet: true }), placeholderData: keepRows(sumsAsk) });
  useLive(activity.live, organizationId, ["invoices"]);
  return (
    <Page title={t("invoices.title")} crumbs={useOrganizationCrumbs() ?? []} actions={<MonthDownload />}>
      <Filters />
      {!sums.error && <Sums sums={sums.data?.data} />}
      <ListTable
        q={search.q}
        label={t("invoices.search")}
        exported={{ list: "invoices", query: ask.query }}
        found={found}
        caption={t("invoices.title")}
        columns={useColumns()}
        empty={
          search.q || isNarrowed(filters) ? undefined : (
            <EmptyState icon={FileText} title={t("invoices.none")}>
              {t("invoices.noneHint")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function useColumns(): Column<ListedInvoice>[] {
  const t = useWords();
  const money = useMoney();
  // They are local dates: no clock moves them.
  const { date } = useDates("UTC");
  const { path, can, isPlatform } = useScope();
  const isLinked = can("payments.show");
  return [
    {
      key: "name",
      header: t("invoices.number"),
      className: "whitespace-nowrap",
      cell: (invoice) => (
        <InvoiceName invoice={invoice}>
          {isLinked ? (
            <Link to={path(`/payments/${invoice.paymentId}`)} className={`${rowLink} tnum`}>
              {invoice.name}
            </Link>
          ) : undefined}
        </InvoiceName>
      ),
    },
    {
      key: "buyer",
      header: t("invoices.buyer"),
      phone: "below",
      cell: ({ buyerName, eventName }) => (
        <span className="grid gap-0.5">
          <span className="[overflow-wrap:anywhere]">{buyerName}</span>
          <span className="text-ink-3 [overflow-wrap:anywhere] max-md:hidden">{eventName}</span>
        </span>
      ),
    },
    ...(isPlatform
      ? [
          {
            key: "organization",
            header: t("events.organization"),
            className: "max-lg:hidden",
            cell: ({ organization }: ListedInvoice) => (
              <span className="text-ink-2 [overflow-wrap:anywhere]">{organization.name}</span>
            ),
          },
        ]
      : []),
    {
      key: "issued",
      header: t("invoices.issuedOn"),
      phone: "below",
      className: "whitespace-nowrap",
      cell: ({ issuedOn }) => <span className="text-ink-2 tnum">{date(issuedOn)}</span>,
    },
    {
      key: "tax",
      header: t("invoices.tax"),
      align: "right",
      className: "whitespace-nowrap max-md:hidden",
      cell: ({ taxAmount, currency }) => <span className="text-ink-2 tnum">{money(taxAmount, currency)}</span>,
    },
    {
      key: "total",
      header: t("invoices.total"),
      align: "right",
      phone: "below",
      className: "whitespace-nowrap",
      cell: ({ totalAmount, currency }) => (
        <span className="font-medium text-ink tnum">{money(totalAmount, currency)}</span>
      ),
    },
    {
      key: "download",
      header: t("invoices.monthDownload"),
      align: "right",
      phone: "below",
      className: "w-20",
      cell: (invoice) => <InvoiceDownload invoice={invoice} />,
    },
  ];
}
