/** What the enumerations of an event are called, and what lists of events are narrowed down to. */
import type { Event, eventKinds, EventStatus, EventType, paymentStatuses } from "#contract/events.ts";
import type { priceTypes } from "#contract/fields.ts";
import type { PaymentMethod } from "#contract/payments.ts";
import { searchAmong, searchDate, searchId, searchText } from "#web/kit/list-search.ts";
import type { WordKey } from "#words/keys.ts";

export const statusLabels = {
  pending: "events.statusPending",
  approved: "events.statusApproved",
  rejected: "events.statusRejected",
  canceled: "events.statusCanceled",
  completed: "events.statusCompleted",
} as const satisfies Record<EventStatus, WordKey>;

export const pendingLabels = {
  payment: "events.pendingPayment",
  approval: "events.pendingApproval",
} as const satisfies Record<NonNullable<Event["pendingReason"]>, WordKey>;

export const typeLabels = {
  training: "events.typeTraining",
  game: "events.typeGame",
  free_play: "events.typeFreePlay",
  other: "events.typeOther",
} as const satisfies Record<EventType, WordKey>;

export const kindLabels = {
  event: "events.kindEvent",
  block: "events.kindBlock",
} as const satisfies Record<(typeof eventKinds)[number], WordKey>;

export const priceTypeLabels = {
  user: "events.priceTypeUser",
  field: "events.priceTypeField",
} as const satisfies Record<(typeof priceTypes)[number], WordKey>;

export const paymentLabels = {
  none: "events.paymentNone",
  due: "events.paymentDue",
  partially_paid: "events.paymentPartiallyPaid",
  paid: "events.paymentPaid",
  partially_refunded: "events.paymentPartiallyRefunded",
  refunded: "events.paymentRefunded",
} as const satisfies Record<(typeof paymentStatuses)[number], WordKey>;

/** How something was paid. */
export const methodLabels = {
  card: "payments.methodCard",
  cash: "payments.methodCash",
  check: "payments.methodCheck",
  transfer: "payments.methodTransfer",
  card_on_site: "payments.methodCardOnSite",
} as const satisfies Record<PaymentMethod, WordKey>;

/** As an address names them. */
export interface EventFilters {
  date?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  pendingReason?: "approval" | "payment" | undefined;
  unpaid?: "true" | undefined;
  kind?: Event["kind"] | undefined;
  stands?: "true" | undefined;
  facilityId?: string | undefined;
  fieldId?: string | undefined;
  seriesId?: string | undefined;
  status?: EventStatus | undefined;
  type?: EventType | undefined;
  mine?: "true" | undefined;
  /** Monday is 1. */
  weekday?: number | undefined;
  /** Of the facility's clock. */
  hour?: number | undefined;
}

const numberOf = (given: unknown, least: number, most: number) => {
  const text = typeof given === "number" ? String(given) : searchText(given);
  const number = text && /^\d+$/.test(text) ? Number(text) : -1;
  return number >= least && number <= most ? number : undefined;
};

/** The filters that an address names, and nothing for what is none. Both spellings of `canceled` mean the same. */
export function filtersOf({ status, ...search }: Record<string, unknown>) {
  const { date, from, to, facilityId, fieldId, seriesId, pendingReason, type, mine, unpaid, kind, stands } = search;
  return {
    date: searchDate(date),
    from: searchDate(from),
    to: searchDate(to),
    facilityId: searchId(facilityId),
    fieldId: searchId(fieldId),
    seriesId: searchId(seriesId),
    status: searchAmong(statusLabels, status === "cancelled" ? "canceled" : status),
    pendingReason: searchAmong(pendingLabels, pendingReason),
    type: searchAmong(typeLabels, type),
    mine: mine === "true" ? mine : undefined,
    unpaid: unpaid === "true" ? unpaid : undefined,
    kind: searchAmong(kindLabels, kind),
    stands: stands === "true" ? stands : undefined,
    weekday: numberOf(search["weekday"], 1, 7),
    hour: numberOf(search["hour"], 0, 23),
  } satisfies EventFilters;
}
