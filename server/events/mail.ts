/**
 * Mails about bookings: request, booking confirmation, change, cancellation, reminder. Their words are
 * `events.mailText…` in `messages/en.json`. One mail may list many events: a series is one mail.
 */
import {
  type CancellationRule,
  type CancellationStep,
  type ClubContact,
  describeCancellation,
  joinCancellation,
} from "#contract/events-cancellation-rules.ts";
import { formatIcs, type CalendarEvent } from "#server/kit/documents/icalendar.ts";
import {
  defineMailTemplate,
  type MailExample,
  type MailFact,
  type MailContent,
  type MailContext,
  type MailTemplate,
} from "#server/kit/mail/mail-template.ts";
import { dateFormats, type Instant } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";
import type { BookedExtra } from "./extras-port.ts";
import type { ReminderFacts } from "./reminder-facts-port.ts";
import { type OwnTitle, titleToCustomer } from "./title-visibility.ts";
import { translateReason } from "./translate-reason.ts";

const mailKinds = [
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
export type EventMailKind = (typeof mailKinds)[number];

/** Mails with a calendar file that adds the event to the reader's calendar or removes it. */
const calendarMethods: Partial<Record<EventMailKind, "publish" | "cancel">> = {
  Booked: "publish",
  Approved: "publish",
  Moved: "publish",
  Changed: "publish",
  Restored: "publish",
  Canceled: "cancel",
};

type Sent<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] };
/** Steps, and whether there is money that could come back, are missing in mails that were queued by an earlier version. */
type SentCancellation = Sent<Omit<CancellationRule, "steps">> & { steps?: Sent<CancellationStep>[]; isPaid?: boolean };

/** Instants in ISO 8601, price in minor units. */
export interface EventSummary {
  id: string;
  name: string;
  /** Read by the customer whose own name the booking bears. */
  ownTitle?: OwnTitle;
  start: string;
  end: string;
  field: string;
  people: number | null;
  /** Without its extras. */
  price: number;
  extras?: BookedExtra[];
  changedAt: string;
  sequence?: number;
  isTentative: boolean;
  /** Missing in mails that were queued by an earlier version. */
  cancellation?: SentCancellation;
  /** Minor units; missing where a no-show costs nothing. */
  noShowFee?: number;
}

/** Stored as JSON; text and calendar file are rendered when the mail is sent. */
export interface EventMailParams {
  organizationId: string;
  organization: string;
  facility: string;
  address: string | null;
  timezone: string;
  namesZone: boolean;
  contact?: ClubContact;
  currency: string;
  customer: string | null;
  /** A customer without an account, whose mails link to no page but that of a booking on the public page. */
  isGuest?: boolean;
  /** That page. */
  link?: string;
  /** The reader has done it. */
  isOwn?: boolean;
  events: EventSummary[];
  /** The events as the reader knows them, at the same indexes. */
  before?: EventSummary[];
  reason?: string | null;
  /** Missing in mails that were queued by an earlier version, and in all but reminders. */
  reminder?: ReminderFacts;
}

function createDateFormats(language: Language, { timezone: timeZone, namesZone }: EventMailParams) {
  const { dateTime, date, weekdayDateTime, weekdayDateTimeRange, zoneName } = dateFormats(language, timeZone);
  const inZone = (text: string, instant: Instant) => (namesZone ? `${text} (${zoneName(instant)})` : text);
  return {
    short: dateTime,
    date,
    long: (instant: Instant) => inZone(weekdayDateTime(instant), instant),
    range: ({ start, end }: EventSummary) => inZone(weekdayDateTimeRange(start, end), start),
  };
}
type DateFormats = ReturnType<typeof createDateFormats>;

/** Extras of several bookings by name, in the order in which they come. */
function sumExtras(events: readonly EventSummary[]): BookedExtra[] {
  const byName = Map.groupBy(
    events.flatMap(({ extras = [] }) => extras),
    ({ name }) => name,
  );
  return [...byName].map(([name, own]) => ({
    name,
    quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
    total: own.reduce((sum, { total }) => sum + total, 0),
  }));
}

