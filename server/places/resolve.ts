/** Resolves a chosen place id to its address, coordinates and time zone. */
import tzLookup from "@photostructure/tz-lookup";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { canonicalTimeZone } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { getAddressProviders, type LocatedAddress } from "./providers.ts";
import { DEFAULT_COUNTRY, PROVIDER_TIMEOUT_MS, placesUnavailableError } from "./suggest.ts";

export interface ResolvedPlace extends LocatedAddress {
  placeId: string;
  timezone: string;
}

/** The time zone at a point; at sea, that of its longitude. */
export const timezoneAt = ({ latitude, longitude }: Pick<LocatedAddress, "latitude" | "longitude">): string =>
  canonicalTimeZone(tzLookup(latitude, longitude));

/**
 * Asks the provider of the place. Do not call within a transaction, because it may take two seconds.
 * @param placeId from a suggestion, however old
 * @throws HttpError 422 on `placeId` for an unknown place, 503 if its provider does not answer
 */
export async function resolvePlace(
  appContext: AppContext,
  placeId: string,
  language: Language,
): Promise<ResolvedPlace> {
  const { providers, cache: memory } = getAddressProviders(appContext);
  const provider = providers.find(({ name }) => placeId.startsWith(`${name}:`));
  if (!provider) throw providers.length === 0 ? placesUnavailableError() : unknownPlaceError();
  const located = memory.places.get(placeId) ?? (await fetchPlace());
  if (!located) throw unknownPlaceError();
  memory.places.set(placeId, located);
  return { ...located, placeId, timezone: timezoneAt(located) };

  async function fetchPlace() {
    const session = memory.sessions.get(placeId);
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
    try {
      return await provider?.resolve(placeId, { language, country: DEFAULT_COUNTRY, session, signal });
    } catch (err) {
      appContext.log.warn({ err, provider: provider?.name }, "a place could not be resolved");
      throw placesUnavailableError();
    }
  }
}

const unknownPlaceError = () => invalidFields({ placeId: [message("places.unknown")] });
