/** Price of the booking in a form with its breakdown (price explanation), asked from the server while it is filled in. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, ChevronDown, Minus } from "lucide-react";
import type { Draft } from "#contract/kit.ts";
import { prices, type Quote } from "#contract/prices.ts";
import { ApiError, endpointQuery } from "#web/kit/data/api.ts";
import { cx } from "#web/kit/ui/cx.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { usePriceText } from "./price-text.ts";

export function useQuote(body: Draft<typeof prices.quote> | undefined) {
  const { organizationId } = useScope();
  const request = body ?? { fieldId: "", startTime: "", duration: 0 };
  return useQuery({
    ...endpointQuery(prices.quote, { params: { organizationId }, body: request }, { quiet: true }),
    placeholderData: keepPreviousData,
    enabled: body !== undefined,
  });
}

export interface CodeQuote {
  /** With the code, where it holds; else without it. */
  data: Quote | undefined;
  error: Error | null;
  /** Too many codes were wrong, or the server cannot be asked. */
  codeError: Error | null;
  isLoading: boolean;
  isCodePending: boolean;
}

/** The price with a promo code; whatever becomes of the code, there is the price without it. @param code empty: none */
export function useCodeQuote(body: Draft<typeof prices.quote> | undefined, code: string): CodeQuote {
  const plain = useQuote(body);
  const coded = useQuote(body && code !== "" ? { ...body, promoCode: code } : undefined);
  const found = code === "" || coded.isPlaceholderData ? undefined : coded.data?.data;
  return {
    data: found ?? plain.data?.data,
    error: plain.error,
    codeError: code === "" ? null : coded.error,
    isLoading: plain.isLoading || coded.isLoading,
    isCodePending: code !== "" && coded.isFetching,
  };
}

export function QuoteLines({ quote }: { quote: Pick<Quote, "lines" | "total" | "currency"> }) {
  const money = useAmountFormat();
  const priceText = usePriceText();
  const t = useTranslation();
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

export function PriceExplanation({ trace }: Pick<Quote, "trace">) {
  const t = useTranslation();
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

/** The message why there is no price; undefined for other errors. */
export const quoteRefusalMessage = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.status === 422 ? Object.values(error.errors ?? {}).flat()[0] : undefined;
