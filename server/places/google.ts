/** Addresses and establishments from Google: Places API (New), which needs a key. */
import * as z from "zod/mini";
import { fetchJson, UpstreamError } from "./fetch-json.ts";
import type { AddressProvider, ProviderRequest, LocatedAddress, Suggestion } from "./providers.ts";
import { formatAddress } from "./address-text.ts";

const Text = z.object({ text: z.string() });
const Predictions = z.object({
  suggestions: z._default(
    z.array(
      z.object({
        placePrediction: z.optional(
          z.object({
            placeId: z.string(),
            text: Text,
            structuredFormat: z.optional(z.object({ mainText: Text, secondaryText: z.optional(Text) })),
          }),
        ),
      }),
    ),
    [],
  ),
});
const Details = z.object({
  formattedAddress: z.optional(z.string()),
  location: z.object({ latitude: z.number(), longitude: z.number() }),
  addressComponents: z._default(
    z.array(z.object({ longText: z.string(), shortText: z._default(z.string(), ""), types: z.array(z.string()) })),
    [],
  ),
  displayName: z.optional(Text),
});
type Details = z.output<typeof Details>;

/** Google allows five types per request. */
const placeTypes = {
  address: ["street_address", "premise", "subpremise", "route", "locality"],
  establishment: ["establishment"],
};
const predictionPath = "suggestions.placePrediction";
const predictionFields = [
  `${predictionPath}.placeId`,
  `${predictionPath}.text.text`,
  `${predictionPath}.structuredFormat`,
].join(",");
const detailFields = "formattedAddress,location,addressComponents,displayName";
/** Countries of organizations. */
const regions = ["fr", "us"];

function toLocatedAddress({ addressComponents, location, formattedAddress, displayName }: Details): LocatedAddress {
  const part = (type: string, form: "longText" | "shortText" = "longText") =>
    addressComponents.find(({ types }) => types.includes(type))?.[form] || null;
  const countryCode = part("country", "shortText") ?? "FR";
  const street = [part("street_number"), part("route")].filter(Boolean).join(" ");
  const town = part("locality") ?? part("postal_town") ?? part("sublocality");
  const state = countryCode === "US" || countryCode === "CA" ? part("administrative_area_level_1", "shortText") : null;
  const parts = {
    line1: street || displayName?.text || null,
    postalCode: part("postal_code"),
    city: town && state ? `${town}, ${state}` : town,
    countryCode,
  };
  return { completeAddress: formattedAddress ?? formatAddress(parts), ...parts, ...location };
}

/**
 * @param key of the Places API (New)
 * @param base URL up to `/v1`
 */
export function createGoogleProvider(key: string, base = "https://places.googleapis.com/v1"): AddressProvider {
  const headers = (fields: string) => ({
    "content-type": "application/json",
    "x-goog-api-key": key,
    "x-goog-fieldmask": fields,
  });
  const suggestOfTypes = async (input: string, types: string[], asking: ProviderRequest): Promise<Suggestion[]> => {
    const body = {
      input,
      languageCode: asking.language,
      regionCode: asking.country.toLowerCase(),
      includedRegionCodes: regions,
      includedPrimaryTypes: types,
      ...(asking.session && { sessionToken: asking.session }),
    };
    const { suggestions } = await fetchJson(new URL(`${base}/places:autocomplete`), Predictions, {
      method: "POST",
      headers: headers(predictionFields),
      body: JSON.stringify(body),
      signal: asking.signal,
    });
    return suggestions.flatMap(({ placePrediction: found }) =>
      found
        ? {
            placeId: `google:${found.placeId}`,
            description: found.text.text,
            mainText: found.structuredFormat?.mainText.text ?? found.text.text,
            secondaryText: found.structuredFormat?.secondaryText?.text ?? "",
          }
        : [],
    );
  };
  return {
    name: "google",
    async suggest(q, asking) {
      const found = await Promise.all(Object.values(placeTypes).map((types) => suggestOfTypes(q, types, asking)));
      return found.flat();
    },
    async resolve(placeId, asking) {
      const id = placeId.slice("google:".length);
      if (!/^[\w-]{5,290}$/.test(id)) return undefined;
      const url = new URL(`${base}/places/${id}`);
      url.searchParams.set("languageCode", asking.language);
      // The token ends the search session, so that Google charges the search and this request as one.
      if (asking.session) url.searchParams.set("sessionToken", asking.session);
      try {
        return toLocatedAddress(
          await fetchJson(url, Details, { headers: headers(detailFields), signal: asking.signal }),
        );
      } catch (error) {
        // Google answers 400 for malformed ids and 404 for expired ones.
        if (error instanceof UpstreamError && [400, 404].includes(error.status)) return undefined;
        throw error;
      }
    },
  };
}
