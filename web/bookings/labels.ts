import type { Booking } from "#contract/bookings.ts";
import type { Event } from "#contract/events.ts";
import type { Tone } from "#web/kit/ui/badge.tsx";
import type { MessageKey } from "#messages/keys.ts";

export const bookingStatusLabels = {
  to_pay: "bookings.toPay",
  requested: "bookings.requested",
  confirmed: "bookings.confirmed",
  played: "bookings.played",
  rejected: "bookings.rejected",
  canceled: "bookings.canceled",
} as const satisfies Record<Booking["status"], MessageKey>;

/** An event’s state in players’ words. */
export function bookingStatusOf({ status, pendingReason }: Pick<Event, "status" | "pendingReason">): Booking["status"] {
  if (status === "pending") return pendingReason === "payment" ? "to_pay" : "requested";
  if (status === "approved") return "confirmed";
  return status === "completed" ? "played" : status;
}

export const bookingStatusTones: Readonly<Record<Booking["status"], Tone>> = {
  to_pay: "rose",
  requested: "amber",
  confirmed: "lime",
  played: "gray",
  rejected: "rose",
  canceled: "rose",
};
