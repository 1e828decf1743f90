import { type LiveValue, useLiveValue } from "#web/kit/live-value.ts";
import { useMoney } from "#web/kit/money.ts";
import type { Verdict } from "./verdict.ts";

/** The price difference, or the reason against it, on what is in hand. */
export function VerdictText({ verdict, currency }: { verdict: LiveValue<Verdict | null>; currency: string }) {
  const money = useMoney();
  const said = useLiveValue(verdict);
  if (!said) return null;
  if (said.reason)
    return (
      <span data-forbidden className="font-medium">
        {said.reason}
      </span>
    );
  const { difference = 0 } = said;
  if (difference === 0) return null;
  return (
    <span className="tnum">
      {difference > 0 ? "+" : "−"}
      {money(Math.abs(difference), currency)}
    </span>
  );
}
