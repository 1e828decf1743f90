/** A facility's address: from a place search, or typed by hand. Showing it needs no provider. */
import { proposeTimezone, type ZonedAddress } from "#contract/places-timezones-rules.ts";
import type * as z from "zod/mini";
import type { Address } from "#contract/facility-shape.ts";
import { invalidFields, HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { resolvePlace, type ResolvedPlace } from "#server/places/resolve.ts";
import { formatAddress } from "#server/places/address-text.ts";

interface Draft {
  placeId?: string | null | undefined;
  address?: z.output<typeof Address> | null | undefined;
}

const MANUAL_PREFIX = "manual:";
const isManual = (placeId: string | null | undefined) => placeId?.startsWith(MANUAL_PREFIX) ?? false;

export interface PlaceLookup {
  place?: ResolvedPlace;
  /** Thrown later, together with all other field errors. */
  refusal?: HttpError;
}

/** Call before the transaction starts. The current place is not looked up again. */
export async function lookUpPlace(
  { appContext, language }: Pick<Call, "appContext" | "language">,
  { placeId }: Draft,
  currentPlaceId: string | null = null,
): Promise<PlaceLookup> {
  if (!placeId || isManual(placeId) || placeId === currentPlaceId) return {};
  try {
    return { place: await resolvePlace(appContext, placeId, language) };
  } catch (error) {
    if (error instanceof HttpError && error.status === 422) return { refusal: error };
    throw error;
  }
}

const noAddress = {
  place_id: null,
  complete_address: null,
  line1: null,
  postal_code: null,
  city: null,
  country_code: null,
  latitude: null,
  longitude: null,
};
type AddressColumns = { [K in keyof typeof noAddress]: (K extends "latitude" | "longitude" ? number : string) | null };

/**
 * @param address wins unless `placeId` is from the search; without `placeId` it counts as `manual:`
 * @returns undefined if the address stays as it is
 * @throws HttpError 422
 */
export function resolveAddressColumns(
  { placeId, address }: Draft,
  lookup: PlaceLookup,
  currentPlaceId: string | null,
): AddressColumns | undefined {
  if (lookup.refusal) throw lookup.refusal;
  if (lookup.place) return placeColumns(lookup.place);
  if (placeId && !isManual(placeId)) return undefined;
  if (address) return manualColumns(address);
  if (!isManual(placeId)) return placeId === null || address === null ? noAddress : undefined;
  if (isManual(currentPlaceId)) return undefined;
  throw invalidFields({ address: [message("kit.required")] });
}

/** @throws HttpError 422 on `timezone` where a typed address does not tell it, and the organization is elsewhere */
export function proposeTimezoneOf(
  address: ZonedAddress | null | undefined,
  organization: { timezone: string },
): string {
  const zone = proposeTimezone(address ?? null, organization.timezone);
  if (!zone) throw invalidFields({ timezone: [message("facilities.timezoneUnknown")] });
  return zone;
}

const placeColumns = (place: ResolvedPlace): AddressColumns => ({
  place_id: place.placeId,
  complete_address: place.completeAddress,
  line1: place.line1,
  postal_code: place.postalCode,
  city: place.city,
  country_code: place.countryCode,
  latitude: place.latitude,
  longitude: place.longitude,
});

const manualColumns = (address: z.output<typeof Address>): AddressColumns => ({
  ...noAddress,
  place_id: MANUAL_PREFIX,
  complete_address: formatAddress(address),
  line1: address.line1,
  postal_code: address.postalCode,
  city: address.city,
  country_code: address.countryCode,
});
