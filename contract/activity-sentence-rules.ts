/**
 * Says an entry of the activity in one sentence: "Claire moved Zoé’s padel from 6:00 PM to 7:30 PM". Pure. A kind without
 * a function of its own has the text of its message, with the names of who did it and of what it is about.
 */
import type { DateFormats } from "#messages/dates.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Language, Translate } from "#messages/translator.ts";
import { type ActivityEntry, activityMessageKey } from "./activity.ts";
import type { Attendance } from "./events.ts";
import type { ActivityAct } from "./index.ts";
import type { PaymentMethod } from "./payments.ts";

export type SentenceEntry = Omit<ActivityEntry, "id" | "subject" | "address">;

/** How the reader's language writes values. */
export interface SentenceFormats {
  t: Translate;
  language: Language;
  /** @param minor in the currency's minor unit: 1800 for €18.00 */
  money(minor: number, currency: string): string;
  /** @param timeZone default: the organization's */
  dates(timeZone?: string): DateFormats;
  /** Names the zone of a time where the reader's clock differs. */
  withZone(text: string, instant: string, timeZone?: string): string;
  /** @param minutes 90 for `1 h 30 min` */
  duration(minutes: number): string;
  /** Built-in roles are translated. */
  role(role: { id: number; name: string }): string;
  /** Called so where no person did it, or the reader may not know who. */
  nobody: string;
}

/** `subject` leads to what the entry is about. */
export type PartRole = "actor" | "subject" | "value";
export interface SentencePart {
  text: string;
  /** Undefined for the words between. */
  role?: PartRole;
}
export interface EntrySentence {
  parts: SentencePart[];
  /** Below the sentence: where, when, how much. */
  details: string[];
}

type Value = SentencePart | number;
interface Draft {
  key: MessageKey;
  values?: Record<string, Value | undefined>;
  details?: (string | undefined)[];
}
type DescribeEntry = (entry: SentenceEntry, formats: SentenceFormats) => Draft;

const subject = (text: string): SentencePart => ({ text, role: "subject" });
const value = (text: string): SentencePart => ({ text, role: "value" });
const plain = (text: string): SentencePart => ({ text });

/** A character of private use, which no text has. */
const MARK = "\uE000";
const startsWithVowel = (text: string) => /^[aeiouyœæ]/i.test(text.normalize("NFD"));

/** Fills a message, and keeps apart what fills it. */
function compose({ t, language }: SentenceFormats, key: MessageKey, values: Record<string, Value | undefined>) {
  const given = Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined);
  const marks = given.map(([name, one], index) => [name, typeof one === "number" ? one : `${MARK}${index}${MARK}`]);
  const text = (t as (key: string, params: object) => string)(key, Object.fromEntries(marks));
  const partAt = (index: string) => given[Number(index)]?.[1] as SentencePart;
  // "de Inès" is "d’Inès".
  const elided =
    language === "fr"
      ? text.replace(/\bde \uE000(\d+)\uE000/g, (whole, index: string) =>
          startsWithVowel(partAt(index).text) ? `d’${MARK}${index}${MARK}` : whole,
        )
      : text;
  return elided
    .split(MARK)
    .map((piece, index): SentencePart => (index % 2 === 1 ? partAt(piece) : { text: piece }))
    .filter((part) => part.text !== "");
}

const toText = (parts: readonly SentencePart[]) => parts.map((part) => part.text).join("");
export const sentenceText = ({ parts }: EntrySentence): string => toText(parts);

type State = SentenceEntry["after"];
const textIn = (state: State, member: string): string | undefined => {
  const found = state?.[member];
  return typeof found === "string" && found !== "" ? found : undefined;
};
const numberIn = (state: State, member: string): number | undefined => {
  const found = state?.[member];
  return typeof found === "number" ? found : undefined;
};
const nameIn = (state: State, member: string): string | undefined => textIn((state?.[member] ?? null) as State, "name");
const listIn = (state: State, member: string): unknown[] => {
  const found = state?.[member];
  return Array.isArray(found) ? (found as unknown[]) : [];
};

const quoted = ({ t }: SentenceFormats, title: string) => t("activity.quotedTitle", { title });

/** Name of the subject, as it is now or was then. */
export const findSubjectName = ({
  subjectName,
  before,
  after,
  customerName,
}: Pick<SentenceEntry, "subjectName" | "before" | "after" | "customerName">): string | undefined =>
  subjectName ??
  textIn(before, "name") ??
  textIn(after, "name") ??
  textIn(before, "email") ??
  textIn(after, "email") ??
  customerName ??
  undefined;

