/** The charge of a booking: what its customer owes for it. It follows the booking, in the same transaction. */
import { computePaymentStatus, ownPrice } from "#contract/events-states-rules.ts";
import type { BookedEvent } from "#server/events/book.ts";

const hasEnded = ({ status }: Pick<BookedEvent, "status">) => status === "canceled" || status === "rejected";

/** Minor units: money that came in, less what went back, and what a pack settles. */
export const settledOf = ({ paid, refunded, covered }: Pick<BookedEvent, "paid" | "refunded" | "covered">): number =>
  paid - refunded + covered;

/**
 * Minor units: the price, less the shares of other players; after a refund that leaves less, or once the booking has ended, what the organization has kept.
 */
export function computeOwed(
  event: Pick<BookedEvent, "status" | "price" | "shared" | "paid" | "refunded" | "covered">,
): number {
  const status = computePaymentStatus({ ...event, is_written_off: false });
  const isKeptOnly = hasEnded(event) || status === "partially_refunded" || status === "refunded";
  return isKeptOnly ? settledOf(event) : ownPrice(event);
}

export function toChargeRow(event: BookedEvent) {
  const owed = computeOwed(event);
  const amount = Math.max(ownPrice(event), owed);
  return {
    organization_id: event.organization_id,
    kind: "booking",
    customer_id: event.customer_id,
    event_id: event.id,
    due_at: event.start_time,
    due_on: event.debt_due_on ?? null,
    currency: event.currency,
    amount,
    credited: amount - owed,
    settled: settledOf(event),
    pending_reason: event.pending_reason,
  };
}

/** Neither blocks nor slots that the waitlist offers are owed, nor what costs nothing. */
export const isCharged = ({ kind, price, paid, pending_reason }: BookedEvent): boolean =>
  kind === "event" && pending_reason !== "offer" && (price > 0 || paid > 0);

/** Whether the booking ended before anything was paid or kept of a pack: then no document names the charge. */
export const isVoid = (event: BookedEvent): boolean => hasEnded(event) && event.paid === 0 && event.covered === 0;
