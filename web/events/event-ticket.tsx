import { Clock, Users } from "lucide-react";
import type { Event } from "#contract/events.ts";
import { CourtArt } from "#web/kit/court-art.tsx";
import { useDates } from "#web/kit/dates.ts";
import { useMoney } from "#web/kit/money.ts";
import { type Translate, useWords } from "#web/kit/words.ts";
import { paymentLabels, priceTypeLabels } from "./labels.ts";

/** When it is, how long, how many, and what it costs. Hours are those of the facility's clock. */
export function EventTicket({ event }: { event: Event }) {
  const t = useWords();
  const { longDate, time, date, duration } = useDates(event.timezone);
  const people = peopleText(t, event);
  const nextDay = date(event.startTime) !== date(event.endTime);
  return (
    <section aria-label={t("events.timeAndPlace")} className="overflow-hidden rounded-xl border border-line bg-surface">
      <CourtArt sport={event.sport?.name} className="h-24 w-full" />
      <div className="p-4">
        <p className="text-13 text-ink-2 first-letter:uppercase">{longDate(event.startTime)}</p>
        <p className="mt-1 text-2xl font-semibold tracking-tight tnum">
          <time dateTime={event.startTime}>{time(event.startTime)}</time> <span className="text-ink-3">–</span>{" "}
          <time dateTime={event.endTime}>{time(event.endTime)}</time>
        </p>
        {nextDay && <p className="text-13 text-ink-3">{t("events.endsOn", { date: date(event.endTime) })}</p>}
        <p className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 text-13 text-ink-3 [&_svg]:size-3.5">
          <span className="inline-flex items-center gap-1.5">
            <Clock aria-hidden />
            {duration(event.duration)}
          </span>
          {people && (
            <span className="inline-flex items-center gap-1.5">
              <Users aria-hidden />
              {people}
            </span>
          )}
        </p>
      </div>
      {event.kind === "event" && <PriceLines event={event} />}
    </section>
  );
}

function PriceLines({ event }: { event: Event }) {
  const t = useWords();
  const money = useMoney();
  const { price, currency, priceLines, priceType, priceCustomized, paymentStatus } = event;
  const total = price === 0 ? t("events.free") : money(price, currency);
  const label = priceCustomized
    ? t("events.priceCustomized")
    : priceType
      ? t(priceTypeLabels[priceType])
      : t("events.total");
  return (
    <div className="border-t border-dashed border-line-strong p-4">
      <h2 className="mb-2 text-xs font-medium text-ink-3">{t("events.price")}</h2>
      <dl className="grid gap-1.5 text-13 tnum">
        {priceLines.map((line, index) => (
          <Line
            key={index}
            label={line.quantity > 1 ? `${line.label} × ${line.quantity}` : line.label}
            amount={money(line.total, currency)}
          />
        ))}
        {priceLines.length > 0 ? (
          <Line strong label={t("events.total")} amount={total} />
        ) : (
          <Line label={label} amount={total} />
        )}
        {paymentStatus !== "none" && (
          <Line label={t("events.paymentStatus")} amount={t(paymentLabels[paymentStatus])} />
        )}
      </dl>
    </div>
  );
}

const Line = ({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) => (
  <div className={strong ? "flex justify-between gap-4 font-medium" : "flex justify-between gap-4"}>
    <dt className="min-w-0 [overflow-wrap:anywhere] text-ink-2">{label}</dt>
    <dd className="whitespace-nowrap">{amount}</dd>
  </div>
);

function peopleText(t: Translate, { people, minPeople, maxPeople }: Event): string | undefined {
  if (people !== null) return t("events.peopleCount", { count: people });
  if (minPeople !== null && maxPeople !== null) return t("events.peopleRange", { min: minPeople, max: maxPeople });
  if (minPeople !== null) return t("events.peopleFrom", { min: minPeople });
  return maxPeople === null ? undefined : t("events.peopleTo", { max: maxPeople });
}