const titleOf = ({ event, subjectName, before, after, act }: SentenceEntry): string | undefined =>
  event?.name ??
  (act.startsWith("events.") ? (subjectName ?? textIn(after, "name") ?? textIn(before, "name")) : undefined);

/** Titles such as "Chevalier / Petit" say whose it is. */
const saysWhose = (title: string, customer: string) =>
  customer.split(/\s+/).some((word) => word.length > 2 && title.includes(word));

/** The customer of the event, else the one whom the entry was about when it was noted. */
const customerOf = ({ event, customerName }: SentenceEntry): string | undefined =>
  event?.customerName ?? customerName ?? undefined;

/** "Zoé Chevalier’s Padel"; the title alone if it says whose it is, or if the customer did it. */
function callEvent(entry: SentenceEntry, formats: SentenceFormats): SentencePart {
  const title = titleOf(entry);
  const customer = customerOf(entry);
  const isOwn = customer === entry.actor?.full_name;
  const say = (key: MessageKey, values: Record<string, Value>) => subject(toText(compose(formats, key, values)));
  const ofCustomer = () => say("activity.bookingOfCustomer", { customer: plain(customer ?? "") });
  if (title === undefined) return customer && !isOwn ? ofCustomer() : plain(formats.t("activity.aBooking"));
  if (customer === title) return isOwn ? say("activity.aBooking", {}) : ofCustomer();
  if (!customer || isOwn || saysWhose(title, customer)) return subject(quoted(formats, title));
  return say("activity.titleOfCustomer", { title: plain(title), customer: plain(customer) });
}

type Span = { start: string; end: string | undefined };
const timeZoneOf = ({ event }: SentenceEntry) => event?.timezone;

/** The day, with its year if that is not the entry's. */
function sayDay(instant: string, { at }: SentenceEntry, dates: DateFormats): string {
  return instant.slice(0, 4) === at.slice(0, 4) ? dates.day(instant) : dates.weekdayDate(instant);
}

function saySpan({ start, end }: Span, entry: SentenceEntry, formats: SentenceFormats): string {
  const dates = formats.dates(timeZoneOf(entry));
  const times = end === undefined ? dates.time(start) : dates.timeRange(start, end);
  const text = formats.t("activity.dayAndTimes", { day: sayDay(start, entry, dates), times });
  return formats.withZone(text, start, timeZoneOf(entry));
}

/** The price that a booking had when it was made; entries before November 2026 do not hold it. */
function sayPrice({ event, after }: SentenceEntry, { money }: SentenceFormats): string | undefined {
  const price = numberIn(after, "price") ?? event?.price ?? 0;
  return event && price > 0 ? money(price, event.currency) : undefined;
}

/** Field, day and times of an event. */
const sayEvent = (entry: SentenceEntry, formats: SentenceFormats, withField = true): (string | undefined)[] =>
  entry.event
    ? [
        withField ? entry.event.fieldName : undefined,
        saySpan({ start: entry.event.startTime, end: entry.event.endTime }, entry, formats),
      ]
    : [];

const sayReason = ({ after }: SentenceEntry, formats: SentenceFormats) => {
  const reason = textIn(after, "reason");
  return reason && quoted(formats, reason);
};

/** Entries below it that did the same. */
function sayMore({ act, parts }: SentenceEntry, { t }: SentenceFormats): string | undefined {
  const count = parts.find((part) => part.act === act)?.count ?? 0;
  return count > 0 ? t("activity.moreLikeIt", { count }) : undefined;
}

const partTexts = {
  "events.update": "activity.partsUpdate",
  "events.cancel": "activity.partsCancel",
  "events.restore": "activity.partsRestore",
} as const satisfies Partial<Record<ActivityAct, MessageKey>>;
const isCounted = (act: string): act is keyof typeof partTexts => act in partTexts;

/** Other deeds to bookings in the same request. */
const sayParts = ({ act: own, parts }: SentenceEntry, { t }: SentenceFormats): string[] =>
  parts.flatMap(({ act, count }) => (act !== own && isCounted(act) ? [t(partTexts[act], { count })] : []));

const aboutEvent: DescribeEntry = (entry, formats) => ({
  key: activityMessageKey(entry.act) as MessageKey,
  values: { event: callEvent(entry, formats) },
  details: [
    ...sayEvent(entry, formats),
    sayReason(entry, formats),
    sayMore(entry, formats),
    ...sayParts(entry, formats),
  ],
});

const attendanceTexts = {
  arrived: "activity.eventsArrived",
  no_show: "activity.eventsNoShow",
} as const satisfies Record<Attendance, MessageKey>;

