/** Sums of a session by method. */
import type { TillMethodSums } from "#contract/tills.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { cx } from "#web/kit/ui/cx.ts";
import { methodDots } from "./labels.ts";

interface TillFiguresProps {
  report: { total: number; methods: readonly TillMethodSums[] };
  currency: string;
}

export function TillFigures({ report: { total, methods }, currency }: TillFiguresProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const netOf = ({ payments, refunds }: TillMethodSums) => payments.amount + refunds.amount;
  return (
    <div className="overflow-hidden rounded-xl border border-line">
      <dl aria-label={t("tills.sumsTitle")} className="flex flex-wrap gap-px bg-line">
        <div className="grid grow basis-44 content-start gap-0.5 bg-sunken px-4 py-3 max-sm:basis-full">
          <dt className="text-xs text-ink-2">{t("tills.total")}</dt>
          <dd className="text-xl font-semibold tnum">{money(total, currency)}</dd>
        </div>
        {methods.map((sums) => (
          <div key={sums.method} className="grid grow basis-32 content-start gap-0.5 bg-surface px-4 py-3">
            <dt className="flex items-center gap-2 text-xs text-ink-2">
              <span className={cx("size-2 rounded-xs", methodDots[sums.method])} aria-hidden />
              {t(paymentMethodLabels[sums.method])}
            </dt>
            <dd className="text-base font-semibold tnum">{money(netOf(sums), currency)}</dd>
            <dd className="text-xs text-ink-3 tnum">{t("payments.takingsCount", { count: sums.payments.count })}</dd>
            {sums.refunds.count > 0 && (
              <dd className="text-xs text-ink-3 tnum">
                {t("payments.takingsBack", {
                  count: sums.refunds.count,
                  amount: money(-sums.refunds.amount, currency),
                })}
              </dd>
            )}
            {sums.corrections.count > 0 && (
              <dd className="text-xs text-ink-3 tnum">
                {t("tills.correctionsOf", {
                  count: sums.corrections.count,
                  amount: money(sums.corrections.amount, currency),
                })}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <span className="flex h-1.5 gap-px bg-line" aria-hidden>
        {methods
          .filter((sums) => sums.payments.amount > 0)
          .map(({ method, payments }) => (
            <span key={method} className={methodDots[method]} style={{ flex: payments.amount }} />
          ))}
      </span>
    </div>
  );
}
