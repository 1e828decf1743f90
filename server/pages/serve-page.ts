/** Serves a public page: from the cache where it is kept, with its ETag, compressed once. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type BookingSource, bookingSources } from "#contract/events.ts";
import type { EmbedQuery } from "#contract/pages.ts";
import type { Language } from "#messages/translator.ts";
import { createMinuteCounter, type MinuteCounter } from "#server/kit/http/minute-counter.ts";
import { matchesEtag } from "#server/kit/http/security-headers.ts";
import { readMayLag, requestLanguage, type RawCall } from "#server/kit/http/serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { networkPrefix } from "#server/accounts/rate-limits.ts";
import { findSlugOwner } from "#server/organizations/slugs.ts";
import { renderNotice, SOURCE_MARK } from "./layout.ts";
import { createPageCache, type PageCache } from "./cache.ts";
import { type CountedPage, sourceOfVisit, visitCounterOf } from "./count-visits.ts";
import { loadPublicClub, type PublicClub } from "./public-club.ts";
import type { PageContext } from "./render-pages.ts";

interface KeptPage extends Contents {
  /** With marks where links carry on how a visitor came; undefined where none does. */
  marked: string | undefined;
  /** The same page for those who came by a poster, an embedded page or a mail, made with the first of them. */
  bySource: Map<BookingSource, Contents>;
  organizationId: string;
  timezone: string;
  isUnlisted: boolean;
}
interface Contents {
  body: Buffer;
  /** Undefined for what is compressed by itself. */
  gzip: Buffer | undefined;
  type: string;
  /** Without quotes. */
  tag: string;
}
/** Another address has the page. */
export interface MovedPage {
  location: string;
}
type Answer = KeptPage | MovedPage;

export interface Picture {
  picture: Buffer;
  /** Media type. */
  type: string;
}
const HTML = "text/html; charset=utf-8";

interface PageServer {
  cache: PageCache<Answer>;
  /** Counts by network. */
  computedCounter: MinuteCounter;
}
const servers = new WeakMap<AppContext, PageServer>();
function serverOf(appContext: AppContext): PageServer {
  const known = servers.get(appContext) ?? {
    cache: createPageCache<Answer>(appContext),
    computedCounter: createMinuteCounter(() => appContext.clock.now().getTime()),
  };
  servers.set(appContext, known);
  return known;
}

/** Pages that must be computed, from one network within a minute; kept ones are free. */
const MAX_COMPUTED_PER_MINUTE = 300;
const CACHE_CONTROL = "public, max-age=1, must-revalidate";

export type PageParams = Readonly<Record<string, string>>;
/** Undefined where there is none. */
type Rendered = string | Picture | MovedPage | undefined;
export type RenderPage = (context: PageContext, params: PageParams) => Promise<Rendered> | Rendered;

type PageCall = Pick<RawCall, "appContext" | "db" | "address" | "now" | "reply"> & {
  request: FastifyRequest;
  params: PageParams;
  query: EmbedQuery;
};

/** With room for the pages that are made for a source. */
const sizeOf = ({ body, gzip, marked }: KeptPage) =>
  (body.length + (gzip?.length ?? 0)) * (marked === undefined ? 1 : 1 + bookingSources.length);

const computedOf = (organizationId: string, page: Answer) => ({
  ...{ page, organizationId },
  bytes: "body" in page ? sizeOf(page) : page.location.length,
});

const markedLink = new RegExp(`href="([^"${SOURCE_MARK}]*)${SOURCE_MARK}`, "g");
/** @param source undefined leaves the links without one */
const carrySource = (html: string, source: BookingSource | undefined): string =>
  html.replace(markedLink, (_whole, href: string) =>
    source === undefined ? `href="${href}` : `href="${href}${href.includes("?") ? "&amp;" : "?"}via=${source}`,
  );

function toContents(rendered: string | Picture): Contents {
  const isText = typeof rendered === "string";
  const body = isText ? Buffer.from(rendered) : rendered.picture;
  const tag = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { body, gzip: isText ? gzipSync(body) : undefined, type: isText ? HTML : rendered.type, tag };
}

function keep(rendered: string | Picture, { organization, page }: PublicClub): KeptPage {
  const marked = typeof rendered === "string" && rendered.includes(SOURCE_MARK) ? rendered : undefined;
  return {
    ...toContents(marked === undefined ? rendered : carrySource(marked, undefined)),
    ...{ marked, bySource: new Map<BookingSource, Contents>() },
    ...{ organizationId: organization.id, timezone: organization.timezone, isUnlisted: page.state !== "public" },
  };
}