/** The fee that a no-show costs, or that it costs none although one was told. */
function sayNoShowFee({ after }: SentenceEntry, { t, money }: SentenceFormats): string | undefined {
  const fee = numberIn(after, "noShowFee");
  if (fee !== undefined) return t("activity.noShowFee", { amount: money(fee, textIn(after, "currency") ?? "EUR") });
  return after?.["noShowFee"] === null ? t("activity.noShowWithoutFee") : undefined;
}

const aboutAttendance: DescribeEntry = (entry, formats) => {
  const { details = [], ...about } = aboutEvent(entry, formats);
  const attendance = textIn(entry.after, "attendance");
  const isWaived = attendance === undefined && entry.after?.["noShowFee"] === null;
  return {
    ...about,
    key: isWaived
      ? "activity.eventsNoShowWaived"
      : (attendanceTexts[attendance as Attendance] ?? "activity.eventsMarkAttendance"),
    details: isWaived ? details : [...details, sayNoShowFee(entry, formats)],
  };
};

const aboutBooking: DescribeEntry = (entry, formats) => {
  const { event, actor, after, names } = entry;
  const fieldName = names[textIn(after, "fieldId") ?? ""] ?? event?.fieldName ?? formats.t("activity.someField");
  const title = titleOf(entry);
  const start = textIn(after, "startTime") ?? event?.startTime;
  const minutes = numberIn(after, "duration");
  const end = start && minutes ? new Date(Date.parse(start) + minutes * 60_000).toISOString() : event?.endTime;
  const when = start && saySpan({ start: new Date(start).toISOString(), end }, entry, formats);
  if ((textIn(after, "kind") ?? event?.kind) === "block")
    return {
      key: "activity.eventsBlock",
      values: { field: subject(fieldName), title: value(quoted(formats, title ?? formats.t("activity.aBooking"))) },
      details: [when, sayMore(entry, formats), ...sayParts(entry, formats)],
    };
  const customer = customerOf(entry) === actor?.full_name ? undefined : customerOf(entry);
  return {
    key: customer ? "activity.eventsCreateFor" : "activity.eventsCreate",
    values: { field: subject(fieldName), ...(customer && { customer: value(customer) }) },
    details: [
      title && title !== customer ? quoted(formats, title) : undefined,
      when,
      sayPrice(entry, formats),
      sayMore(entry, formats),
    ],
  };
};

interface Move {
  from: string | undefined;
  to: string | undefined;
}
const moveOf = ({ before, after }: SentenceEntry, read: (state: State) => string | undefined): Move | undefined => {
  const [from, to] = [read(before), read(after)];
  return from !== undefined && to !== undefined && from !== to ? { from, to } : undefined;
};

function describeMove(entry: SentenceEntry, formats: SentenceFormats): Draft | undefined {
  const time = moveOf(entry, (state) => textIn(state, "startTime"));
  const field = moveOf(entry, (state) => nameIn(state, "field") ?? entry.names[textIn(state, "fieldId") ?? ""]);
  if (!time && !field) return undefined;
  const dates = formats.dates(timeZoneOf(entry));
  const [from, to] = [time?.from ?? "", time?.to ?? ""];
  const isSameDay = time !== undefined && dates.date(from) === dates.date(to);
  const sayTime = (instant: string) =>
    isSameDay
      ? dates.time(instant)
      : formats.t("activity.dayAndTime", { day: sayDay(instant, entry, dates), time: dates.time(instant) });
  const key: MessageKey = !time
    ? "activity.eventsMoveField"
    : field
      ? isSameDay
        ? "activity.eventsMoveTimeAndField"
        : "activity.eventsMoveDateAndField"
      : isSameDay
        ? "activity.eventsMoveTime"
        : "activity.eventsMoveDate";
  const times = time ? { from: plain(sayTime(from)), to: value(sayTime(to)) } : {};
  const fields = field
    ? time
      ? { fromField: plain(field.from ?? ""), toField: value(field.to ?? "") }
      : { from: plain(field.from ?? ""), to: value(field.to ?? "") }
    : {};
  const start = time?.to ?? entry.event?.startTime;
  const end = textIn(entry.after, "endTime") ?? entry.event?.endTime;
  const price = sayPriceChange(entry, formats);
  return {
    key,
    values: { event: callEvent(entry, formats), ...times, ...fields },
    details: [
      field ? undefined : entry.event?.fieldName,
      start && saySpan({ start, end }, entry, formats),
      price && formats.t("activity.priceFromTo", price),
      sayReason(entry, formats),
      sayMore(entry, formats),
      ...sayParts(entry, formats),
    ],
  };
}

