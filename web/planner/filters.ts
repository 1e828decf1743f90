/** What events the filters and the counters mean. */
import type { PlanningEvent } from "#contract/planning.ts";
import type { Meaning, Only, PaymentFilter } from "./board.ts";

const hour = 3_600_000;

/** What stands on its time, and would be in another's way. */
export const isStanding = ({ status }: PlanningEvent): boolean => status !== "canceled" && status !== "rejected";
export const isApprovable = ({ status, pendingReason }: PlanningEvent): boolean =>
  status === "pending" && pendingReason === "approval";
export const isCancelable = (event: PlanningEvent): boolean => isStanding(event) && event.status !== "completed";
export const isUnpaid = ({ paymentStatus }: PlanningEvent): boolean =>
  paymentStatus === "due" || paymentStatus === "partially_paid";
export const isSoon = ({ startTime }: PlanningEvent, now: number): boolean => {
  const wait = Date.parse(startTime) - now;
  return wait >= 0 && wait <= hour;
};
export const onlys: readonly Only[] = ["approval", "unpaid", "soon"];
const meant: Record<Only, (event: PlanningEvent, now: number) => boolean> = {
  approval: ({ status, pendingReason }) => status === "pending" && pendingReason === "approval",
  unpaid: (event) => isUnpaid(event) && isStanding(event),
  soon: (event, now) => isSoon(event, now) && isStanding(event),
};

const paidAs: Record<PaymentFilter, readonly PlanningEvent["paymentStatus"][]> = {
  due: ["due"],
  partially_paid: ["partially_paid"],
  paid: ["paid"],
  refunded: ["refunded", "partially_refunded"],
};

/** Whether the filters mean an event. */
export function isMeant(
  event: PlanningEvent,
  { status, type, only, payment, maker, mine }: Meaning,
  { now, makerId }: { now: number; makerId: string | undefined },
): boolean {
  if (status && event.status !== status) return false;
  if (type && (event.type !== type || event.kind === "block")) return false;
  if (payment && !paidAs[payment].includes(event.paymentStatus)) return false;
  if (maker && makerId !== maker) return false;
  if (mine && !event.isOwn) return false;
  return !only || meant[only](event, now);
}

/** Which events the filters mean: mostly there are none, and hundreds of events. */
export function meaningOf(
  drawn: Meaning & { now: number },
  makers: readonly { id: string }[],
): (event: PlanningEvent) => boolean {
  const { status, type, only, payment, maker, mine, now } = drawn;
  if (!(status ?? type ?? only ?? payment ?? maker ?? mine)) return () => true;
  return (event) => isMeant(event, drawn, { now, makerId: makers[event.maker ?? -1]?.id });
}

/** How many events each of the counters would show, beside what else is asked for; one that goes past midnight is one, however often it is drawn. */
export function counts(
  items: readonly { event: PlanningEvent }[],
  drawn: Meaning & { now: number },
  makers: readonly { id: string }[],
): Record<Only, number> {
  const isLeft = meaningOf({ ...drawn, only: undefined }, makers);
  const events = new Map(items.map(({ event }) => [event.id ?? event, event]));
  const found = { approval: 0, unpaid: 0, soon: 0 };
  for (const event of events.values())
    if (isLeft(event)) for (const name of onlys) if (meant[name](event, drawn.now)) found[name] += 1;
  return found;
}
