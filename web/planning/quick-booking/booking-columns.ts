/** Maps each field of a quick booking to its initial value, the request, the whole event form and a copy. */
import type * as z from "zod/mini";
import { defaultEventType, type Event, type events } from "#contract/events.ts";
import type { Draft } from "#contract/kit.ts";
import type { series } from "#contract/series.ts";
import { blankCustomer, toCustomerChoice } from "#web/customers/booking-customer.ts";
import type { EventFormDraft } from "#web/events/event-draft.ts";
import type { BookingPlace, QuickDraft } from "./quick-draft.ts";

type EventBody = Draft<typeof events.create>;
type EventFormValues = Partial<z.input<typeof EventFormDraft>>;

interface BodyContext {
  place: BookingPlace;
  defaultName: string;
  overrideNote: (reason: string) => string;
}

interface BookingColumn<Value> {
  initial: Value;
  toBody?: (filled: QuickDraft, context: BodyContext) => Partial<EventBody>;
  toEventForm?: (filled: QuickDraft) => EventFormValues;
  fromEvent?: (event: Event) => Value;
  /** Typed text is restored when the same place is opened again. */
  isRemembered?: true;
}

const isBlock = ({ kind }: QuickDraft) => kind === "block";
const unlessBlock = <Part extends object>(filled: QuickDraft, part: Part | false | null | undefined | "" | 0) =>
  isBlock(filled) || !part ? {} : part;

export const bookingColumns = {
  kind: {
    initial: "event",
    toBody: (filled) => (isBlock(filled) ? { kind: "block" } : {}),
    toEventForm: (filled) => ({ kind: isBlock(filled) ? "block" : "event" }),
  },
  fieldId: {
    initial: "",
    toBody: (_, { place: { fieldId } }) => ({ fieldId }),
    toEventForm: ({ fieldId }) => ({ fieldId }),
  },
  // The request has one instant for date and time.
  date: { initial: "", toEventForm: ({ date }) => ({ date }) },
  startTime: {
    initial: "",
    toBody: (_, { place: { startTime } }) => ({ startTime }),
    toEventForm: ({ startTime }) => ({ startTime }),
  },
  duration: {
    initial: 60,
    toBody: ({ duration }) => ({ duration }),
    toEventForm: ({ duration }) => ({ duration }),
  },
  type: {
    initial: defaultEventType,
    toBody: (filled) => ({ type: isBlock(filled) ? "other" : filled.type }),
    toEventForm: ({ type }) => ({ type }),
    fromEvent: ({ type }) => type,
  },
  priceType: {
    initial: null,
    toBody: (filled) => unlessBlock(filled, filled.priceType && { priceType: filled.priceType }),
    toEventForm: ({ priceType }) => ({ priceType: priceType ?? null }),
    fromEvent: ({ priceType }) => priceType,
  },
  people: {
    initial: null,
    toBody: (filled) => unlessBlock(filled, filled.people && { people: filled.people }),
    toEventForm: ({ people }) => ({ people: people ?? null }),
    fromEvent: ({ kind, people }) => (kind === "block" ? null : people),
    isRemembered: true,
  },
  // Payments and links are requested after the event exists; see `save-booking.ts`.
  payment: {
    initial: "on_site",
    toBody: (filled) =>
      filled.kind === "event" && filled.payment === "pack" && filled.packId
        ? { packId: filled.packId }
        : unlessBlock(filled, filled.payment === "free" && { price: 0 }),
    toEventForm: ({ payment }) => ({ price: payment === "free" ? 0 : null, priceReason: "" }),
  },
  // The one that is offered: see `PriceFields`.
  packId: { initial: null },
  promoCode: {
    initial: "",
    toBody: ({ kind, payment, promoCode }) =>
      kind === "event" && promoCode && payment !== "pack" && payment !== "free" ? { promoCode } : {},
    toEventForm: ({ promoCode }) => ({ promoCode: promoCode ?? "" }),
  },
  extras: {
    initial: [],
    toBody: (filled) => (filled.kind === "event" && filled.extras.length > 0 ? { extras: filled.extras } : {}),
    toEventForm: ({ extras }) => ({ extras }),
  },
  method: { initial: "cash" },
  email: { initial: "" },
  customer: {
    initial: blankCustomer,
    toBody: (filled, { defaultName }) => {
      const customer = toCustomerChoice(filled.customer);
      return unlessBlock(filled, { name: defaultName, ...(customer ? { customer } : {}) });
    },
    toEventForm: (filled) => ({
      customer: {
        customerId: filled.customer.customerId ?? "",
        name: filled.customer.name ?? "",
        phone: filled.customer.phone ?? "",
        email: filled.customer.email ?? "",
        denied: filled.customer.denied,
      },
      ...unlessBlock(filled, { name: filled.customer.name ?? "" }),
    }),
    fromEvent: ({ customer }) => ({
      ...blankCustomer,
      customerId: customer?.customerId ?? "",
      name: customer?.name ?? "",
    }),
    isRemembered: true,
  },
  text: {
    initial: "",
    toBody: (filled) => {
      if (!filled.text) return {};
      return filled.isInternal || isBlock(filled) ? { internalNotes: filled.text } : { notes: filled.text };
    },
    toEventForm: (filled) =>
      filled.isInternal || isBlock(filled) ? { internalNotes: filled.text ?? "" } : { notes: filled.text ?? "" },
    fromEvent: ({ notes, internalNotes }) => notes ?? internalNotes ?? "",
    isRemembered: true,
  },
  isInternal: {
    initial: false,
    fromEvent: ({ notes, internalNotes }) => !notes && Boolean(internalNotes),
    isRemembered: true,
  },
  override: {
    initial: false,
    toBody: (filled) => unlessBlock(filled, filled.override && { override: true }),
    toEventForm: ({ override }) => ({ override }),
  },
  overrideReason: {
    initial: "",
    toBody: (filled, { overrideNote }) =>
      unlessBlock(
        filled,
        filled.override && filled.overrideReason && { internalNotes: overrideNote(filled.overrideReason) },
      ),
    toEventForm: ({ override, overrideReason }) =>
      override && overrideReason ? { internalNotes: overrideReason } : {},
  },
  reason: {
    initial: "",
    toBody: (filled, { defaultName }) => (isBlock(filled) ? { name: filled.reason ?? defaultName } : {}),
    toEventForm: (filled) => (isBlock(filled) ? { name: filled.reason ?? "" } : {}),
    fromEvent: ({ kind, name }) => (kind === "block" ? name : ""),
    isRemembered: true,
  },
  isWeather: { initial: false, isRemembered: true },
  description: {
    initial: "",
    toBody: (filled) => (isBlock(filled) && filled.description ? { description: filled.description } : {}),
    toEventForm: ({ description }) => ({ description: description ?? "" }),
    isRemembered: true,
  },
  // See `buildWeeklyRule` and `save-booking.ts` for the other fields.
  repeats: { initial: false },
  ends: { initial: "count" },
  count: { initial: 10 },
  until: { initial: "" },
  chosen: { initial: {} },
} satisfies { [Name in keyof QuickDraft]: BookingColumn<QuickDraft[Name]> };

