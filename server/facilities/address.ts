/** A facility's address: from a place that was searched for, or typed by hand. What is stored needs no provider any more. */
import type * as z from "zod/mini";
import type { Address } from "#contract/facilities.ts";
import { invalid, Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { resolvePlace, type ResolvedPlace } from "#server/places/resolve.ts";
import { written } from "#server/places/written.ts";

interface Draft {
  placeId?: string | null | undefined;
  address?: z.output<typeof Address> | null | undefined;
}

const manual = "manual:";
const isManual = (placeId: string | null | undefined) => placeId?.startsWith(manual) ?? false;

/** What became of the search for a place. */
export interface Found {
  place?: ResolvedPlace;
  /** Told later, with everything else that is wrong. */
  refusal?: Problem;
}

/**
 * Looks the chosen place up, where there is one; before the transaction.
 * @param kept the place that stands already: it is not looked up again
 * @throws Problem 503 under `placeId` where the place's provider does not answer
 */
export async function findPlace(
  { house, language }: Pick<Call, "house" | "language">,
  { placeId }: Draft,
  kept: string | null = null,
): Promise<Found> {
  if (!placeId || isManual(placeId) || placeId === kept) return {};
  try {
    return { place: await resolvePlace(house, placeId, language) };
  } catch (error) {
    if (error instanceof Problem && error.status === 422) return { refusal: error };
    throw error;
  }
}

const nowhere = {
  place_id: null,
  complete_address: null,
  line1: null,
  postal_code: null,
  city: null,
  country_code: null,
  latitude: null,
  longitude: null,
};
type Columns = { [K in keyof typeof nowhere]: (K extends "latitude" | "longitude" ? number : string) | null };

/**
 * @param address wins where `placeId` is not from the search; alone it says as much as with `manual:`
 * @param kept the place that stands already
 * @returns undefined where the address stays as it is
 * @throws Problem 422
 */
export function addressOf({ placeId, address }: Draft, found: Found, kept: string | null): Columns | undefined {
  if (found.refusal) throw found.refusal;
  if (found.place) return ofPlace(found.place);
  if (placeId && !isManual(placeId)) return undefined;
  if (address) return byHand(address);
  if (!isManual(placeId)) return placeId === null || address === null ? nowhere : undefined;
  if (isManual(kept)) return undefined;
  throw invalid({ address: [say("kit.required")] });
}

const ofPlace = (place: ResolvedPlace): Columns => ({
  place_id: place.placeId,
  complete_address: place.completeAddress,
  line1: place.line1,
  postal_code: place.postalCode,
  city: place.city,
  country_code: place.countryCode,
  latitude: place.latitude,
  longitude: place.longitude,
});

const byHand = (address: z.output<typeof Address>): Columns => ({
  ...nowhere,
  place_id: manual,
  complete_address: written(address),
  line1: address.line1,
  postal_code: address.postalCode,
  city: address.city,
  country_code: address.countryCode,
});
