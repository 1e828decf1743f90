/** Where addresses come from: providers by their names in the settings, in the order that the settings ask for. */
import type { Place } from "#contract/places.ts";
import type { Config } from "#server/kit/config.ts";
import type { House } from "#server/kit/house.ts";
import type { AddressProviderName } from "#server/kit/settings.ts";
import type { Language } from "#words/words.ts";
import { geopf } from "./geopf.ts";
import { google } from "./google.ts";
import { local } from "./local.ts";
import { openMemory, type Memory } from "./memory.ts";

/** A place as it is kept: everything that a facility stores of it. */
export interface Located {
  completeAddress: string;
  line1: string | null;
  postalCode: string | null;
  city: string | null;
  /** ISO 3166-1, two letters. */
  countryCode: string;
  latitude: number;
  longitude: number;
}

/** What a provider proposes; `located` where its answer tells all of it already. */
export interface Suggestion extends Place {
  located?: Located;
}

export interface Asking {
  language: Language;
  /** Where one is likelier than elsewhere, ISO 3166-1. */
  country: string;
  /** Of one search until its choice: providers charge by it. */
  session: string | undefined;
  /** Ends the asking. */
  signal: AbortSignal;
}

export interface AddressProvider {
  /** Its places begin with it: `geopf:…`. */
  name: AddressProviderName;
  /** Knows towns and no streets: asked where the others know nothing. */
  isLastResort?: boolean;
  /**
   * @param q at least three characters
   * @returns the likeliest first
   * @throws where it does not answer
   */
  suggest(q: string, asking: Asking): Promise<Suggestion[]>;
  /**
   * @param placeId one of its own, with the name before it, however long ago it was suggested
   * @returns undefined where it knows no such place
   * @throws where it does not answer
   */
  resolve(placeId: string, asking: Asking): Promise<Located | undefined>;
}

export interface Sources {
  providers: AddressProvider[];
  memory: Memory;
}

function openProvider(name: AddressProviderName, { googlePlacesKey, geopfUrl }: Config["addresses"]): AddressProvider {
  if (name === "geopf") return geopf(geopfUrl);
  return name === "google" ? google(googlePlacesKey ?? "") : local;
}

const opened = new WeakMap<House, Sources>();

export function sourcesOf(house: House): Sources {
  const known = opened.get(house);
  if (known) return known;
  const { addresses } = house.config;
  const sources = {
    providers: addresses.providers.map((name) => openProvider(name, addresses)),
    memory: openMemory(house.clock),
  };
  opened.set(house, sources);
  return sources;
}
