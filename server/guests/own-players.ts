/** A guest invites players to a booking by the secret of its page, sees who comes, and removes them: as members do. */
import type { guests } from "#contract/guests.ts";
import type { Returns } from "#contract/kit.ts";
import { type BookingPlayers, participants } from "#contract/participants.ts";
import { invokeEndpoint } from "#server/kit/http/invoke-endpoint.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { createOpenLink, endLink, invitePeople, removePlayer } from "#server/participants/invite.ts";
import { readPlayers } from "#server/participants/read.ts";
import { findOwn, findOwnOfOpenClub, type OwnBooking, paramsOf } from "./own-booking.ts";
import { countRead } from "./read.ts";

const readOf = (own: OwnBooking): Promise<BookingPlayers> => readPlayers({ ...own.context, params: paramsOf(own) });
const eventOf = ({ guest }: OwnBooking) => ({ eventId: guest.id });

export async function readOwnPlayers(call: Call<typeof guests.players>): Promise<BookingPlayers> {
  countRead(call);
  return readOf(await findOwn(call));
}

/** @throws HttpError 409 where no place is open, 422 beside the person whom it concerns, 429 after many invitations */
export async function inviteByGuest(call: Call<typeof guests.invite>): Promise<BookingPlayers> {
  const own = await findOwnOfOpenClub(call);
  return invokeEndpoint(own.context, participants.invite, invitePeople, { params: eventOf(own), body: call.body });
}

export async function removeByGuest(call: Call<typeof guests.removePlayer>): Promise<BookingPlayers> {
  const own = await findOwn(call);
  const params = { ...eventOf(own), participantId: call.params.participantId };
  await invokeEndpoint(own.context, participants.remove, removePlayer, { params, body: undefined });
  return readOf(own);
}

export async function createLinkByGuest(
  call: Call<typeof guests.createLink>,
): Promise<Returns<typeof guests.createLink>> {
  const own = await findOwnOfOpenClub(call);
  return invokeEndpoint(own.context, participants.createLink, createOpenLink, { params: eventOf(own), body: {} });
}

export async function endLinkByGuest(call: Call<typeof guests.endLink>): Promise<BookingPlayers> {
  const own = await findOwn(call);
  await invokeEndpoint(own.context, participants.endLink, endLink, { params: eventOf(own), body: undefined });
  return readOf(own);
}