const columns = Object.entries(bookingColumns) as [keyof QuickDraft, BookingColumn<unknown>][];

/** Later members replace earlier ones, but internal notes are joined by lines. */
function mergeParts<Part extends { internalNotes?: string | null | undefined }>(parts: Part[]): Part {
  const internalNotes = parts.flatMap((part) => part.internalNotes || []).join("\n");
  return Object.assign({}, ...parts, internalNotes ? { internalNotes } : {}) as Part;
}

export const blankBooking = (): QuickDraft =>
  Object.fromEntries(columns.map(([name, { initial }]) => [name, initial])) as QuickDraft;

export const copiedValues = (event: Event): Partial<QuickDraft> =>
  Object.fromEntries(columns.flatMap(([name, { fromEvent }]) => (fromEvent ? [[name, fromEvent(event)]] : [])));

export const pickRemembered = (filled: QuickDraft): Partial<QuickDraft> =>
  Object.fromEntries(columns.flatMap(([name, { isRemembered }]) => (isRemembered ? [[name, filled[name]]] : [])));

export const buildEventBody = (filled: QuickDraft, context: BodyContext): EventBody =>
  mergeParts(columns.map(([, { toBody }]) => toBody?.(filled, context) ?? {})) as EventBody;

export const toEventFormValues = (filled: QuickDraft): EventFormValues =>
  mergeParts(columns.map(([, { toEventForm }]) => toEventForm?.(filled) ?? {}));

export function buildWeeklyRule({ date, ends, until, count }: QuickDraft): Draft<typeof series.create>["rule"] {
  const weekdays = [Temporal.PlainDate.from(date).dayOfWeek];
  return { weekdays, ...(ends === "until" ? { until } : { count }) };
}

export const toSeriesFormValues = ({ date, ends, count, until }: QuickDraft) => ({
  weekdays: date ? [Temporal.PlainDate.from(date).dayOfWeek] : [],
  ends,
  count: count ?? null,
  until: until ?? "",
});

export const buildPreviewBody = (filled: QuickDraft, context: BodyContext): Draft<typeof series.preview> => ({
  template: buildEventBody(filled, context),
  rule: buildWeeklyRule(filled),
});