function sayPriceChange({ before, after, event }: SentenceEntry, { money }: SentenceFormats) {
  const [from, to] = [numberIn(before, "price"), numberIn(after, "price")];
  if (from === undefined || to === undefined || !event) return undefined;
  return { from: money(from, event.currency), to: money(to, event.currency) };
}

const aboutChange: DescribeEntry = (entry, formats) => {
  const { before, after } = entry;
  const moved = describeMove(entry, formats);
  if (moved) return moved;
  const details = [...sayEvent(entry, formats), sayMore(entry, formats)];
  const [was, is] = [numberIn(before, "duration"), numberIn(after, "duration")];
  const event = callEvent(entry, formats);
  if (was !== undefined && is !== undefined)
    return {
      key: "activity.eventsDuration",
      values: { event, from: plain(formats.duration(was)), to: value(formats.duration(is)) },
      details,
    };
  const price = sayPriceChange(entry, formats);
  if (price)
    return { key: "activity.eventsPrice", values: { event, from: plain(price.from), to: value(price.to) }, details };
  const [oldTitle, title] = [textIn(before, "name"), textIn(after, "name")];
  if (oldTitle && title)
    return {
      key: "activity.eventsRename",
      values: { from: plain(quoted(formats, oldTitle)), to: subject(quoted(formats, title)) },
      details,
    };
  return { key: "activity.eventsUpdate", values: { event }, details };
};

const methodTexts = {
  cash: "activity.inCash",
  card: "activity.byCard",
  card_on_site: "activity.byCardOnSite",
  check: "activity.byCheck",
  transfer: "activity.byTransfer",
  balance: "activity.byBalance",
  voucher: "activity.byVoucher",
} as const satisfies Record<PaymentMethod, MessageKey>;

/** "€18.00 in cash". */
function sayAmount({ after }: SentenceEntry, { t, money }: SentenceFormats): string {
  const amount = money(numberIn(after, "amount") ?? 0, textIn(after, "currency") ?? "EUR");
  const method = methodTexts[textIn(after, "method") as PaymentMethod] as MessageKey | undefined;
  return method ? `${amount} ${(t as (key: MessageKey) => string)(method)}` : amount;
}

/** The payer at the desk: the customer, else the name on the payment. */
const payerOf = (entry: SentenceEntry): string | undefined => customerOf(entry) ?? entry.subjectName ?? undefined;

/** "“Tennis balls × 2”, “Locker key”"; undefined for a booking. */
function saySold({ after }: SentenceEntry, formats: SentenceFormats): SentencePart | undefined {
  const sold = listIn(after, "sold").map((label) => quoted(formats, String(label)));
  return sold.length > 0 ? subject(sold.join(", ")) : undefined;
}

const aboutMoney: DescribeEntry = (entry, formats) => ({
  key: activityMessageKey(entry.act) as MessageKey,
  values: { event: saySold(entry, formats) ?? callEvent(entry, formats), amount: value(sayAmount(entry, formats)) },
  // The reason of a refund that failed is a word of the provider.
  details: [...sayEvent(entry, formats), entry.act === "payments.refund" ? sayReason(entry, formats) : undefined],
});

const tillMovementTexts: Readonly<Record<string, MessageKey>> = {
  paid_in: "activity.tillsMovePaidIn",
  paid_out: "activity.tillsMovePaidOut",
  bank: "activity.tillsMoveBank",
};

const aboutTill: DescribeEntry = (entry, formats) => ({
  key: tillMovementTexts[textIn(entry.after, "kind") ?? ""] ?? (activityMessageKey(entry.act) as MessageKey),
  values: {
    name: subject(findSubjectName(entry) ?? formats.t("activity.goneThing")),
    amount: value(sayAmount(entry, formats)),
    number: value(String(numberIn(entry.after, "number") ?? "")),
  },
  details: [sayTillDifference(entry, formats), sayReason(entry, formats)],
});

function sayTillDifference({ after }: SentenceEntry, { t, money }: SentenceFormats): string | undefined {
  const difference = numberIn(after, "difference") ?? 0;
  if (difference === 0) return undefined;
  const amount = money(Math.abs(difference), textIn(after, "currency") ?? "EUR");
  return t(difference > 0 ? "activity.tillMore" : "activity.tillLess", { amount });
}

