import * as z from "zod/mini";
import type { Language } from "#messages/translator.ts";
import { get, defineModule } from "./kit.ts";

export const PublicConfig = z.object({
  version: z.string(),
  languages: z.array(z.string()),
  demo: z.boolean(),
  payments: z.enum(["off", "test", "live"]),
  addresses: z.array(z.string()),
});

export const Country = z.object({ id: z.int(), code: z.string(), name: z.string() });
export type Country = z.infer<typeof Country>;

/** ISO 3166-1 numeric codes of the countries where organizations can be. */
export const countryIds = [250, 840] as const;
export const countryCodes = { 250: "FR", 840: "US" } as const satisfies Record<(typeof countryIds)[number], string>;

export const countryLanguages = { 250: "fr", 840: "en" } as const satisfies Record<
  (typeof countryIds)[number],
  Language
>;

export const general = defineModule("general", {
  config: get("/general/config", {
    allow: "everyone",
    summary: "Public settings: payments live or test, address providers, languages, version",
    returns: PublicConfig,
  }),
  countries: get("/general/countries", {
    allow: "everyone",
    summary: "Countries, named in the reader's language",
    returns: z.array(Country),
  }),
  openapi: get("/openapi.json", {
    allow: "everyone",
    summary: "This document: OpenAPI 3.1, generated from the contract",
    returns: z.unknown(),
    raw: "download",
  }),
});
