/** Says whether each movement of a payout is known, and what is not. */
import type { Payout } from "#contract/accounting.ts";
import { useSignedAmountFormat } from "#web/kit/format/signed-amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";

export function PayoutMatches({ payout: { isAutomatic, sums, currency } }: { payout: Payout }) {
  const t = useTranslation();
  const signed = useSignedAmountFormat();
  if (!isAutomatic) return <Badge>{t("accounting.payoutByHand")}</Badge>;
  if (!sums) return <Badge>{t("accounting.payoutUnread")}</Badge>;
  const { unknown, differing, difference } = sums;
  return (
    <span className="flex flex-wrap gap-1.5">
      {unknown > 0 && <Badge tone="red">{t("accounting.payoutUnknown", { count: unknown })}</Badge>}
      {differing > 0 && <Badge tone="amber">{t("accounting.payoutDiffering", { count: differing })}</Badge>}
      {difference !== 0 && (
        <Badge tone="red">{t("accounting.payoutDifference", { amount: signed(difference, currency) })}</Badge>
      )}
      {unknown === 0 && differing === 0 && difference === 0 && <Badge tone="lime">{t("accounting.payoutKnown")}</Badge>}
    </span>
  );
}
