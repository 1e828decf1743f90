/** Events as cards, each with what is unpaid where the list is of those. */
import type { Event } from "#contract/events.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { EventCard } from "./event-card.tsx";
import { paymentStatusLabels } from "./labels.ts";

export const EventCards = ({ events, isUnpaid }: { events: readonly Event[]; isUnpaid: boolean }) =>
  events.map((event) => <EventCard key={event.id} event={event} note={isUnpaid && <UnpaidNote event={event} />} />);

function UnpaidNote({ event: { price, currency, paymentStatus, customer } }: { event: Event }) {
  const t = useTranslation();
  const money = useAmountFormat();
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="font-semibold text-ink tnum">{money(price, currency)}</span>
      <span>{t(paymentStatusLabels[paymentStatus])}</span>
      {customer && <span className="text-ink-3 [overflow-wrap:anywhere]">{customer.name}</span>}
    </span>
  );
}
