import { useEffect } from "react";
import { type LiveValue, useLiveValue } from "#web/kit/live-value.ts";
import { useMoney } from "#web/kit/money.ts";
import { announce } from "#web/kit/said.tsx";
import { useWords } from "#web/kit/words.ts";
import type { Verdict } from "./verdict.ts";

/** The price difference, or the reason against it, on what is in hand; said aloud where that is carried by keys. */
export function VerdictText({ verdict, currency }: { verdict: LiveValue<Verdict | null>; currency: string }) {
  const t = useWords();
  const money = useMoney();
  const said = useLiveValue(verdict);
  const { difference = 0, reason, isByKeys = false } = said ?? {};
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
