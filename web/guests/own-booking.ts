/** The booking of a secret, as the server answers it. */
import { guests } from "#contract/guests.ts";
import { endpointQuery } from "#web/kit/data/api.ts";

export const ownBookingQuery = (secret: string) =>
  endpointQuery(guests.booking, { params: { secret } }, { quiet: true });
