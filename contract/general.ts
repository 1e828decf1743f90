/** Public configuration, countries and currencies. */
import * as z from "zod/mini";
import { type Operator, processors } from "./personal-data.ts";
import { get, defineModule } from "./kit.ts";

const named = z.nullable(z.string());
const operatorMembers = {
  name: named,
  address: named,
  email: named,
  phone: named,
  registration: named,
  publisher: named,
  hostName: named,
  hostAddress: named,
  hostPhone: named,
} satisfies Record<keyof Operator, typeof named>;

export const PublicConfig = z.object({
  version: z.string(),
  languages: z.array(z.string()),
  demo: z.boolean(),
  payments: z.enum(["off", "test", "live"]),
  addresses: z.array(z.string()),
  /** The key that browsers subscribe for (VAPID); null where nothing is told by push services. */
  push: z.nullable(z.object({ key: z.string() })),
  /** Whether text messages are sent. */
  sms: z.boolean(),
  operator: z.object(operatorMembers),
  /** Services of others that are used, as the privacy policy lists them. */
  processors: z.array(z.enum(processors)),
});

export const Country = z.object({
  /** ISO 3166-1 numeric. */
  id: z.int(),
  code: z.string(),
  name: z.string(),
  /** Default currency of new organizations in the country, and its zones, that of most people first. */
  currency: z.string(),
  timezones: z.array(z.string()),
});
export type Country = z.infer<typeof Country>;

export const general = defineModule("general", {
  config: get("/general/config", {
    allow: "everyone",
    summary: "Public settings: payments live or test, address providers, languages, version, operator",
    returns: PublicConfig,
  }),
  countries: get("/general/countries", {
    allow: "everyone",
    summary: "Countries by name, named in the reader's language, with their currencies and time zones",
    returns: z.array(Country),
  }),
  openapi: get("/openapi.json", {
    allow: "everyone",
    summary: "This document: OpenAPI 3.1, generated from the contract",
    returns: z.unknown(),
    raw: "download",
  }),
});
