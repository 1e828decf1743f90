/** Labels and colors of the statuses and types of events. */
import type {
  Attendance,
  Event,
  eventKinds,
  EventStatus,
  EventType,
  paymentStatuses,
  RelativeDates,
} from "#contract/events.ts";
import type { priceTypes } from "#contract/fields.ts";
import type { PaymentMethod } from "#contract/payments.ts";
import { parseSearchOption, parseSearchDate, parseSearchId, parseSearchText } from "#web/kit/list/list-search.ts";
import type { MessageKey } from "#messages/keys.ts";

export const statusLabels = {
  pending: "events.statusPending",
  approved: "events.statusApproved",
  rejected: "events.statusRejected",
  canceled: "events.statusCanceled",
  completed: "events.statusCompleted",
} as const satisfies Record<EventStatus, MessageKey>;

export const pendingReasonLabels = {
  payment: "events.pendingPayment",
  approval: "events.pendingApproval",
  offer: "events.pendingOffer",
} as const satisfies Record<NonNullable<Event["pendingReason"]>, MessageKey>;

export const typeLabels = {
  training: "events.typeTraining",
  game: "events.typeGame",
  free_play: "events.typeFreePlay",
  other: "events.typeOther",
} as const satisfies Record<EventType, MessageKey>;

export const kindLabels = {
  event: "events.kindEvent",
  block: "events.kindBlock",
} as const satisfies Record<(typeof eventKinds)[number], MessageKey>;

export const priceTypeLabels = {
  user: "events.priceTypeUser",
  field: "events.priceTypeField",
} as const satisfies Record<(typeof priceTypes)[number], MessageKey>;

export const attendanceLabels = {
  arrived: "events.attendanceArrived",
  no_show: "events.attendanceNoShow",
} as const satisfies Record<Attendance, MessageKey>;
export const attendanceTones = { arrived: "gray", no_show: "red" } as const;

export const paymentStatusLabels = {
  none: "events.paymentNone",
  due: "events.paymentDue",
  partially_paid: "events.paymentPartiallyPaid",
  paid: "events.paymentPaid",
  partially_refunded: "events.paymentPartiallyRefunded",
  refunded: "events.paymentRefunded",
  written_off: "events.paymentWrittenOff",
} as const satisfies Record<(typeof paymentStatuses)[number], MessageKey>;

export const paymentMethodLabels = {
  card: "payments.methodCard",
  cash: "payments.methodCash",
  check: "payments.methodCheck",
  transfer: "payments.methodTransfer",
  card_on_site: "payments.methodCardOnSite",
  balance: "payments.methodBalance",
  voucher: "payments.methodVoucher",
} as const satisfies Record<PaymentMethod, MessageKey>;

export const relativeDatesLabels = {
  today: "events.today",
  tomorrow: "events.tomorrow",
  week: "events.thisWeek",
  month: "events.thisMonth",
} as const satisfies Record<RelativeDates, MessageKey>;

const layoutLabels = { table: "events.table", cards: "events.cards" } as const satisfies Record<string, MessageKey>;
export type EventsLayout = keyof typeof layoutLabels;

export interface EventFilters {
  dates?: RelativeDates | undefined;
  sportId?: number | undefined;
  customerId?: string | undefined;
  overdue?: "true" | undefined;
  paymentStatus?: Event["paymentStatus"] | undefined;
  date?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  pendingReason?: keyof typeof pendingReasonLabels | undefined;
  unpaid?: "true" | undefined;
  kind?: Event["kind"] | undefined;
  stands?: "true" | undefined;
  attendance?: Attendance | undefined;
  facilityId?: string | undefined;
  fieldId?: string | undefined;
  seriesId?: string | undefined;
  status?: EventStatus | undefined;
  type?: EventType | undefined;
  mine?: "true" | undefined;
  /** Monday is 1. */
  weekday?: number | undefined;
  /** Hour in the facility's time zone. */
  hour?: number | undefined;
}

const parseNumberBetween = (value: unknown, least: number, most: number) => {
  const text = typeof value === "number" ? String(value) : parseSearchText(value);
  const number = text && /^\d+$/.test(text) ? Number(text) : -1;
  return number >= least && number <= most ? number : undefined;
};

export const parseEventsLayout = (value: unknown): EventsLayout | undefined => parseSearchOption(layoutLabels, value);

/** Drops invalid filters. Accepts both spellings of `canceled`. */
export function parseEventFilters({ status, ...search }: Record<string, unknown>) {
  const { date, from, to, facilityId, fieldId, seriesId, pendingReason, type, mine, unpaid, kind, stands } = search;
  return {
    dates: parseSearchOption(relativeDatesLabels, search["dates"]),
    sportId: parseNumberBetween(search["sportId"], 1, 2_147_483_647),
    customerId: parseSearchId(search["customerId"]),
    overdue: search["overdue"] === "true" ? search["overdue"] : undefined,
    paymentStatus: parseSearchOption(paymentStatusLabels, search["paymentStatus"]),
    date: parseSearchDate(date),
    from: parseSearchDate(from),
    to: parseSearchDate(to),
    facilityId: parseSearchId(facilityId),
    fieldId: parseSearchId(fieldId),
    seriesId: parseSearchId(seriesId),
    status: parseSearchOption(statusLabels, status === "cancelled" ? "canceled" : status),
    pendingReason: parseSearchOption(pendingReasonLabels, pendingReason),
    type: parseSearchOption(typeLabels, type),
    mine: mine === "true" ? mine : undefined,
    unpaid: unpaid === "true" ? unpaid : undefined,
    kind: parseSearchOption(kindLabels, kind),
    stands: stands === "true" ? stands : undefined,
    attendance: parseSearchOption(attendanceLabels, search["attendance"]),
    weekday: parseNumberBetween(search["weekday"], 1, 7),
    hour: parseNumberBetween(search["hour"], 0, 23),
  } satisfies EventFilters;
}

export const parseEventsSearch = (search: Record<string, unknown>) => ({
  ...parseEventFilters(search),
  layout: parseEventsLayout(search["layout"]),
});
