import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import type { TaxName } from "#contract/general-countries-rules.ts";
import { activity } from "#contract/activity.ts";
import { invoices, type InvoiceListItem } from "#contract/invoices.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { countFilters } from "#web/kit/list/list-filters.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ListTable } from "#web/kit/list/list-table.tsx";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { CustomerLink } from "#web/customers/customer-link.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { usePlanningLink } from "#web/payments/planning-link.tsx";
import { useOrganizationTaxName } from "#web/organizations/use-organization.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { InvoiceDownload, InvoiceName } from "#web/payments/invoice-download.tsx";
import { taxLabels } from "#web/payments/labels.ts";
import { AmountToPay } from "./amount-to-pay.tsx";
import { InvoiceFilterBar, useInvoiceFilters } from "./invoice-filters.tsx";
import { MonthlyInvoices } from "./monthly-button.tsx";
import { MonthDownload } from "./month-download.tsx";
import { InvoiceSums } from "./invoice-sums.tsx";

export function InvoicesPage() {
  const t = useTranslation();
  const planningLink = usePlanningLink();
  const { organizationId, path } = useScope();
  const crumbs = useOrganizationCrumbs() ?? [
    <Link key="payments" to={path("/payments")}>
      {t("payments.title")}
    </Link>,
  ];
  const taxName = useOrganizationTaxName();
  const search = useListSearch();
  const filters = useInvoiceFilters();
  const request = { params: { organizationId }, query: { ...search, ...filters } };
  const listQuery = useQuery({ ...endpointQuery(invoices.list, request), placeholderData: keepPreviousRows(request) });
  const sumsAsk = { params: { organizationId }, query: { q: search.q, ...filters } };
  const sums = useQuery({
    ...endpointQuery(invoices.sums, sumsAsk, { quiet: true }),
    placeholderData: keepPreviousRows(sumsAsk),
  });
  useLiveRefresh(activity.live, organizationId, ["invoices"]);
  return (
    <Page
      title={t("invoices.title")}
      crumbs={crumbs}
      actions={
        <>
          <MonthlyInvoices />
          <MonthDownload />
        </>
      }
    >
      <InvoiceFilterBar />
      {!sums.error && <InvoiceSums sums={sums.data?.data} taxName={taxName} />}
      <ListTable
        q={search.q}
        label={t("invoices.search")}
        exportSource={{ list: "invoices", query: request.query }}
        result={listQuery}
        caption={t("invoices.title")}
        columns={useColumns(taxName)}
        empty={
          search.q || countFilters(filters) > 0 ? undefined : (
            <EmptyState icon={FileText} title={t("invoices.none")} action={planningLink}>
              {t("invoices.noneHint")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

/** A document over several payments leads to the account of its customer, which is not shown over all organizations. */
const targetOf = ({ paymentId, customerId }: InvoiceListItem, isPlatform: boolean): string | undefined =>
  paymentId ? `/payments/${paymentId}` : customerId && !isPlatform ? `/customers/${customerId}/account` : undefined;

/** The booking, or what is on the lines of a document over a sale or several bookings. */
function Subject({ invoice: { buyerName, eventName, firstLine, lineCount } }: { invoice: InvoiceListItem }) {
  const t = useTranslation();
  const name = eventName ?? firstLine;
  if (name === null || name === buyerName) return null;
  return (
    <span className="text-ink-3 [overflow-wrap:anywhere] max-md:hidden">
      {eventName === null && lineCount > 1 ? t("invoices.andMore", { name, count: lineCount - 1 }) : name}
    </span>
  );
}

function useColumns(taxName: TaxName | undefined): Column<InvoiceListItem>[] {
  const t = useTranslation();
  const money = useAmountFormat();
  const labels = taxLabels(taxName);
  // Local dates: no time zone may shift them.
  const { date } = useDateFormats("UTC");
  const { path, can, isPlatform } = useScope();
  const linkTo = (invoice: InvoiceListItem) => {
    const target = can("payments.show") ? targetOf(invoice, isPlatform) : undefined;
    return (
      target && (
        <Link to={path(target)} className={`${rowLinkClass} tnum`}>
          {invoice.name}
        </Link>
      )
    );
  };
  return [
    {
      key: "name",
      header: t("invoices.number"),
      className: "whitespace-nowrap",
      cell: (invoice) => <InvoiceName invoice={invoice}>{linkTo(invoice)}</InvoiceName>,
    },
    {
      key: "buyer",
      header: t("invoices.buyer"),
      phone: "below",
      cell: (invoice) => (
        <span className="grid gap-0.5">
          <CustomerLink customerId={invoice.customerId} name={invoice.buyerName} />
          <Subject invoice={invoice} />
        </span>
      ),
    },
    ...(isPlatform
      ? [
          {
            key: "organization",
            header: t("events.organization"),
            className: "max-lg:hidden",
            cell: ({ organization }: InvoiceListItem) => (
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
      header: t(labels.tax),
      align: "right",
      className: "whitespace-nowrap max-md:hidden",
      cell: ({ taxAmount, currency }) => <span className="text-ink-2 tnum">{money(taxAmount, currency)}</span>,
    },
    {
      key: "total",
      header: t("invoices.total"),
      align: "right",
      phone: "beside",
      className: "whitespace-nowrap",
      cell: (invoice) => (
        <span className="grid justify-items-end gap-0.5">
          <span className="font-medium text-ink tnum">{money(invoice.totalAmount, invoice.currency)}</span>
          <AmountToPay invoice={invoice} />
        </span>
      ),
    },
    {
      key: "download",
      header: t("invoices.monthDownload"),
      align: "right",
      phone: "beside",
      className: "w-20 max-sm:w-px max-sm:pl-0",
      cell: (invoice) => <InvoiceDownload invoice={invoice} />,
    },
  ];
}