const paidTogether = (entry: SentenceEntry, formats: SentenceFormats, payer: string | undefined) => ({
  amount: value(sayAmount(entry, formats)),
  count: listIn(entry.after, "eventIds").length + listIn(entry.after, "sold").length,
  ...(payer && { customer: value(payer) }),
});

const aboutSeries =
  (counted: "created" | "updated" | "canceled"): DescribeEntry =>
  (entry, formats) => {
    const { event, after, names } = entry;
    const dates = formats.dates(timeZoneOf(entry));
    const skipped = numberIn(after, "skipped") ?? 0;
    const customer = customerOf(entry);
    const fieldName = event?.fieldName ?? names[textIn(after, "fieldId") ?? ""] ?? formats.t("activity.someField");
    const name = findSubjectName(entry) ?? event?.name ?? formats.t("activity.goneThing");
    return {
      key: activityMessageKey(entry.act) as MessageKey,
      values: { count: numberIn(after, counted) ?? 0, name: subject(name), field: value(fieldName) },
      details: [
        customer && customer !== entry.actor?.full_name && !name.includes(customer) ? customer : undefined,
        counted === "created" ? undefined : event?.fieldName,
        event ? dates.timeRange(event.startTime, event.endTime) : undefined,
        event?.lastTime ? saySeriesDates(event.startTime, event.lastTime, dates) : undefined,
        skipped > 0 ? formats.t("activity.datesSkipped", { count: skipped }) : undefined,
        sayReason(entry, formats),
      ],
    };
  };

const saySeriesDates = (first: string, last: string, dates: DateFormats): string =>
  first === last ? dates.date(first) : `${dates.date(first)} – ${dates.date(last)}`;

const noon = (date: string) => `${date}T12:00:00Z`;
function sayLocalDates({ before, after }: SentenceEntry, formats: SentenceFormats): string | undefined {
  const state = after && "from" in after ? after : before;
  const [from, to] = [textIn(state, "from"), textIn(state, "to")];
  if (!from || !to) return undefined;
  const { weekdayDate } = formats.dates("UTC");
  return from === to ? weekdayDate(noon(from)) : `${weekdayDate(noon(from))} – ${weekdayDate(noon(to))}`;
}

const aboutClosure: DescribeEntry = (entry, formats) => {
  const { after, names } = entry;
  const place = names[textIn(after, "fieldId") ?? ""] ?? names[textIn(after, "facilityId") ?? ""];
  return {
    key: after?.["closed"] === false ? "activity.hoursSpecial" : "activity.hoursCreateClosure",
    values: {
      place: value(place ?? formats.t("activity.wholeClub")),
      name: subject(findSubjectName(entry) ?? formats.t("activity.goneThing")),
    },
    details: [sayLocalDates(entry, formats), sayReason(entry, formats), ...sayParts(entry, formats)],
  };
};

const withDates: DescribeEntry = (entry, formats) => ({
  ...aboutSubject(entry, formats),
  details: [sayLocalDates(entry, formats)],
});

/** The text of its message, with the name of what it is about. */
const aboutSubject: DescribeEntry = (entry, formats) => {
  const name = findSubjectName(entry);
  return {
    key: activityMessageKey(entry.act) as MessageKey,
    values: { name: name === undefined ? plain(formats.t("activity.goneThing")) : subject(name) },
    details: [sayMore(entry, formats)],
  };
};

const isRole = (role: unknown): role is { id: number; name: string } =>
  typeof role === "object" && role !== null && "id" in role && "name" in role;
const sayRole = (state: State, { role }: SentenceFormats): string | undefined => {
  const found = state?.["role"];
  return isRole(found) ? role(found) : undefined;
};

/** As `aboutSubject`, with more values for its text. */
const withValues =
  (read: (entry: SentenceEntry, formats: SentenceFormats) => Record<string, Value>): DescribeEntry =>
  (entry, formats) => {
    const draft = aboutSubject(entry, formats);
    return { ...draft, values: { ...draft.values, ...read(entry, formats) } };
  };

/** The one who stands with the customer whom the entry is about. */
const withRelative = withValues(({ after }, { t }) => ({
  person: value(nameIn(after, "from") ?? t("activity.someCustomer")),
}));

const withRole = withValues(({ before, after }, formats) => ({
  role: value(sayRole(after, formats) ?? sayRole(before, formats) ?? formats.t("activity.goneThing")),
}));

const aboutMember: DescribeEntry = (entry, formats) => {
  const { before, after } = entry;
  const draft = aboutSubject(entry, formats);
  const [was, is] = [before, after].map((state) => listIn(state, "roles").filter(isRole).map(formats.role).join(", "));
  if (was && is && was !== is)
    return { ...draft, key: "activity.membersRoles", values: { ...draft.values, from: plain(was), to: value(is) } };
  const active = after?.["active"];
  if (typeof active !== "boolean") return draft;
  return { ...draft, key: active ? "activity.membersActivate" : "activity.membersDeactivate" };
};

