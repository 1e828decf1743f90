/** Letters about bookings. One may tell of many events: a series is told once. */
import { writeCalendar, type CalendarEvent } from "#server/kit/ics.ts";
import { template, type Fact, type Letter, type Reader, type Template } from "#server/kit/mail-template.ts";
import { formatMoney } from "#words/money.ts";
import type { Language } from "#words/words.ts";

const kinds = [
  "Requested",
  "Received",
  "Booked",
  "Approved",
  "Rejected",
  "Moved",
  "Changed",
  "Canceled",
  "Expired",
  "Restored",
  "Reminder",
] as const;
export type Kind = (typeof kinds)[number];

/** Letters that put the event into the reader's own calendar, or take it out. */
const calendarOf: Partial<Record<Kind, "publish" | "cancel">> = {
  Booked: "publish",
  Approved: "publish",
  Moved: "publish",
  Changed: "publish",
  Restored: "publish",
  Canceled: "cancel",
};

/** An event as a letter tells of it. Instants in ISO 8601, minor units. */
export interface Told {
  id: string;
  name: string;
  start: string;
  end: string;
  field: string;
  people: number | null;
  price: number;
  changedAt: string;
  isTentative: boolean;
  cancelableUntil: string;
}

/** Travels as JSON; the words and the calendar are made when the letter goes out. */
export interface Params {
  organizationId: string;
  organization: string;
  facility: string;
  address: string | null;
  timezone: string;
  /** Where it is not the one that the organization's people live in. */
  namesZone: boolean;
  currency: string;
  customer: string | null;
  events: Told[];
  /** The same events as the reader knows them, by their place in the list. */
  before?: Told[];
  reason?: string | null;
}

const clock = { hour: "numeric", minute: "2-digit" } as const;
const day = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;

function datesOf(language: Language, { timezone: timeZone, namesZone }: Params) {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...options, timeZone });
  const [long, named] = [format({ ...day, ...clock }), format({ timeZoneName: "long" })];
  const zoneAt = (instant: Date) => named.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value;
  const inZone = (text: string, instant: Date) => (namesZone ? `${text} (${zoneAt(instant)})` : text);
  return {
    short: (instant: string) =>
      format({ weekday: "short", day: "numeric", month: "short", ...clock }).format(new Date(instant)),
    date: (instant: string) => format({ dateStyle: "long" }).format(new Date(instant)),
    long: (instant: string) => inZone(long.format(new Date(instant)), new Date(instant)),
    range: ({ start, end }: Told) => inZone(long.formatRange(new Date(start), new Date(end)), new Date(start)),
  };
}
type Dates = ReturnType<typeof datesOf>;

function factsOf(params: Params, { t, language }: Reader, dates: Dates): Fact[] {
  const { events, before = [], reason, currency, facility, address } = params;
  const [first, was] = [events[0], before[0]];
  if (!first) return [];
  const money = (minor: number) => (minor === 0 ? t("events.free") : formatMoney(minor, currency, language));
  const people = (count: number | null) => (count === null ? "" : t("events.peopleCount", { count }));
  const areSeveral = [first, was].some((told) => (told?.people ?? 1) > 1);
  /** What is the same for all, and what it was where there is one event that it is not the same for any more. */
  const fact = (label: string, is: string, ofOther?: string): Fact => ({
    label,
    lines: is ? [is] : [],
    ...(events.length === 1 && ofOther !== undefined && ofOther !== is && { was: ofOther }),
  });
  const fields = new Set([...events, ...(events.length > 1 ? before : [])].map(({ field }) => field));
  const range = (event: Told) => (fields.size > 1 ? `${dates.range(event)} · ${event.field}` : dates.range(event));
  const line = (event: Told, index: number) => {
    const known = before[index];
    return known && range(known) !== range(event) ? `${range(known)} → ${range(event)}` : range(event);
  };
  const total = (list: readonly Told[]) => money(list.reduce((sum, { price }) => sum + price, 0));
  const facts = [
    ...(reason ? [fact(t("events.reason"), reason)] : []),
    ...(was && was.name !== first.name ? [fact(t("events.name"), first.name, was.name)] : []),
    events.length === 1
      ? fact(t("events.mailWhen"), dates.range(first), was && dates.range(was))
      : { label: t("events.mailWhen"), lines: events.map(line) },
    ...(fields.size === 1 ? [fact(t("events.field"), first.field, was?.field)] : []),
    { label: t("events.facility"), lines: [facility, ...(address ? [address] : [])] },
    ...(areSeveral ? [fact(t("events.people"), people(first.people), was && people(was.people))] : []),
    fact(t(events.length === 1 ? "events.price" : "events.total"), total(events), was && total(before)),
  ];
  return facts.filter(({ lines }) => lines.length > 0);
}

function calendarEventOf(told: Told, params: Params, kind: Kind, { appUrl, sender }: Reader): CalendarEvent {
  const { facility, address, organization, organizationId } = params;
  return {
    id: told.id,
    name: told.name,
    start: new Date(told.start),
    end: new Date(told.end),
    changedAt: new Date(told.changedAt),
    isCanceled: calendarOf[kind] === "cancel",
    isTentative: told.isTentative,
    location: [told.field, facility, address].filter(Boolean).join(", "),
    url: `${appUrl}/organizations/${organizationId}/events/${told.id}`,
    organizer: { name: organization, email: sender },
  };
}

function letterOf(kind: Kind, params: Params, reader: Reader): Letter {
  const { t, language, appUrl } = reader;
  const { events, organization, organizationId, customer } = params;
  const dates = datesOf(language, params);
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) throw new Error(`A letter "${kind}" without an event`);
  const when =
    events.length === 1
      ? dates.short(first.start)
      : t("events.mailTimes", { count: events.length, from: dates.date(first.start), to: dates.date(last.start) });
  const text = t(`events.mailText${kind}`, { organization, customer: customer ?? "" });
  const method = calendarOf[kind];
  const changes = method === "publish" && events.length === 1 && first.cancelableUntil > first.changedAt;
  const path = `/organizations/${organizationId}/events/${first.id}`;
  return {
    subject: t(`events.mailSubject${kind}`, { name: first.name, when }),
    preview: text,
    paragraphs: [text],
    facts: factsOf(params, reader, dates),
    button: { label: t(kind === "Requested" ? "events.mailDecide" : "events.mailShow"), url: `${appUrl}${path}` },
    ...(changes && { note: t("events.mailDeadline", { until: dates.long(first.cancelableUntil) }) }),
    ...(method && {
      attachments: [
        {
          filename: "booking.ics",
          type: `text/calendar; charset=utf-8; method=${method.toUpperCase()}`,
          content: writeCalendar(
            events.map((told) => calendarEventOf(told, params, kind, reader)),
            { name: organization, host: new URL(appUrl).hostname, method },
          ),
        },
      ],
    }),
  };
}

export const templates = Object.fromEntries(
  kinds.map((kind) => [
    kind,
    template<Params>(`events.${kind.toLowerCase()}`, (params, reader) => letterOf(kind, params, reader)),
  ]),
) as Record<Kind, Template<Params>>;
