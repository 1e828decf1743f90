/** The pages that an organization opens to everybody: what is found there, under which address, and who publishes it. */
import * as z from "zod/mini";
import { catch as orElse } from "zod/mini";
import { languages } from "#messages/translator.ts";
import {
  email,
  get,
  html,
  optionalText,
  partialOf,
  patch,
  personName,
  phone,
  requiredLine,
  defineModule,
} from "./kit.ts";
import { slugPart } from "./organization-options.ts";
import { isReservedSlug } from "./organizations-slugs-rules.ts";

/** `unlisted`: for whoever has the address; search engines leave it out. */
export const pageStates = ["off", "unlisted", "public"] as const;

export const PageChanges = z.strictObject({
  state: z.enum(pageStates),
  slug: slugPart((text) => isReservedSlug(text)),
  language: z.enum(languages),
  tagline: z.nullish(requiredLine(120)),
  about: optionalText(1000),
  /** Default of both: the organization's. */
  phone: z.nullish(phone),
  email: z.nullish(email),
  showsTimes: z.boolean(),
  showsPrices: z.boolean(),
  /** Whether an unlisted page has a preview where its address is shared. A public one always has. */
  showsCard: z.boolean(),
  /** Answers for what the page says, as the law wants it named. */
  publisher: z.nullish(personName(120)),
});

export const PageSettings = z.object({
  state: z.enum(pageStates),
  slug: z.string(),
  language: z.enum(languages),
  tagline: z.nullable(z.string()),
  about: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  showsTimes: z.boolean(),
  showsPrices: z.boolean(),
  showsCard: z.boolean(),
  publisher: z.nullable(z.string()),
  /** Without these the page cannot be public, in the order of telling. `contact`: a telephone number or an email. */
  missing: z.array(z.enum(["legalName", "address", "contact", "publisher", "fields"])),
  /** The canonical address. */
  url: z.string(),
});
export type PageSettings = z.infer<typeof PageSettings>;
export type PagePart = PageSettings["missing"][number];

/** Left out where it is not valid: an address that somebody has mistyped still shows the page. */
const lenient = <S extends z.ZodMiniType>(schema: S) => orElse(z.optional(schema), undefined);
export const PageQuery = z.object({
  lang: lenient(z.enum(languages)),
  sport: lenient(z.coerce.number().check(z.int32())),
  date: lenient(z.iso.date()),
  duration: lenient(z.coerce.number().check(z.int(), z.gte(5), z.lte(1440))),
  time: lenient(z.iso.time({ precision: -1 })),
});
export type PageQuery = z.infer<typeof PageQuery>;
/** Free times on another site, which has a theme of its own. */
export const EmbedQuery = z.extend(PageQuery, { theme: lenient(z.enum(["light", "dark"])) });
export type EmbedQuery = z.infer<typeof EmbedQuery>;

export const pages = defineModule("pages", {
  read: get("/organizations/{organizationId}/page", {
    allow: "organizations.update",
    summary:
      "The organization's public page: its state, address and words, and what it lacks to be public; null for the platform, which has none",
    returns: z.nullable(PageSettings),
  }),
  update: patch("/organizations/{organizationId}/page", {
    allow: "organizations.update",
    summary: "Change the public page; `public` is refused while something is missing",
    body: partialOf(PageChanges),
    example: { tagline: "Padel and tennis on the river" },
    returns: PageSettings,
    successMessage: "pages.saved",
  }),
  club: html("/c/{slug}", { allow: "everyone", query: PageQuery, summary: "The public page of an organization" }),
  find: html("/c/{slug}/find", { allow: "everyone", query: PageQuery, summary: "All free times of a day" }),
  legal: html("/c/{slug}/legal", { allow: "everyone", query: PageQuery, summary: "Who publishes the page" }),
  card: html("/c/{slug}/card.jpg", {
    allow: "everyone",
    query: PageQuery,
    summary: "The picture of the page for social networks",
  }),
  embed: html("/embed/{slug}", { allow: "everyone", query: EmbedQuery, summary: "Free times, for other sites" }),
  facility: html("/c/{slug}/{facilitySlug}", {
    allow: "everyone",
    query: PageQuery,
    summary: "The public page of a facility",
  }),
  field: html("/c/{slug}/{facilitySlug}/{fieldSlug}", {
    allow: "everyone",
    query: PageQuery,
    summary: "The public page of a field",
  }),
});