function buildFacts(params: EventMailParams, { t, language }: MailContext, dates: DateFormats): MailFact[] {
  const { events, before = [], currency, facility, address } = params;
  const reason = translateReason(params.reason ?? null, language);
  const [first, was] = [events[0], before[0]];
  if (!first) return [];
  const { players, unpaid, sharesUnpaid } = params.reminder ?? { players: [], unpaid: 0, sharesUnpaid: 0 };
  const owed = (minor: number) => (minor === 0 ? "" : formatMoney(minor, currency, language));
  const money = (minor: number) => (minor === 0 ? t("events.free") : formatMoney(minor, currency, language));
  const people = (count: number | null) => (count === null ? "" : t("events.peopleCount", { count }));
  const areSeveral = [first, was].some((event) => (event?.people ?? 1) > 1);
  const fact = (label: string, is: string, ofOther?: string): MailFact => ({
    label,
    lines: is ? [is] : [],
    ...(events.length === 1 && ofOther !== undefined && ofOther !== is && { was: ofOther }),
  });
  const fields = new Set([...events, ...(events.length > 1 ? before : [])].map(({ field }) => field));
  const range = (event: EventSummary) =>
    fields.size > 1 ? `${dates.range(event)} · ${event.field}` : dates.range(event);
  const line = (event: EventSummary, index: number) => {
    const former = before[index];
    return former && range(former) !== range(event) ? `${range(former)} → ${range(event)}` : range(event);
  };
  const sumOf = (list: readonly { price: number }[]) => list.reduce((sum, { price }) => sum + price, 0);
  const ofExtras = (list: readonly EventSummary[]) => sumExtras(list).map(({ total }) => ({ price: total }));
  const total = (list: readonly EventSummary[]) => money(sumOf([...list, ...ofExtras(list)]));
  const extras = (list: readonly EventSummary[]) =>
    sumExtras(list).map(
      ({ name, quantity, total: price }) =>
        `${name}${quantity > 1 ? `\u00a0×\u00a0${quantity}` : ""} · ${price === 0 ? t("extras.freeText") : money(price)}`,
    );
  const [extraLines, extraLinesBefore] = [extras(events), extras(before)];
  const haveExtras = extraLines.length + extraLinesBefore.length > 0;
  const isOtherwise = extraLines.join() !== extraLinesBefore.join();
  const extraFacts = [
    fact(t("events.price"), money(sumOf(events)), was && money(sumOf(before))),
    {
      ...{ label: t("extras.chosen"), lines: extraLines },
      ...(was && events.length === 1 && isOtherwise && { was: extraLinesBefore.join(", ") }),
    },
    fact(t("events.total"), total(events), was && total(before)),
  ];
  const title = (event: EventSummary) => titleToCustomer(event, language);
  // The club's address for mails stands below every mail.
  const phone = params.isGuest ? (params.contact?.phone ?? "") : "";
  const facts = [
    ...(reason ? [fact(t("events.reason"), reason)] : []),
    ...(was && title(was) !== title(first) ? [fact(t("events.name"), title(first), title(was))] : []),
    events.length === 1
      ? fact(t("events.mailWhen"), dates.range(first), was && dates.range(was))
      : { label: t("events.mailWhen"), lines: events.map(line) },
    ...(fields.size === 1 ? [fact(t("events.field"), first.field, was?.field)] : []),
    { label: t("events.facility"), lines: [facility, ...(address ? [address] : [])] },
    fact(t("organizations.phone"), phone),
    ...(areSeveral ? [fact(t("events.people"), people(first.people), was && people(was.people))] : []),
    { label: t("participants.title"), lines: players },
    ...(haveExtras
      ? extraFacts
      : [fact(t(events.length === 1 ? "events.price" : "events.total"), total(events), was && total(before))]),
    fact(t("events.mailUnpaid"), owed(unpaid)),
    fact(t("notifications.shareMissing"), owed(sharesUnpaid)),
  ];
  return facts.filter(({ lines }) => lines.length > 0);
}

function toCalendarEvent(
  event: EventSummary,
  params: EventMailParams,
  kind: EventMailKind,
  { appUrl, sender, language }: MailContext,
): CalendarEvent {
  const { facility, address, organization, organizationId, isGuest = false } = params;
  return {
    id: event.id,
    name: titleToCustomer(event, language),
    start: new Date(event.start),
    end: new Date(event.end),
    changedAt: new Date(event.changedAt),
    sequence: event.sequence,
    isCanceled: calendarMethods[kind] === "cancel",
    isTentative: event.isTentative,
    location: [event.field, facility, address].filter(Boolean).join(", "),
    ...(!isGuest && { url: `${appUrl}/organizations/${organizationId}/events/${event.id}` }),
    organizer: { name: organization, email: sender },
  };
}

const sayNoShowFee = (
  fee: number | undefined,
  { currency }: EventMailParams,
  { t, language }: Pick<MailContext, "t" | "language">,
): string | undefined =>
  fee === undefined ? undefined : `${t("events.ruleNoShow", { amount: formatMoney(fee, currency, language) })}.`;