const countOf = (state: State, member: string, say: (count: number) => string): string | undefined => {
  const count = numberIn(state, member) ?? 0;
  return count > 0 ? say(count) : undefined;
};

const aboutDomain: DescribeEntry = (entry, formats) => ({
  ...aboutSubject(entry, formats),
  details: [textIn(entry.after ?? entry.before, "domain")],
});
const withRowCount: DescribeEntry = (entry, formats) => ({
  ...aboutSubject(entry, formats),
  details: [countOf(entry.after, "rows", (count) => formats.t("activity.rowsCount", { count }))],
});

/** A link to pay is for a booking, or for something that was sold. */
const aboutCopiedLink: DescribeEntry = (entry, formats) => ({
  key: activityMessageKey(entry.act) as MessageKey,
  values: { event: saySold(entry, formats) ?? callEvent(entry, formats) },
  details: sayEvent(entry, formats),
});
const aboutLink: DescribeEntry = (entry, formats) => ({
  key: activityMessageKey(entry.act) as MessageKey,
  values: {
    event: saySold(entry, formats) ?? callEvent(entry, formats),
    email: value(textIn(entry.after, "email") ?? formats.t("activity.someCustomer")),
  },
  details: sayEvent(entry, formats),
});

const nameMonth: (...given: Parameters<DescribeEntry>) => string = ({ after }, { dates, t }) => {
  const month = textIn(after, "month");
  return month ? dates("UTC").month(`${month}-01T12:00:00Z`) : t("activity.goneThing");
};

