import { useSearch } from "@tanstack/react-router";
import { invoiceKinds } from "#contract/invoice-shape.ts";
import { ClearFiltersButton, DateRangeFilter, LabelledSelect } from "#web/kit/list/labelled-filters.tsx";
import { CollapsibleFilters } from "#web/kit/list/list-filters.tsx";
import { parseSearchOption, parseSearchDate } from "#web/kit/list/list-search.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface InvoiceFilters {
  kind?: (typeof invoiceKinds)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export const kindLabels = {
  invoice: "invoices.invoice",
  credit_note: "invoices.creditNote",
  receipt: "invoices.receipt",
} as const;

export const parseInvoiceFilters = ({ kind, from, to }: Record<string, unknown>): InvoiceFilters => ({
  kind: parseSearchOption(kindLabels, kind),
  from: parseSearchDate(from),
  to: parseSearchDate(to),
});
export const useInvoiceFilters = (): InvoiceFilters => parseInvoiceFilters(useSearch({ strict: false }));

export function InvoiceFilterBar() {
  const t = useTranslation();
  const filters = useInvoiceFilters();
  return (
    <CollapsibleFilters filters={filters}>
      <div className="grid grid-cols-2 items-end gap-3 lg:flex lg:*:flex-1">
        <LabelledSelect
          name="kind"
          label={t("invoices.kind")}
          className="max-lg:col-span-full"
          all={t("invoices.allKinds")}
          value={filters.kind}
          options={invoiceKinds.map((value) => ({ value, label: t(kindLabels[value]) }))}
        />
        <DateRangeFilter from={filters.from} to={filters.to} />
        <ClearFiltersButton filters={filters} />
      </div>
    </CollapsibleFilters>
  );
}
