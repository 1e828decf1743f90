/** From the place that somebody chose to what is kept of it. */
import tzLookup from "@photostructure/tz-lookup";
import type { House } from "#server/kit/house.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Language } from "#words/words.ts";
import { sourcesOf, type Located } from "./sources.ts";
import { likeliestCountry, patienceMs, unavailable } from "./suggest.ts";

export interface ResolvedPlace extends Located {
  placeId: string;
  timezone: string;
}

/** The time zone of a point; at sea that of its longitude. */
export const zoneAt = ({ latitude, longitude }: Pick<Located, "latitude" | "longitude">): string =>
  tzLookup(latitude, longitude);

/**
 * Asks the provider that the place is from. Not within a transaction: it may take two seconds.
 * @param placeId of a suggestion, however long ago it was made
 * @throws Problem 422 under `placeId` where there is no such place, 503 where its provider does not answer
 */
export async function resolvePlace(house: House, placeId: string, language: Language): Promise<ResolvedPlace> {
  const { providers, memory } = sourcesOf(house);
  const provider = providers.find(({ name }) => placeId.startsWith(`${name}:`));
  if (!provider) throw providers.length === 0 ? unavailable() : unknownPlace();
  const located = memory.places.get(placeId) ?? (await ask());
  if (!located) throw unknownPlace();
  memory.places.set(placeId, located);
  return { ...located, placeId, timezone: zoneAt(located) };

  async function ask() {
    const session = memory.sessions.get(placeId);
    const signal = AbortSignal.timeout(patienceMs);
    try {
      return await provider?.resolve(placeId, { language, country: likeliestCountry, session, signal });
    } catch (err) {
      house.log.warn({ err, provider: provider?.name }, "a place could not be resolved");
      throw unavailable();
    }
  }
}

const unknownPlace = () => invalid({ placeId: [say("places.unknown")] });