const sentences: Partial<Record<ActivityAct, DescribeEntry>> = {
  "accounting.closeMonth": (entry, formats) => ({
    key: "activity.accountingCloseMonth",
    values: { month: subject(nameMonth(entry, formats)) },
  }),
  "charges.void": (entry, formats) => ({
    key: "activity.chargesVoid",
    values: { sold: saySold(entry, formats) ?? plain(formats.t("activity.goneThing")) },
    details: [customerOf(entry), sayReason(entry, formats)],
  }),
  "charges.writeOff": (entry, formats) => ({ ...aboutMoney(entry, formats), details: [sayReason(entry, formats)] }),
  "customers.addNote": (entry, formats) => {
    const text = textIn(entry.after, "text");
    return { ...aboutSubject(entry, formats), details: [text && quoted(formats, text)] };
  },
  "customers.create": (entry, formats) => {
    const { after } = entry;
    const written = [textIn(after, "firstName"), textIn(after, "lastName")].filter(Boolean).join(" ");
    const name = entry.subjectName ?? textIn(after, "legalName") ?? written;
    return aboutSubject({ ...entry, subjectName: name || null }, formats);
  },
  "customers.merge": withValues(({ after }, { t }) => ({
    merged: value(nameIn(after, "merged") ?? t("activity.someCustomer")),
  })),
  "customers.deleteRelation": withRelative,
  "customers.setRelation": withRelative,
  "customers.message": withValues(({ after }) => ({ subject: plain(textIn(after, "subject") ?? "…") })),
  "events.approve": aboutEvent,
  "events.cancel": aboutEvent,
  "events.complete": aboutEvent,
  "events.create": aboutBooking,
  "events.expire": aboutEvent,
  "events.lapse": aboutEvent,
  "events.markAttendance": aboutAttendance,
  "events.offer": aboutEvent,
  "events.pay": aboutEvent,
  "events.reject": aboutEvent,
  "events.remind": aboutEvent,
  "events.restore": aboutEvent,
  "events.update": aboutChange,
  "fields.duplicate": (entry, formats) => ({
    ...aboutSubject(entry, formats),
    details: [textIn(entry.after, "copies")],
  }),
  "hours.createClosure": aboutClosure,
  "hours.deleteClosure": withDates,
  "hours.restoreClosure": withDates,
  "hours.updateClosure": aboutSubject,
  "invoices.monthly": (entry, formats) => ({
    key: "activity.invoicesMonthly",
    values: { month: plain(nameMonth(entry, formats)) },
  }),
  "imports.cancel": withRowCount,
  "imports.cancelBookings": withRowCount,
  "imports.cancelCustomers": withRowCount,
  "imports.cancelPacks": withRowCount,
  "imports.cancelSubscriptions": withRowCount,
  "imports.customers": ({ after }, { t }) => ({
    key: "activity.importsCustomers",
    details: [
      countOf(after, "created", (count) => t("activity.customersNew", { count })),
      countOf(after, "updated", (count) => t("activity.customersKnown", { count })),
      countOf(after, "failed", (count) => t("activity.customersFailed", { count })),
    ],
  }),
  "imports.start": withRowCount,
  "imports.startBookings": withRowCount,
  "imports.startCustomers": withRowCount,
  "imports.startPacks": withRowCount,
  "imports.startSubscriptions": withRowCount,
  "invoices.issue": (entry, formats) => {
    const { after } = entry;
    const total = numberIn(after, "totalAmount");
    return {
      key: total !== undefined && total < 0 ? "activity.invoicesIssueCreditNote" : "activity.invoicesIssue",
      values: { number: subject(entry.subjectName ?? textIn(after, "number") ?? "…") },
      details: [
        total === undefined ? undefined : formats.money(total, textIn(after, "currency") ?? "EUR"),
        customerOf(entry),
      ],
    };
  },
  "invoices.create": (entry, formats) => ({
    key: "activity.invoicesCreate",
    values: { number: subject(entry.subjectName ?? textIn(entry.after, "number") ?? "…") },
    details: [
      formats.money(numberIn(entry.after, "totalAmount") ?? 0, textIn(entry.after, "currency") ?? "EUR"),
      customerOf(entry),
    ],
  }),
  "invoices.send": (entry, { t }) => ({
    key: "activity.invoicesSend",
    values: {
      number: subject(entry.subjectName ?? textIn(entry.after, "number") ?? "…"),
      email: value(textIn(entry.after, "email") ?? t("activity.someCustomer")),
    },
    details: [customerOf(entry)],
  }),
  "members.acceptInvitation": withRole,
  "members.invite": withRole,
  "members.update": aboutMember,
  "payments.checkout": aboutMoney,
  "payments.chargeCheckout": aboutMoney,
  "payments.checkoutSeveral": (entry, formats) => ({
    key: "activity.paymentsCheckoutSeveral",
    values: paidTogether(entry, formats, payerOf(entry)),
  }),
  "payments.chargeLink": aboutLink,
  "payments.copyChargeLink": aboutCopiedLink,
  "payments.copyLink": aboutCopiedLink,
  "payments.link": aboutLink,
  "payments.customerLink": (entry, formats) => ({
    key: "activity.paymentsCustomerLink",
    values: {
      amount: value(sayAmount(entry, formats)),
      customer: value(payerOf(entry) ?? formats.t("activity.someCustomer")),
      email: value(textIn(entry.after, "email") ?? formats.t("activity.someCustomer")),
    },
  }),
  "payments.copyCustomerLink": (entry, formats) => ({
    key: "activity.paymentsCopyCustomerLink",
    values: {
      amount: value(sayAmount(entry, formats)),
      customer: value(payerOf(entry) ?? formats.t("activity.someCustomer")),
    },
  }),
  "payments.payOut": (entry, formats) => ({
    key: "activity.paymentsPayOut",
    values: {
      amount: value(sayAmount(entry, formats)),
      customer: value(payerOf(entry) ?? formats.t("activity.someCustomer")),
    },
  }),
  "payments.payPrepaid": aboutMoney,
  "payments.receive": aboutMoney,
  "payments.takeVoucherBack": (entry, formats) => ({
    key: "activity.paymentsTakeVoucherBack",
    values: {
      amount: value(sayAmount(entry, formats)),
      customer: value(payerOf(entry) ?? formats.t("activity.someCustomer")),
    },
  }),
  "payments.record": (entry, formats) => aboutMoney({ ...entry, customerName: payerOf(entry) ?? null }, formats),
  "payments.recordOfCustomer": (entry, formats) => ({
    key: "activity.paymentsRecordOfCustomer",
    values: paidTogether(entry, formats, payerOf(entry) ?? formats.t("activity.someCustomer")),
  }),
  "payments.recordSeveral": (entry, formats) => {
    const payer = payerOf(entry);
    return {
      key: payer ? "activity.paymentsRecordSeveralOf" : "activity.paymentsRecordSeveral",
      values: paidTogether(entry, formats, payer),
    };
  },
  "payments.refund": aboutMoney,
  "payments.refundFail": aboutMoney,
  "payments.refundSent": aboutMoney,
  "payments.refundSucceed": aboutMoney,
  "payments.remind": (entry, formats) => {
    const count = listIn(entry.after, "eventIds").length + listIn(entry.after, "sold").length;
    const customer = customerOf(entry);
    if (customer && count > 1 && numberIn(entry.after, "customers") === 1)
      return { key: "activity.paymentsRemindSeveralOf", values: { count, customer: value(customer) } };
    if (count !== 1 || !customer) return { key: "activity.paymentsRemindSeveral", values: { count } };
    return {
      key: "activity.paymentsRemind",
      values: {
        customer: value(customer),
        event:
          saySold(entry, formats) ??
          callEvent(
            { ...entry, customerName: null, event: entry.event && { ...entry.event, customerName: null } },
            formats,
          ),
      },
      details: sayEvent(entry, formats),
    };
  },
  "payments.remindByStep": (entry, formats) => ({
    key: "activity.paymentsRemindByStep",
    values: {
      customer: value(customerOf(entry) ?? formats.t("activity.someCustomer")),
      amount: value(sayAmount(entry, formats)),
    },
  }),
  "payments.sell": (entry, formats) => ({
    key: entry.after?.["isPaidLater"] === true ? "activity.paymentsSellLater" : "activity.paymentsSell",
    values: {
      sold: saySold(entry, formats) ?? plain(formats.t("activity.goneThing")),
      customer: value(payerOf(entry) ?? formats.t("activity.someCustomer")),
      amount: value(sayAmount(entry, formats)),
    },
    details: [sayReason(entry, formats)],
  }),
  "payments.succeed": (entry, formats) => ({
    ...aboutMoney(entry, formats),
    key: entry.actor ? "activity.paymentsSucceedBy" : "activity.paymentsSucceed",
  }),
  "series.add": aboutSeries("created"),
  "series.cancel": aboutSeries("canceled"),
  "series.create": aboutSeries("created"),
  "series.update": aboutSeries("updated"),
  "sign-on-providers.addDomain": aboutDomain,
  "sign-on-providers.checkDomain": aboutDomain,
  "sign-on-providers.deleteDomain": aboutDomain,
  "tills.close": aboutTill,
  "tills.move": aboutTill,
  "tills.open": aboutTill,
};