function contentsFor(kept: KeptPage, source: BookingSource | undefined): Contents {
  if (source === undefined || kept.marked === undefined) return kept;
  const contents = kept.bySource.get(source) ?? toContents(carrySource(kept.marked, source));
  kept.bySource.set(source, contents);
  return contents;
}

async function compute({ appContext, db, now, params, query, request }: PageCall, render: RenderPage) {
  const owner = await findSlugOwner(db, params["slug"] ?? "", now);
  if (!owner) return undefined;
  const { organizationId, currentSlug } = owner;
  if (serverOf(appContext).cache.isBusy(organizationId)) throw new TooManyPages();
  return readMayLag({ appContext }, organizationId, async (at) => {
    const club = await loadPublicClub(at, { organizationId, slug: currentSlug }, { language: query.lang, now });
    if (!club) return undefined;
    const rendered = await render({ db: at, config: appContext.config, store: appContext.store, club, query }, params);
    if (rendered === undefined) return undefined;
    if (typeof rendered === "object" && "location" in rendered) return computedOf(organizationId, rendered);
    if (currentSlug !== params["slug"])
      return computedOf(organizationId, {
        location: pathOf(request).replace(/^\/(c|embed)\/[^/]+/, `/$1/${currentSlug}`),
      });
    return computedOf(organizationId, keep(rendered, club));
  });
}

const pathOf = ({ url }: FastifyRequest): string => (url.split("?")[0] ?? "").replace(/\/$/, "");

const searchOf = ({ url }: FastifyRequest): string => (url.includes("?") ? url.slice(url.indexOf("?")) : "");

/** The path and what is asked for, in one order; how a visitor came, and whatever else, is no part of it. */
const cacheKey = (request: FastifyRequest, { from: _from, via: _via, ...asked }: EmbedQuery): string =>
  JSON.stringify([pathOf(request), asked]);

class TooManyPages extends Error {}

function refuseTooMany({ appContext, address }: PageCall): void {
  if (serverOf(appContext).computedCounter.add(networkPrefix(address)) > MAX_COMPUTED_PER_MINUTE)
    throw new TooManyPages();
}

/** `gzip;q=0` refuses it. */
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

function send(reply: FastifyReply, request: FastifyRequest, kept: KeptPage, source: BookingSource | undefined): void {
  const page = contentsFor(kept, source);
  const gzip = takesGzip.test(request.headers["accept-encoding"] ?? "") ? page.gzip : undefined;
  const etag = `"${page.tag}${gzip ? "-gzip" : ""}"`;
  void reply.header("cache-control", CACHE_CONTROL).header("etag", etag).header("vary", "accept-encoding");
  if (kept.isUnlisted) void reply.header("x-robots-tag", "noindex");
  if (matchesEtag(request, etag)) return void reply.code(304).send();
  if (gzip) void reply.header("content-encoding", "gzip");
  void reply.type(page.type).send(gzip ?? page.body);
}

function sendNotice(reply: FastifyReply, status: number, html: string): void {
  void reply.code(status).header("cache-control", "no-store").header("x-robots-tag", "noindex");
  void reply.type(HTML).send(html);
}

/** The same for whatever is not there: nothing tells an unknown address from a page that is off. */
function sendNotFound(reply: FastifyReply, language: Language): void {
  const t = translators[language];
  sendNotice(reply, 404, renderNotice(language, { title: t("pages.notFoundTitle"), text: t("pages.notFound") }));
}

function sendTooMany(reply: FastifyReply, language: Language, now: Date): void {
  const text = translators[language]("kit.tooManyMinutes", { count: 1 });
  void reply.header("retry-after", 60 - now.getUTCSeconds());
  sendNotice(reply, 429, renderNotice(language, { title: text, text }));
}

/** @param counted its visits are counted as those of this kind */
export async function servePage(call: PageCall, render: RenderPage, counted?: CountedPage): Promise<void> {
  const { appContext, request, reply, query, now } = call;
  const language = query.lang ?? requestLanguage(request);
  try {
    const found = await serverOf(appContext).cache.read(
      cacheKey(request, query),
      () => compute(call, render),
      () => refuseTooMany(call),
    );
    if (!found) sendNotFound(reply, language);
    else if ("location" in found)
      void reply.header("cache-control", CACHE_CONTROL).redirect(found.location + searchOf(request), 301);
    else {
      const source = counted && sourceOfVisit(request, query);
      const { organizationId, timezone } = found;
      if (counted && source) visitCounterOf(appContext).add({ organizationId, timezone, page: counted, source });
      send(reply, request, found, query.from ?? query.via);
    }
  } catch (error) {
    if (!(error instanceof TooManyPages)) throw error;
    sendTooMany(reply, language, now);
  }
  await reply;
}
