import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Event } from "#contract/events.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { paymentStatusLabels, typeLabels } from "#web/events/labels.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { telephoneLink } from "#messages/telephone-link.ts";

export function EventFacts({ event, brief = false }: { event: Event; brief?: boolean }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const priceText = usePriceText();
  const { weekdayDateTimeRange, withOtherZoneName } = useDateFormats(event.timezone);
  const when = withOtherZoneName(weekdayDateTimeRange(event.startTime, event.endTime), event.startTime);
  const { customer, people, maxPeople, paymentStatus, price, currency, refundDue } = event;
  const isEvent = event.kind === "event";
  const crowd = maxPeople === null ? people : `${people ?? 0}/${maxPeople}`;
  const each = people !== null && people > 1 && price > 0 ? Math.round(price / people) : undefined;
  const cost = [
    priceText(price, currency),
    each !== undefined && t("availability.perPerson", { price: money(each, currency) }),
    paymentStatus !== "none" && t(paymentStatusLabels[paymentStatus]),
    refundDue > 0 && t("events.refundScheduled", { amount: money(refundDue, currency) }),
  ];
  const facts: [name: string, value: ReactNode][] = [
    [t("planning.when"), when],
    [t("events.field"), `${event.field.name} · ${event.facility.name}`],
    [t("events.customer"), customer && <CustomerContact customer={customer} isLink={!brief} />],
    [t("events.type"), isEvent && t(typeLabels[event.type])],
    [t("events.people"), isEvent && crowd],
    // An offer costs nothing until it is taken.
    [t("events.price"), isEvent && event.pendingReason !== "offer" && cost.filter(Boolean).join(" · ")],
    [t("events.notes"), event.notes],
    [t("events.internalNotes"), event.internalNotes],
    [t("events.description"), !brief && event.description],
    [t("events.creator"), event.creator.full_name ?? event.creator.name],
    [t("kit.updated"), <DateTime key="updated" at={event.updated_at} timeZone={event.timezone} />],
  ];
  return (
    <dl className={brief ? "grid gap-1 p-3 text-xs" : "grid gap-3 px-4 py-4 text-13"}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
        .map(([name, value]) => (
          <div key={name} className={brief ? "flex gap-2" : "grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3"}>
            <dt className={brief ? "w-24 shrink-0 text-ink-3" : "text-ink-3"}>{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere] whitespace-pre-line">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

interface CustomerContactProps {
  customer: NonNullable<Event["customer"]>;
  isLink: boolean;
}

function CustomerContact({ customer: { customerId, name, phone }, isLink }: CustomerContactProps) {
  const { can, path } = useScope();
  const person =
    isLink && customerId && can("members.show") ? (
      <Link to={path(`/customers/${customerId}`)} className={textLinkClass}>
        {name}
      </Link>
    ) : (
      name
    );
  if (!phone) return person;
  const number = isLink ? (
    <a href={telephoneLink(phone)} className="text-accent-ink hover:underline">
      {phone}
    </a>
  ) : (
    phone
  );
  return (
    <>
      {person} · {number}
    </>
  );
}
