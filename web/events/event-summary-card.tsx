/** Summary of a booking before it is saved: time, place, price, what changes. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Clock, Users } from "lucide-react";
import { useEffect, useState } from "react";
import { type Event, events } from "#contract/events.ts";
import { emptyToNull, type Schema } from "#contract/kit.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { ApiError, endpointQuery } from "#web/kit/data/api.ts";
import { CourtArt } from "#web/kit/ui/court-art.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useFormSnapshot } from "#web/kit/form/form-context.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { type Translate, useTranslation } from "#web/kit/format/translation.ts";
import { type EventChanges, isMove } from "./event-draft.ts";
import { paymentStatusLabels, priceTypeLabels } from "./labels.ts";

export function EventSummaryCard({ event }: { event: Event }) {
  const t = useTranslation();
  const { longDate, time, date, duration, otherZoneName } = useDateFormats(event.timezone);
  const zone = otherZoneName(event.startTime);
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
        {zone && <p className="text-13 text-ink-3">{zone}</p>}
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
      {event.kind === "event" && !event.isPriceHidden && <PriceLines event={event} />}
    </section>
  );
}

function PriceLines({ event }: { event: Event }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { price, currency, priceLines, priceType, priceCustomized, paymentStatus, refundDue } = event;
  const total = price === 0 ? t("events.free") : money(price, currency);
  const kind = t(priceCustomized ? "events.priceCustomized" : "events.price");
  const heading = priceType ? `${kind} · ${t(priceTypeLabels[priceType])}` : kind;
  return (
    <div className="border-t border-dashed border-line-strong p-4">
      <h2 className="mb-2 text-xs font-medium text-ink-3">{heading}</h2>
      <dl className="grid gap-1.5 text-13 tnum">
        {priceLines.map((line, index) => (
          <PriceLine
            key={index}
            label={line.quantity > 1 ? `${line.label} × ${line.quantity}` : line.label}
            amount={money(line.total, currency)}
          />
        ))}
        <PriceLine strong={priceLines.length > 0} label={t("events.total")} amount={total} />
        {paymentStatus !== "none" && (
          <PriceLine label={t("events.paymentStatus")} amount={t(paymentStatusLabels[paymentStatus])} />
        )}
        {refundDue > 0 && (
          <p className="text-ink-2">{t("events.refundScheduled", { amount: money(refundDue, currency) })}</p>
        )}
      </dl>
    </div>
  );
}

const PriceLine = ({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) => (
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

function describeError(error: Error): string {
  const wrong = error instanceof ApiError ? Object.values(error.errors ?? {}).flat() : [];
  return wrong.length > 0 ? [...new Set(wrong)].join(" ") : error.message;
}

const previewDelayMs = 400;
/** Members that control the change. They alone are no change. */
const updateOptionNames = ["pricing", "notify"];

interface ChangePreviewProps<Filled> {
  event: Event;
  schema: Schema;
  changes: (filled: Filled) => EventChanges;
}

/** Shows the new price and obstacles by a dry run of the change. */
export function ChangePreview<Filled>({ event, schema, changes }: ChangePreviewProps<Filled>) {
  const t = useTranslation();
  const priceText = usePriceText();
  const money = useAmountFormat();
  const values = useFormSnapshot((snapshot) => snapshot.values);
  const parsed = schema.safeParse(emptyToNull(schema, values));
  const changesJson = parsed.success ? JSON.stringify(changes(parsed.data as Filled)) : "{}";
  const [asked, setAsked] = useState("{}");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(changesJson), previewDelayMs);
    return () => clearTimeout(timer);
  }, [changesJson]);
  const body = JSON.parse(asked) as EventChanges;
  const isChanged = Object.keys(body).some((name) => !updateOptionNames.includes(name));
  const params = { organizationId: event.organizationId, eventId: event.id };
  const { data, error } = useQuery({
    ...endpointQuery(events.update, { params, query: { dryRun: "true" }, body }, { quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    enabled: isChanged,
  });
  const after = data?.data;
  if (!isChanged) return <p className="text-13 text-ink-3">{t("events.nothingChanged")}</p>;
  if (error)
    return (
      <p role="status" className="rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">
        {describeError(error)}
      </p>
    );
  if (!after) return <p className="text-13 text-ink-3">{t("kit.loading")}</p>;
  const difference = after.price - event.price;
  return (
    <p role="status" className="flex flex-wrap items-baseline gap-x-2 rounded-md bg-sunken px-3 py-2.5 text-13 tnum">
      <span className="text-ink-3">{t(isMove(body) ? "events.priceAfterMove" : "events.price")}</span>
      {difference === 0 ? (
        <span className="font-medium">{t("events.priceStays", { price: priceText(event.price, event.currency) })}</span>
      ) : (
        <>
          <del className="text-ink-3">{priceText(event.price, event.currency)}</del>
          <ins className="font-medium no-underline">{priceText(after.price, event.currency)}</ins>
          <span className="text-ink-2">
            ({difference > 0 ? "+" : "−"}
            {money(Math.abs(difference), event.currency)})
          </span>
        </>
      )}
    </p>
  );
}
