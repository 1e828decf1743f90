/** Address search (geocoding): suggestions from a provider. */
import * as z from "zod/mini";
import { get, defineModule } from "./kit.ts";

export const MIN_SEARCH_LENGTH = 3;

export const PlaceSuggestion = z.object({
  /** Starts with the provider: `geopf:…`, `google:…`, `local:…`. */
  placeId: z.string(),
  description: z.string(),
  mainText: z.string(),
  secondaryText: z.string(),
});
export type PlaceSuggestion = z.infer<typeof PlaceSuggestion>;

export const places = defineModule("places", {
  autocomplete: get("/places/autocomplete", {
    allow: "verified",
    summary: "Addresses and establishments that begin like `q`; 503 while no provider is ready",
    query: z.object({
      q: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
      /** Joins searches and the choice into one session, because providers charge per session. */
      session: z.optional(z.uuid()),
    }),
    returns: z.array(PlaceSuggestion),
  }),
});
