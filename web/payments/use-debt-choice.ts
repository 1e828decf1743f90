import { useState } from "react";

/** Debts to pay at once: all of them, but for those that were unticked. */
export function useDebtChoice<D extends { chargeId: string }>(debts: readonly D[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const choose = ({ chargeId }: D, isOn: boolean) => {
    const next = new Set(left);
    if (isOn) next.delete(chargeId);
    else next.add(chargeId);
    setLeft(next);
  };
  return { chosen: debts.filter(({ chargeId }) => !left.has(chargeId)), choose };
}
