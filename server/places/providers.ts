/** The port to address providers (geocoding), and the choice of them by the settings. */
import type { PlaceSuggestion } from "#contract/places.ts";
import type { Config } from "#server/kit/process/config.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { AddressProviderName } from "#server/kit/process/settings.ts";
import type { Language } from "#messages/translator.ts";
import { createGeopfProvider } from "./geopf.ts";
import { createGoogleProvider } from "./google.ts";
import { localProvider } from "./local.ts";
import { createProviderCache, type ProviderCache } from "./provider-cache.ts";

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

/** `located` is set if the suggestion already contains the full address. */
export interface Suggestion extends PlaceSuggestion {
  located?: LocatedAddress;
}

export interface ProviderRequest {
  language: Language;
  /** Preferred country, ISO 3166-1. */
  country: string;
  /** Groups a search with the choice that follows: providers charge per session. */
  session: string | undefined;
  signal: AbortSignal;
}

export interface AddressProvider {
  /** Prefix of its place ids: `geopf:…`. */
  name: AddressProviderName;
  /** Knows towns but no streets: used only if the other providers find nothing. */
  isLastResort?: boolean;
  /**
   * @param q at least three characters
   * @returns the most likely first
   * @throws if the provider does not answer
   */
  suggest(q: string, asking: ProviderRequest): Promise<Suggestion[]>;
  /**
   * @param placeId an id of this provider, with its prefix; ids do not expire
   * @returns undefined for an unknown place
   * @throws if the provider does not answer
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
