/** Sharing the price of a booking that is about to be made. */
import { findCancellationEnd } from "#contract/events-cancellation-rules.ts";
import { dividePrice, type Division, findSettlingTime, SPLIT_LEAD_MS } from "#contract/participants-shares-rules.ts";
import type { Quote } from "#contract/prices.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CheckBox } from "#web/kit/ui/check-box.tsx";

/** A share that is less than this is paid online by no provider. Minor units. */
const LEAST_SHARE = 100;

interface Offered {
  price: number;
  people: number;
  startTime: string;
  isAtClub: boolean;
}

/** How a price would be shared; null where that is not offered. */
export function divideOffered({ price, people, startTime, isAtClub }: Offered): Division | null {
  if (people < 2 || (!isAtClub && Date.parse(startTime) - Date.now() < SPLIT_LEAD_MS)) return null;
  const division = dividePrice({ price, fixed: 0, ownFixed: null, others: people - 1 });
  return division && division.each >= (isAtClub ? 1 : LEAST_SHARE) ? division : null;
}

interface SplitChoiceProps extends Division {
  count: number;
  currency: string;
  isAtClub: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

export function SplitChoice({ own, each, count, currency, isAtClub, isChosen, onChoose }: SplitChoiceProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  return (
    <CheckBox
      label={<span className="font-medium">{t("participants.splitChoice", { count })}</span>}
      note={t(isAtClub ? "participants.splitChoiceHintAtClub" : "participants.splitChoiceHint", {
        own: money(own, currency),
        each: money(each, currency),
      })}
      checked={isChosen}
      onChange={onChoose}
    />
  );
}

const CLOCK_MS = 60_000;

interface AgreedRestProps {
  quote: Quote;
  startTime: string;
  timezone: string;
}

/** The sentence that is agreed to by booking and paying by card. */
export function AgreedRest({ quote: { total, currency, cancellation }, startTime, timezone }: AgreedRestProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { weekdayDateTime } = useDateFormats(timezone);
  const bookedAt = new Date(useNow(CLOCK_MS));
  const start = new Date(startTime);
  const deadline = findCancellationEnd({ start, policy: cancellation, deadline: null });
  const when = weekdayDateTime(findSettlingTime({ deadline, bookedAt, start }));
  return <p className="text-13 text-ink-2">{t("payments.cardForRest", { total: money(total, currency), when })}</p>;
}