/** Until when the booking can be canceled, or whom to ask, and what a no-show costs. */
function describeRule(
  { cancellation, noShowFee }: EventSummary,
  params: EventMailParams,
  words: Pick<MailContext, "t" | "language">,
  dates: DateFormats,
) {
  if (!cancellation) return undefined;
  const { t } = words;
  const { until, refundNow, steps = [{ until, percent: 100 }], isPaid = refundNow > 0 } = cancellation;
  const contact = params.contact ?? { phone: null, email: null };
  const text = describeCancellation(
    {
      ...{ ...cancellation, until: new Date(until) },
      steps: steps.map((step) => ({ ...step, until: new Date(step.until) })),
    },
    { payUntil: null, isPaid },
    { t, at: dates.long, contact },
  );
  return text && [joinCancellation(text), sayNoShowFee(noShowFee, params, words)].filter(Boolean).join(" ");
}

function buildMail(kind: EventMailKind, params: EventMailParams, reader: MailContext): MailContent {
  const { t, language, appUrl, calendarDomain } = reader;
  const { events, organization, organizationId, customer, isGuest = false, link } = params;
  const dates = createDateFormats(language, params);
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) throw new Error(`A mail "${kind}" without an event`);
  const was = params.before?.[0];
  const onlyFieldChanged = was?.start === first.start && was.field !== first.field;
  const when =
    events.length === 1
      ? [dates.short(first.start), onlyFieldChanged && first.field].filter(Boolean).join(", ")
      : t("events.mailTimes", { count: events.length, from: dates.date(first.start), to: dates.date(last.start) });
  const isOwn = params.isOwn && (kind === "Canceled" || kind === "Moved");
  const text = isOwn
    ? t(`events.mailTextOwn${kind}`, { organization })
    : t(`events.mailText${kind}`, { organization, customer: customer ?? "" });
  const method = calendarMethods[kind];
  const tellsRule = method === "publish" || kind === "Reminder";
  const note = !tellsRule
    ? undefined
    : events.length === 1
      ? describeRule(first, params, reader, dates)
      : sayNoShowFee(first.noShowFee, params, reader);
  const showLabel = isGuest && method === "publish" ? "events.mailShowGuest" : "events.mailShow";
  const buttonLabel = kind === "Requested" ? "events.mailDecide" : showLabel;
  const url = isGuest ? link : `${appUrl}/organizations/${organizationId}/events/${first.id}`;
  return {
    subject: t(`events.mailSubject${kind}`, { name: titleToCustomer(first, language), when }),
    preview: text,
    paragraphs: [text],
    facts: buildFacts(params, reader, dates),
    ...(url !== undefined && {
      button: { label: t(buttonLabel), url },
    }),
    ...(note && { note }),
    ...(method && {
      attachments: [
        {
          filename: "booking.ics",
          type: `text/calendar; charset=utf-8; method=${method.toUpperCase()}`,
          content: formatIcs(
            events.map((event) => toCalendarEvent(event, params, kind, reader)),
            { name: organization, domain: calendarDomain, method },
          ),
        },
      ],
    }),
  };
}

function createExample(kind: EventMailKind, facts: MailExample): EventMailParams {
  const { organizationId, organization, currency, timezone, start, end, price } = facts;
  const event: EventSummary = {
    ...{ id: organizationId, name: facts.booking, start, end, field: facts.field, people: 4, price },
    ...{ changedAt: start, isTentative: false },
  };
  return {
    ...{ organizationId, organization, currency, timezone, namesZone: false, customer: facts.person },
    ...{ facility: facts.facility, address: null, events: [event] },
    ...(kind === "Moved" && { before: [{ ...event, start: facts.formerStart, end: facts.formerEnd }] }),
    ...(kind === "Changed" && { before: [{ ...event, people: 2 }] }),
    ...((kind === "Rejected" || kind === "Canceled") && { reason: facts.reason }),
  };
}

export const eventMailTemplates = Object.fromEntries(
  mailKinds.map((kind) => [
    kind,
    defineMailTemplate<EventMailParams>(
      `events.${kind.toLowerCase()}`,
      (params, reader) => buildMail(kind, params, reader),
      {
        example: (facts) => createExample(kind, facts),
        optionalKind: kind === "Reminder" ? "own_booking_reminder" : undefined,
      },
    ),
  ]),
) as Record<EventMailKind, MailTemplate<EventMailParams>>;
