/** The organizer's card pays what is missing of a shared booking: the sentence they agree to, and the card. */
import type { EventPayments } from "#contract/payments.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardFace } from "./card-face.tsx";
import { RemoveOwnCard } from "./remove-own-card.tsx";

interface RestByCardProps {
  found: Pick<EventPayments, "rest" | "providers" | "currency">;
  timezone: string;
}

/** Paying one's part by card agrees to the rest. */
export const agreesToRest = ({ rest, providers }: Pick<EventPayments, "rest" | "providers">): boolean =>
  rest !== null && rest.card === null && providers.includes("stripe");

export function RestByCard({ found, timezone }: RestByCardProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { weekdayDateTime } = useDateFormats(timezone);
  const { rest, currency } = found;
  if (rest === null || (rest.card === null && !agreesToRest(found))) return null;
  const { card } = rest;
  const sentence = t("payments.cardForRest", {
    total: money(rest.total, currency),
    when: weekdayDateTime(rest.settlesAt),
  });
  if (card === null) return <p className="text-13 text-ink-2">{sentence}</p>;
  return (
    <div className="grid gap-2 rounded-md bg-sunken px-3 py-2.5 text-13">
      <CardFace card={card} />
      <p className="text-ink-2">{card.state === "active" ? sentence : t("payments.cardPaysNothing")}</p>
      <span>
        <RemoveOwnCard card={card} />
      </span>
    </div>
  );
}
