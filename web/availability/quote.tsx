/** What a booking would cost while it is filled in, and why. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, ChevronDown, Minus } from "lucide-react";
import type { Draft } from "#contract/kit.ts";
import { prices, type Quote } from "#contract/prices.ts";
import { ApiError, read } from "#web/kit/api.ts";
import { cx } from "#web/kit/cx.ts";
import { useMoney } from "#web/kit/money.ts";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";

/** The price of what is asked for; nothing is asked while that is not there yet. The last one stays until the next comes. */
export function useQuote(body: Draft<typeof prices.quote> | undefined) {
  const { organizationId } = useScope();
  const asked = body ?? { fieldId: "", startTime: "", duration: 0 };
  return useQuery({
    ...read(prices.quote, { params: { organizationId }, body: asked }, { quiet: true }),
    placeholderData: keepPreviousData,
    enabled: body !== undefined,
  });
}

/** An amount as people say it: nothing is free. */
export function usePriceText(): (minor: number, currency?: string) => string {
  const t = useWords();
  const money = useMoney();
  return (minor, currency) => (minor === 0 ? t("events.free") : money(minor, currency));
}

/** The lines of a quote with their sum, and what led to it. */
export function QuoteLines({ quote }: { quote: Quote }) {
  const money = useMoney();
  const priceText = usePriceText();
  const t = useWords();
  const { lines, total, currency } = quote;
  return (
    <dl className="grid gap-1.5 text-13 tnum">
      {lines.map(({ label, quantity, unitPrice, total: sum }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="min-w-0 [overflow-wrap:anywhere] text-ink-2">
            {quantity > 1 ? `${label} · ${quantity} × ${money(unitPrice, currency)}` : label}
          </dt>
          <dd className="whitespace-nowrap">{money(sum, currency)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 font-medium">
        <dt>{t("events.total")}</dt>
        <dd className="whitespace-nowrap">{priceText(total, currency)}</dd>
      </div>
    </dl>
  );
}

/** What was looked at on the way to a price, step by step; open when asked for. */
export function WhyThisPrice({ trace }: Pick<Quote, "trace">) {
  const t = useWords();
  return (
    <details className="group text-13">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded-sm py-0.5 text-xs font-medium text-ink-3 hover:text-ink [&::-webkit-details-marker]:hidden">
        {t("availability.why")}
        <ChevronDown className="size-3.5 transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      <ol className="mt-1.5 grid gap-1.5">
        {trace.map(({ why, matched }, index) => (
          <li key={index} className={cx("flex gap-2 text-xs", matched ? "text-ink" : "text-ink-3")}>
            {matched ? (
              <Check className="mt-px size-3.5 shrink-0 text-accent-ink" aria-hidden />
            ) : (
              <Minus className="mt-px size-3.5 shrink-0" aria-hidden />
            )}
            <span className="min-w-0 [overflow-wrap:anywhere]">{why}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Why there is no price, in words; nothing where there is one, or where something else went wrong. */
export const refusedQuote = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.status === 422 ? Object.values(error.errors ?? {}).flat()[0] : undefined;
