/** The fee for a no-show, said before a booking is made and beside its conditions. */
import { UserRoundX } from "lucide-react";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

interface NoShowTermProps {
  /** Minor units; null or undefined: there is none. */
  fee: number | null | undefined;
  currency: string | undefined;
}

export function NoShowTerm({ fee, currency }: NoShowTermProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  if (!fee) return null;
  return (
    <p className="flex gap-2 text-13 text-ink-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3">
      <UserRoundX aria-hidden />
      {t("events.ruleNoShow", { amount: money(fee, currency) })}
    </p>
  );
}
