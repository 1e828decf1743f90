/** The pages that an organization opens to everybody: what is found there, under which address, and who publishes it. */
import * as z from "zod/mini";
import { catch as orElse } from "zod/mini";
import { languages } from "#messages/translator.ts";
import {
  email,
  get,
  html,
  id,
  optionalText,
  partialOf,
  patch,
  post,
  personName,
  phone,
  requiredLine,
  defineModule,
} from "./kit.ts";
import { Image } from "./files.ts";
import { type BookingSource, bookingSources } from "./events.ts";
import { slugPart } from "./organization-options.ts";
import { isReservedSlug } from "./organizations-slugs-rules.ts";

export const PageChanges = z.strictObject({
  /** `unlisted`: for whoever has the address; search engines leave it out. */
  state: z.enum(["off", "unlisted", "public"]),
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
  state: PageChanges.shape.state,
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
  /** Facilities and fields that stand on the page, in its order: posters are made for them. */
  places: z.array(z.object({ facilityId: id, fieldId: z.nullable(id), name: z.string() })),
});
export type PageSettings = z.infer<typeof PageSettings>;
export type PagePart = PageSettings["missing"][number];

/** `direct`: whatever else leads to the page. */
export const pageSources = ["direct", "poster", "embed", "mail"] as const satisfies readonly (
  | "direct"
  | BookingSource
)[];
export type PageSource = (typeof pageSources)[number];

export const PageCount = z.object({
  /** `YYYY-MM` */
  month: z.string(),
  source: z.enum(pageSources),
  views: z.int(),
  bookings: z.int(),
});
export type PageCount = z.infer<typeof PageCount>;

/** Left out where it is not valid: an address that somebody has mistyped still shows the page. */
const lenient = <S extends z.ZodMiniType>(schema: S) => orElse(z.optional(schema), undefined);
export const PageQuery = z.object({
  lang: lenient(z.enum(languages)),
  sport: lenient(z.coerce.number().check(z.int32())),
  date: lenient(z.iso.date()),
  duration: lenient(z.coerce.number().check(z.int(), z.gte(5), z.lte(1440))),
  time: lenient(z.iso.time({ precision: -1 })),
  /** How a visitor comes, and how one came who goes on within the page. */
  from: lenient(z.enum(bookingSources)),
  via: lenient(z.enum(bookingSources)),
});
export type PageQuery = z.infer<typeof PageQuery>;
/** Free times on another site, which has a theme of its own. */
export const EmbedQuery = z.extend(PageQuery, { theme: lenient(z.enum(["light", "dark"])) });
export type EmbedQuery = z.infer<typeof EmbedQuery>;

const WallTimes = z.object({ start: z.string(), end: z.string() });
/** Empty: closed. */
const slots = z.array(WallTimes);
const names = z.array(z.string());
/** The club as its members read it: the fields and prices are those of the reader. */
export const Club = z.object({
  tagline: z.nullable(z.string()),
  about: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** Address of its public page; null where it has none. */
  url: z.nullable(z.string()),
  currency: z.string(),
  facilities: z.array(
    z.object({
      ...{ id, name: z.string(), image: z.nullable(Image), address: z.nullable(z.string()) },
      ...{ latitude: z.nullable(z.number()), longitude: z.nullable(z.number()) },
      fields: z.array(z.object({ id, name: z.string(), sports: names })),
      /** Fields with the same week together; Monday is 1. */
      hours: z.array(z.object({ fields: names, week: z.array(z.object({ weekdays: z.array(z.int()), slots })) })),
      /** Days of the next two months with other hours. */
      specialDays: z.array(z.object({ fields: names, name: z.string(), from: z.iso.date(), to: z.iso.date(), slots })),
      /**
       * Fields with the same prices together, in minor units, for each duration in minutes; null: not sold. Prices by person
       * are tables of their own, also of fields that are sold as a whole.
       */
      prices: z.array(
        z.object({
          fields: names,
          priceType: z.enum(["field", "user"]),
          durations: z.array(z.int()),
          lines: z.array(
            z.object({
              weekdays: z.array(z.int()),
              hours: z.nullable(WallTimes),
              prices: z.array(z.nullable(z.int())),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type Club = z.infer<typeof Club>;

export const pages = defineModule("pages", {
  readClub: get("/organizations/{organizationId}/club", {
    allow: "member",
    summary:
      "The club as its members read it: where it is, how to reach it, its hours, and the reader's prices; null for the platform, which is none",
    returns: z.nullable(Club),
  }),
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
  preview: post("/organizations/{organizationId}/page/preview", {
    allow: "organizations.update",
    summary: "The public page as it would be with these changes; nothing is kept",
    body: PageChanges,
    example: {
      ...{ state: "public", slug: "padel-on-the-river", language: "en" },
      ...{ showsTimes: true, showsPrices: true, showsCard: false },
    },
    returns: z.object({ html: z.string() }),
    status: 200,
    leavesEntry: false,
  }),
  counts: get("/organizations/{organizationId}/page/counts", {
    allow: "organizations.update",
    summary: "Visits and bookings of the public page in the last twelve months, by month and source",
    returns: z.array(PageCount),
  }),
  poster: get("/organizations/{organizationId}/page/poster.pdf", {
    allow: "organizations.update",
    summary: "Poster with a QR code that leads to the public page, or to that of a facility or a field",
    query: z.object({
      size: z._default(z.enum(["a4", "a5"]), "a4"),
      language: z.optional(z.enum(languages)),
      facilityId: z.optional(id),
      fieldId: z.optional(id),
    }),
    returns: z.unknown(),
    raw: "download",
  }),
  club: html("/c/{slug}", { allow: "everyone", query: PageQuery, summary: "The public page of an organization" }),
  find: html("/c/{slug}/find", { allow: "everyone", query: PageQuery, summary: "All free times of a day" }),
  legal: html("/c/{slug}/legal", { allow: "everyone", query: PageQuery, summary: "Who publishes the page" }),
  card: html("/c/{slug}/card.jpg", {
    allow: "everyone",
    query: PageQuery,
    summary: "The picture of the page for social networks",
  }),
  manifest: html("/c/{slug}/app.webmanifest", {
    allow: "everyone",
    query: PageQuery,
    summary: "The organization as an application for its members to install: name, colour and icon",
  }),
  icon: html("/c/{slug}/icon.png", {
    allow: "everyone",
    query: PageQuery,
    summary: "The icon of that application",
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
