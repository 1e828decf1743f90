/** Places are addresses that a provider knows; a facility keeps the one that was chosen. */
import * as z from "zod/mini";
import { get, defineModule } from "./kit.ts";

/** Fewer characters find nothing. */
export const MIN_SEARCH_LENGTH = 3;

export const PlaceSuggestion = z.object({
  /** Begins with its provider: `geopf:…`, `google:…`, `local:…`. */
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
      /** Groups a search with its choice: providers charge by it. */
      session: z.optional(z.uuid()),
    }),
    returns: z.array(PlaceSuggestion),
  }),
});
