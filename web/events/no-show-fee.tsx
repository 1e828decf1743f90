/** The fee of a booking's no-show beside its mark: what it costs, whether it is paid, and how it is waived. */
import { useQuery } from "@tanstack/react-query";
import { charges } from "#contract/charges.ts";
import type { Event } from "#contract/events.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";

interface NoShowFeeProps {
  event: Event;
  isPending: boolean;
  onWaive: () => void;
}

export function NoShowFee({ event, isPending, onWaive }: NoShowFeeProps) {
  const t = useTranslation();
  const { can } = useScope();
  const money = useAmountFormat();
  const { organizationId, id: feeOf, noShowFee, currency, attendance } = event;
  const isMarked = attendance === "no_show";
  const found = useQuery({
    ...endpointQuery(charges.list, { params: { organizationId }, query: { feeOf } }, { quiet: true }),
    enabled: noShowFee !== null && isMarked && can(charges.list),
  });
  if (noShowFee === null || attendance === "arrived") return null;
  if (!isMarked) return <Line text={t("events.noShowFeeAhead", { amount: money(noShowFee, currency) })} />;
  if (!found.data) return null;
  const fee = found.data.data.find(({ state }) => state !== "void");
  if (!fee) return <Line text={t("events.noShowFeeNone", { amount: money(noShowFee, currency) })} />;
  const amount = money(fee.amount, fee.currency);
  const text = fee.writtenOff
    ? t("events.noShowFeeWrittenOff", { amount })
    : t(fee.due > 0 ? "events.noShowFeeDue" : "events.noShowFeePaid", { amount });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Line text={text} />
      {can("sales.adjust") && (
        <Button size="sm" variant="ghost" pending={isPending} title={t("events.noShowFeeWaiveHint")} onClick={onWaive}>
          {t("events.noShowFeeWaive")}
        </Button>
      )}
    </div>
  );
}

const Line = ({ text }: { text: string }) => (
  <p role="status" className="text-13 text-ink-2 tnum">
    {text}
  </p>
);
