/** Sharing the price of a booking that is about to be made. */
import { dividePrice, type Division, SPLIT_LEAD_MS } from "#contract/participants-shares-rules.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CheckBox } from "#web/kit/ui/check-box.tsx";

/** A share that is less than this is paid online by no provider. Minor units. */
const LEAST_SHARE = 100;

/** How a price would be shared; null where that is not offered. */
export function divideOffered(price: number, people: number, startTime: string): Division | null {
  if (people < 2 || Date.parse(startTime) - Date.now() < SPLIT_LEAD_MS) return null;
  const division = dividePrice({ price, fixed: 0, ownFixed: null, others: people - 1 });
  return division && division.each >= LEAST_SHARE ? division : null;
}

interface SplitChoiceProps extends Division {
  count: number;
  currency: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

export function SplitChoice({ own, each, count, currency, isChosen, onChoose }: SplitChoiceProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  return (
    <CheckBox
      label={<span className="font-medium">{t("participants.splitChoice", { count })}</span>}
      note={t("participants.splitChoiceHint", { own: money(own, currency), each: money(each, currency) })}
      checked={isChosen}
      onChange={onChoose}
    />
  );
}
