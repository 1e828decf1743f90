import type { Booking, bookings, PlayedBooking } from "#contract/bookings.ts";
import { cancellationOf, type EventState, eventStateOf, listAllowedActions } from "#contract/events-states-rules.ts";
import { serializeCancellation } from "#server/events/serialize.ts";
import { isNamedByCustomer } from "#server/events/title-visibility.ts";
import { translateReason } from "#server/events/translate-reason.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { describeUse } from "#server/packs/use.ts";
import { amountPayable } from "#server/payments/ledger.ts";
import type { Language } from "#messages/translator.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findOwnPlace, readInvitation } from "#server/participants/read.ts";
import { type BookingCall, type BookingRow, findBookingRow, findPlayedRow, listUpcomingRows } from "./queries.ts";

const statuses = {
  pendingPayment: "to_pay",
  pendingApproval: "requested",
  // An offer has no customer: nobody reads it as their booking.
  pendingOffer: "requested",
  approved: "confirmed",
  rejected: "rejected",
  canceled: "canceled",
  completed: "played",
} as const satisfies Record<EventState, Booking["status"]>;

const isOfBooker = (action: string): action is Booking["actions"][number] =>
  action === "edit" || action === "move" || action === "cancel";

function serializeEnd(row: BookingRow, language: Language): Booking["ended"] {
  if (row.status !== "canceled" && row.status !== "rejected") return null;
  const by = row.expired ? "time" : row.ended_by === null || row.ended_by === row.user_id ? "booker" : "club";
  return { by, reason: translateReason(row.canceled_reason ?? row.rejected_reason, language) };
}

/** @param reader the booker, or the team, which helps them */
export function serializeBooking(
  row: BookingRow,
  reader: Pick<BookingCall, "user" | "now" | "language">,
  pack: Booking["pack"],
): Booking {
  const { user, now, language } = reader;
  const rule = cancellationOf(row, { userId: user.isGuest ? user.id : row.user_id, now });
  // The team acts on the page of the event.
  const actions = listAllowedActions(row, { userId: user.id, now, isTeam: false, permissions: new Set() });
  return {
    id: row.id,
    organization: { id: row.organization_id, name: row.organization_name },
    title: isNamedByCustomer(row) ? null : row.name,
    status: statuses[eventStateOf(row)],
    sport: row.sport_id === null ? null : { id: row.sport_id, name: row.sport_name },
    field: { id: row.field_id, name: row.field_name, space: row.space as Booking["field"]["space"] },
    facility: {
      ...{ id: row.facility_id, name: row.facility_name, address: row.complete_address },
      ...{ latitude: row.latitude, longitude: row.longitude },
    },
    startTime: row.start_time.toISOString(),
    endTime: row.end_time.toISOString(),
    duration: (row.end_time.getTime() - row.start_time.getTime()) / 60_000,
    date: localDateOf(row.timezone, row.start_time),
    timezone: row.timezone,
    people: row.people,
    description: row.description,
    notes: row.notes,
    price: row.price,
    priceLines: row.price_lines as Booking["priceLines"],
    currency: row.currency,
    paid: row.paid - row.refunded,
    pack,
    due: amountPayable(row),
    refundDue: row.refund_due ?? 0,
    holdExpiresAt: row.hold_expires_at?.toISOString() ?? null,
    ended: serializeEnd(row, language),
    cancellation: serializeCancellation(rule),
    noShowFee: row.no_show_fee,
    contact: { phone: row.organization_phone, email: row.organization_email },
    seriesId: row.series_id,
    actions: actions.filter(isOfBooker),
  };
}

export async function readBooking(call: BookingCall): Promise<Booking> {
  const row = await findBookingRow(call);
  const place = { db: call.db, organizationId: row.organization_id };
  return serializeBooking(row, call, row.covered > 0 ? await describeUse(place, row.id) : null);
}

/** Those that take place. The serializer leaves out what `OfflineBooking` does not name. */
export const listUpcomingBookings = async (call: Omit<BookingCall, "params">): Promise<Booking[]> =>
  (await listUpcomingRows(call)).map((row) => serializeBooking(row, call, null));

type PlayedCall = Pick<Call<typeof bookings.readPlayed>, "db" | "user" | "language" | "params">;

interface Played {
  row: BookingRow;
  playerId: string;
  state: string;
}

/** @throws HttpError 404 for the place of somebody else, and for who was removed */
export async function findPlayed(call: PlayedCall): Promise<Played> {
  const player = await findOwnPlace(call, call.params.participantId);
  if (player.state === "removed") throw notFound();
  const { organization_id: organizationId, event_id: eventId, id: playerId, state } = player;
  return { row: await findPlayedRow(call, { organizationId, eventId }), playerId, state };
}

/** The serializer leaves out what `PlayedBooking` does not name: price, notes and what can be done belong to the organizer. */
export async function readPlayedBooking(call: Call<typeof bookings.readPlayed>): Promise<PlayedBooking> {
  const { row, playerId, state } = await findPlayed(call);
  const invitation = await readInvitation(call, { organizationId: row.organization_id, eventId: row.id, playerId });
  // Those who do not come may still change their mind, and read no more than that.
  const isOut = state === "declined" || state === "left";
  if (isOut && invitation.answers.length === 0) throw notFound();
  return { ...serializeBooking(row, call, null), invitation };
}
