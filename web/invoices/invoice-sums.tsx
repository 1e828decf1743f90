import type { Returns } from "#contract/kit.ts";
import type { TaxName } from "#contract/general-countries-rules.ts";
import type { invoices } from "#contract/invoices.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { taxLabels } from "#web/payments/labels.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";

type CurrencySum = Returns<typeof invoices.sums>[number];
const emptySum: CurrencySum = { currency: "EUR", taxName: null, count: 0, totalAmount: 0, taxAmount: 0 };

interface InvoiceSumsProps {
  sums: readonly CurrencySum[] | undefined;
  /** Tax of the organization, while there are no sums. */
  taxName: TaxName | undefined;
}

export function InvoiceSums({ sums, taxName }: InvoiceSumsProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const number = new Intl.NumberFormat(useLocale());
  const visibleSums = sums && (sums.length > 0 ? sums : [emptySum]);
  return (
    <div className="mb-4 grid gap-3">
      {(visibleSums ?? [undefined]).map((sum) => {
        const labels = taxLabels(sum && sum !== emptySum ? sum.taxName : taxName);
        const figures: [string, string | undefined][] = [
          [t("invoices.count"), sum && number.format(sum.count)],
          [t(labels.net), sum && money(sum.totalAmount - sum.taxAmount, sum.currency)],
          [t(labels.tax), sum && money(sum.taxAmount, sum.currency)],
          [t(labels.gross), sum && money(sum.totalAmount, sum.currency)],
        ];
        const label =
          (visibleSums?.length ?? 0) > 1 && sum ? t("invoices.sumsIn", { currency: sum.currency }) : t("invoices.sums");
        return (
          <section
            key={sum?.currency ?? ""}
            aria-label={label}
            aria-busy={!sum || undefined}
            className="rounded-xl border border-line bg-surface"
          >
            <dl className="grid grid-cols-2 sm:grid-cols-4 sm:divide-x sm:divide-line">
              {figures.map(([name, value]) => (
                <div key={name} className="grid gap-0.5 px-4 py-2.5">
                  <dt className="text-xs text-ink-3">{name}</dt>
                  <dd className="flex h-6 items-center font-semibold whitespace-nowrap tnum">
                    {value ?? <Skeleton className="h-4 w-20" />}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
    </div>
  );
}
