/** What the list of invoices is narrowed down to, all of it in the address. */
import { useSearch } from "@tanstack/react-router";
import { invoiceKinds } from "#contract/invoice-shape.ts";
import { ClearFilters, DateFilters, LabelledSelect } from "#web/kit/labelled.tsx";
import { searchAmong, searchDate } from "#web/kit/list-search.ts";
import { useWords } from "#web/kit/words.ts";

export interface InvoiceFilters {
  kind?: (typeof invoiceKinds)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export const kindLabels = { invoice: "invoices.invoice", credit_note: "invoices.creditNote" } as const;

/** The filters that the address names, and nothing for what is none. */
export const filtersOf = ({ kind, from, to }: Record<string, unknown>): InvoiceFilters => ({
  kind: searchAmong(kindLabels, kind),
  from: searchDate(from),
  to: searchDate(to),
});
export const useFilters = (): InvoiceFilters => filtersOf(useSearch({ strict: false }));

export function Filters() {
  const t = useWords();
  const filters = useFilters();
  return (
    <div className="mb-4 grid grid-cols-2 items-end gap-3 lg:flex lg:*:flex-1">
      <LabelledSelect
        name="kind"
        label={t("invoices.kind")}
        className="max-lg:col-span-full"
        all={t("invoices.allKinds")}
        value={filters.kind}
        options={invoiceKinds.map((value) => ({ value, label: t(kindLabels[value]) }))}
      />
      <DateFilters from={filters.from} to={filters.to} />
      <ClearFilters filters={filters} />
    </div>
  );
}
