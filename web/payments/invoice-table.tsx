import { FileText } from "lucide-react";
import type { Invoice } from "#contract/invoice-shape.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { type Column, DataTable } from "#web/kit/list/table.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { taxLabels } from "./labels.ts";
import { InvoiceDownload, InvoiceName } from "./invoice-download.tsx";

interface InvoiceTableProps {
  invoices: readonly Invoice[] | undefined;
  pending?: boolean;
}

export function InvoiceTable({ invoices, pending = false }: InvoiceTableProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const labels = taxLabels(invoices?.[0]?.taxName);
  const columns: Column<Invoice>[] = [
    { key: "name", header: t("invoices.name"), cell: (invoice) => <InvoiceName invoice={invoice} /> },
    {
      key: "total",
      header: t("invoices.total"),
      align: "right",
      phone: "beside",
      className: "whitespace-nowrap tnum",
      cell: ({ totalAmount, currency }) => money(totalAmount, currency),
    },
    {
      key: "tax",
      header: t(labels.tax),
      align: "right",
      phone: "below",
      className: "whitespace-nowrap tnum",
      cell: ({ taxAmount, currency }) => (
        <span className="text-ink-2">
          <span className="sm:hidden">{t(labels.tax)} </span>
          {money(taxAmount, currency)}
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
  return (
    <DataTable
      caption={t("invoices.ofPayment")}
      columns={columns}
      rows={invoices}
      rowKey={({ id }) => id}
      pending={pending}
      skeletonRows={1}
      empty={
        <EmptyState icon={FileText} title={t("invoices.none")}>
          {t("invoices.noneHint")}
        </EmptyState>
      }
    />
  );
}
