import { useEffect } from "react";
import { type ObservableValue, useObservableValue } from "#web/kit/render/observable-value.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { announce } from "#web/kit/ui/live-region.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { MovePreview } from "./move-preview.ts";

export function MovePreviewText({
  preview,
  currency,
}: {
  preview: ObservableValue<MovePreview | null>;
  currency: string;
}) {
  const t = useTranslation();
  const money = useAmountFormat();
  const shown = useObservableValue(preview);
  const { difference = 0, reason, isByKeys = false } = shown ?? {};
  const price = money(Math.abs(difference), currency);
  const heard =
    reason ??
    (difference === 0 ? undefined : t(difference > 0 ? "planning.priceMore" : "planning.priceLess", { price }));
  useEffect(() => {
    if (isByKeys && heard !== undefined) announce(heard);
  }, [isByKeys, heard]);
  if (reason)
    return (
      <span data-forbidden className="font-medium">
        {reason}
      </span>
    );
  if (difference === 0) return null;
  return (
    <span className="tnum">
      {difference > 0 ? "+" : "−"}
      {price}
    </span>
  );
}
