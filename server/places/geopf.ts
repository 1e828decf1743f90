/**
 * French addresses and places from the official geocoder: open data, no key, 50 requests per second.
 * https://data.geopf.fr/geocodage
 */
import * as z from "zod/mini";
import { fetchJson } from "./fetch-json.ts";
import type { AddressProvider, ProviderRequest, LocatedAddress, Suggestion } from "./providers.ts";
import { normalizeText, formatAddress } from "./address-text.ts";

/** Places have several names and postal codes, the main one first; addresses have one. */
const OneOrSeveral = z.nullish(z.union([z.string(), z.array(z.string())]));
const Feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()], z.number()) }),
  properties: z.object({
    id: z.nullish(z.string()),
    label: z.nullish(z.string()),
    type: z.nullish(z.string()),
    name: OneOrSeveral,
    toponym: z.nullish(z.string()),
    postcode: OneOrSeveral,
    city: OneOrSeveral,
    extrafields: z.nullish(z.object({ cleabs: z.nullish(z.string()) })),
  }),
});
type Feature = z.output<typeof Feature>;
const Answer = z.object({ features: z.array(Feature) });

const firstValue = (value: string | string[] | null | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value)?.trim() || null;

function toLocatedAddress({ geometry, properties }: Feature): LocatedAddress {
  const [longitude, latitude] = geometry.coordinates;
  const isTown = properties.type === "municipality";
  const parts = {
    line1: isTown ? null : (properties.toponym ?? firstValue(properties.name)),
    postalCode: firstValue(properties.postcode),
    city: firstValue(properties.city),
    countryCode: "FR",
  };
  return { completeAddress: formatAddress(parts), ...parts, latitude, longitude };
}

/**
 * The id contains the place's name, because the geocoder searches by text only: after a restart, the name is searched
 * again, and the result with the same id is used.
 */
const buildPlaceId = (key: string, text: string) => `geopf:${key}:${text}`.slice(0, 300);

function toSuggestions(feature: Feature): Suggestion[] {
  const { properties } = feature;
  const located = toLocatedAddress(feature);
  const key =
    properties.id ?? properties.extrafields?.cleabs ?? normalizeText(located.completeAddress).replaceAll(" ", "-");
  const mainText = located.line1 ?? located.city;
  if (!mainText) return [];
  const town = formatAddress({ ...located, line1: null });
  return [
    {
      placeId: buildPlaceId(key, properties.label ?? located.completeAddress),
      description: located.completeAddress,
      mainText,
      secondaryText: located.line1 ? town : (located.postalCode ?? ""),
      located,
    },
  ];
}

/** @param base URL up to `/search` */
export function createGeopfProvider(base: string): AddressProvider {
  const search = async (q: string, { signal }: ProviderRequest, limit: number): Promise<Suggestion[]> => {
    const url = new URL(`${base}/search`);
    // The geocoder rejects longer texts.
    url.search = new URLSearchParams({
      q: q.slice(0, 200),
      limit: String(limit),
      autocomplete: "1",
      index: "address,poi",
    }).toString();
    const { features } = await fetchJson(url, Answer, { signal, headers: { accept: "application/json" } });
    return features.flatMap(toSuggestions);
  };
  return {
    name: "geopf",
    suggest: (q, asking) => search(q, asking, 8),
    async resolve(placeId, asking) {
      const [, key = "", ...text] = placeId.split(":");
      const q = text.join(":").trim();
      if (!key || q.length < 3) return undefined;
      const found = await search(q, asking, 20);
      const same =
        found.find((one) => one.placeId === placeId) ?? found.find((one) => one.placeId.split(":")[1] === key);
      return same?.located;
    },
  };
}
