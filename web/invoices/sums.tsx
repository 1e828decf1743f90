import type { Returns } from "#contract/kit.ts";
import type { invoices } from "#contract/invoices.ts";
import { useMoney } from "#web/kit/money.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useLocale, useWords } from "#web/kit/words.ts";

type Sum = Returns<typeof invoices.sums>[number];
const nothing: Sum = { currency: "EUR", count: 0, totalAmount: 0, taxAmount: 0 };

/** What the filtered invoices add up to, one line for each currency. */
export function Sums({ sums }: { sums: readonly Sum[] | undefined }) {
  const t = useWords();
  const money = useMoney();
  const number = new Intl.NumberFormat(useLocale());
  const shown = sums && (sums.length > 0 ? sums : [nothing]);
  return (
    <div className="mb-4 grid gap-3">
      {(shown ?? [undefined]).map((sum) => {
        const figures: [string, string | undefined][] = [
          [t("invoices.count"), sum && number.format(sum.count)],
          [t("invoices.net"), sum && money(sum.totalAmount - sum.taxAmount, sum.currency)],
          [t("invoices.tax"), sum && money(sum.taxAmount, sum.currency)],
          [t("invoices.gross"), sum && money(sum.totalAmount, sum.currency)],
        ];
        const label =
          (shown?.length ?? 0) > 1 && sum ? t("invoices.sumsIn", { currency: sum.currency }) : t("invoices.sums");
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
