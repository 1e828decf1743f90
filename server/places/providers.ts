/** Address providers by their names in the settings, in the order of the settings. */
import type { PlaceSuggestion } from "#contract/places.ts";
import type { Config } from "#server/kit/process/config.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { AddressProviderName } from "#server/kit/process/settings.ts";
import type { Language } from "#messages/translator.ts";
import { createGeopfProvider } from "./geopf.ts";
import { createGoogleProvider } from "./google.ts";
import { localProvider } from "./local.ts";
import { createProviderCache, type ProviderCache } from "./provider-cache.ts";

/** A place as it is kept: everything that a facility stores of it. */
export interface LocatedAddress {
  completeAddress: string;
  line1: string | null;
  postalCode: string | null;
  city: string | null;
  /** ISO 3166-1, two letters. */
  countryCode: string;
  latitude: number;
  longitude: number;
}

/** A suggestion of a provider; `located` where its answer holds the whole address already. */
export interface Suggestion extends PlaceSuggestion {
  located?: LocatedAddress;
}

export interface ProviderRequest {
  language: Language;
  /** Preferred country, ISO 3166-1. */
  country: string;
  /** Groups a search with its choice: providers charge by it. */
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
  suggest(q: string, asking: ProviderRequest): Promise<Suggestion[]>;
  /**
   * @param placeId one of its own, with the name before it, however long ago it was suggested
   * @returns undefined where it knows no such place
   * @throws where it does not answer
   */
  resolve(placeId: string, asking: ProviderRequest): Promise<LocatedAddress | undefined>;
}

export interface AddressProviders {
  providers: AddressProvider[];
  cache: ProviderCache;
}

function createProvider(
  name: AddressProviderName,
  { googlePlacesKey, geopfUrl }: Config["addresses"],
): AddressProvider {
  if (name === "geopf") return createGeopfProvider(geopfUrl);
  return name === "google" ? createGoogleProvider(googlePlacesKey ?? "") : localProvider;
}

const providersByApp = new WeakMap<AppContext, AddressProviders>();

export function getAddressProviders(appContext: AppContext): AddressProviders {
  const known = providersByApp.get(appContext);
  if (known) return known;
  const { addresses } = appContext.config;
  const sources = {
    providers: addresses.providers.map((name) => createProvider(name, addresses)),
    cache: createProviderCache(appContext.clock),
  };
  providersByApp.set(appContext, sources);
  return sources;
}
