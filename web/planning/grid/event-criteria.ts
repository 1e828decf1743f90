/** Filters of the planning: which events match, and how many need attention. */
import { isDebt, isUnpaidStatus } from "#contract/events-states-rules.ts";
import type { PlanningEvent } from "#contract/planning.ts";
import type { EventCriteria } from "./board.ts";
import type { AttentionFilter, PaymentFilter } from "#web/views/planning-search.ts";

const MS_PER_HOUR = 3_600_000;

/** Canceled and rejected events leave their time free. */
export const isActiveEvent = ({ status }: PlanningEvent): boolean => status !== "canceled" && status !== "rejected";
export const isApprovable = ({ status, pendingReason }: PlanningEvent): boolean =>
  status === "pending" && pendingReason === "approval";
export const isCancelable = (event: PlanningEvent): boolean => isActiveEvent(event) && event.status !== "completed";
export const isUnpaid = ({ paymentStatus }: PlanningEvent): boolean => isUnpaidStatus(paymentStatus ?? "none");
export const startsSoon = ({ startTime }: PlanningEvent, now: number): boolean => {
  const wait = Date.parse(startTime) - now;
  return wait >= 0 && wait <= MS_PER_HOUR;
};
export const attentionFilters: readonly AttentionFilter[] = ["approval", "unpaid", "soon"];
const attentionRules: Record<AttentionFilter, (event: PlanningEvent, now: number) => boolean> = {
  approval: ({ status, pendingReason }) => status === "pending" && pendingReason === "approval",
  unpaid: ({ status = "", paymentStatus = "none" }) => isDebt({ status, paymentStatus }),
  soon: (event, now) => event.kind !== "block" && startsSoon(event, now) && isActiveEvent(event),
};

const paymentStatusesByFilter: Record<PaymentFilter, readonly PlanningEvent["paymentStatus"][]> = {
  due: ["due"],
  partially_paid: ["partially_paid"],
  paid: ["paid"],
  refunded: ["refunded", "partially_refunded"],
};

export function matchesCriteria(
  event: PlanningEvent,
  { status, type, only, payment, maker, mine }: EventCriteria,
  { now, makerId }: { now: number; makerId: string | undefined },
): boolean {
  if (status && event.status !== status) return false;
  if (type && (event.type !== type || event.kind === "block")) return false;
  if (payment && !paymentStatusesByFilter[payment].includes(event.paymentStatus)) return false;
  if (maker && makerId !== maker) return false;
  if (mine && !event.isOwn) return false;
  return !only || attentionRules[only](event, now);
}

/** Builds the matcher once, because hundreds of events go through it. */
export function createEventMatcher(
  drawn: EventCriteria & { now: number },
  makers: readonly { id: string }[],
): (event: PlanningEvent) => boolean {
  const { status, type, only, payment, maker, mine, now } = drawn;
  if (!(status ?? type ?? only ?? payment ?? maker ?? mine)) return () => true;
  return (event) => matchesCriteria(event, drawn, { now, makerId: makers[event.maker ?? -1]?.id });
}

/** Counts each event once, also one past midnight that is drawn twice. */
export function countByAttention(
  items: readonly { event: PlanningEvent }[],
  drawn: EventCriteria & { now: number },
  makers: readonly { id: string }[],
): Record<AttentionFilter, number> {
  const isLeft = createEventMatcher({ ...drawn, only: undefined }, makers);
  const events = new Map(items.map(({ event }) => [event.id ?? event, event]));
  const found = { approval: 0, unpaid: 0, soon: 0 };
  for (const event of events.values())
    if (isLeft(event))
      for (const name of attentionFilters) if (attentionRules[name](event, drawn.now)) found[name] += 1;
  return found;
}