/** Deeds of the system that come in numbers: a row of them is one line that unfolds. */
const severalTexts = {
  "events.complete": "activity.severalComplete",
  "events.expire": "activity.severalExpire",
  "events.remind": "activity.severalReminders",
  "invoices.issue": "activity.severalInvoices",
} as const satisfies Partial<Record<ActivityAct, MessageKey>>;
const comesInNumbers = (act: string): act is keyof typeof severalTexts => act in severalTexts;

/** @returns undefined for deeds of people, and for kinds that are told one by one */
export const describeSeveral = (
  { act, actor }: Pick<SentenceEntry, "act" | "actor">,
  count: number,
  t: Translate,
): string | undefined => (actor === null && comesInNumbers(act) ? t(severalTexts[act], { count }) : undefined);

const movedMembers = ["startTime", "endTime", "field", "duration", "price", "priceCustomized"];

/** The sentence, or the line below it, says this member of what was before and after. */
export function isTold({ act, before, after }: Pick<SentenceEntry, "act" | "before" | "after">, path: string): boolean {
  const isNew = before === null || Object.keys(before).length === 0;
  const hasOwnSentence = act in sentences;
  if (isNew) return hasOwnSentence ? act !== "series.update" || path === "name" : path === "name" || path === "email";
  if (act === "events.update")
    return (
      path === "cancelableUntil" ||
      movedMembers.includes(path) ||
      (path === "name" && !Object.keys(after ?? {}).some((member) => movedMembers.includes(member)))
    );
  return hasOwnSentence && /^(?:status|reason|roles|active)$/.test(path);
}

/** A sentence may begin with a thing: "La réservation de Zoé a eu lieu". */
const capitalize = ({ text, ...part }: SentencePart): SentencePart => ({
  ...part,
  text: text.charAt(0).toUpperCase() + text.slice(1),
});

export function describeEntry(entry: SentenceEntry, formats: SentenceFormats): EntrySentence {
  const describe = (sentences as Partial<Record<string, DescribeEntry>>)[entry.act] ?? aboutSubject;
  const { key, values, details = [] } = describe(entry, formats);
  const actor: SentencePart = { text: entry.actor?.full_name ?? formats.nobody, role: "actor" };
  const [first, ...rest] = compose(formats, key, { actor, ...values });
  return {
    parts: first ? [first.role === "subject" ? capitalize(first) : first, ...rest] : [],
    details: details.filter((detail): detail is string => detail !== undefined && detail !== ""),
  };
}
