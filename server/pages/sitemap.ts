/** `/robots.txt` and `/sitemap.xml`: what search engines may read, and where the public pages are. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { html, type Html } from "#server/kit/http/html.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { countListedOrganizations, listListedAddresses } from "./queries.ts";

/** A sitemap holds 50,000 addresses at most: so many organizations with 500 fields each stay below. */
const ORGANIZATIONS_PER_SITEMAP = 80;
const MAX_SITEMAPS = 50_000;
const CACHE_CONTROL = "public, max-age=3600";
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** A demo is nobody's club: search engines stay away. */
export const renderRobots = ({ demo, appUrl }: { demo: boolean; appUrl: string }): string =>
  [
    "User-agent: *",
    ...(demo ? [] : ["Allow: /c/", "Allow: /api/v1/files/", "Allow: /assets/", "Allow: /favicon.svg"]),
    "Disallow: /",
    ...(demo ? [] : ["", `Sitemap: ${appUrl}/sitemap.xml`]),
    "",
  ].join("\n");

const sendXml = (reply: FastifyReply, body: Html) =>
  reply
    .header("cache-control", CACHE_CONTROL)
    .type("application/xml; charset=utf-8")
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n${body.html}\n`);

export function serveSitemap(app: FastifyInstance, { db, config }: AppContext): void {
  const { appUrl } = config;
  app.get("/robots.txt", async (_request, reply) =>
    reply.header("cache-control", CACHE_CONTROL).type("text/plain; charset=utf-8").send(renderRobots(config)),
  );
  app.get("/sitemap.xml", async (_request, reply) => {
    const count = config.demo ? 0 : await countListedOrganizations(db);
    const parts = Math.min(MAX_SITEMAPS, Math.ceil(count / ORGANIZATIONS_PER_SITEMAP));
    const maps = Array.from({ length: parts }, (_, index) => `${appUrl}/sitemap/${index + 1}.xml`);
    return sendXml(
      reply,
      html`<sitemapindex xmlns="${NAMESPACE}"
        >${maps.map((map) => html`<sitemap><loc>${map}</loc></sitemap>`)}</sitemapindex
      >`,
    );
  });
  app.get<{ Params: { file: string } }>("/sitemap/:file", async ({ params }, reply) => {
    const [, number] = /^([1-9]\d{0,5})\.xml$/.exec(params.file) ?? [];
    const part = Number(number ?? 0);
    const range = { limit: ORGANIZATIONS_PER_SITEMAP, offset: (part - 1) * ORGANIZATIONS_PER_SITEMAP };
    const paths = part === 0 || config.demo ? [] : await listListedAddresses(db, range);
    if (paths.length === 0) return reply.callNotFound();
    return sendXml(
      reply,
      html`<urlset xmlns="${NAMESPACE}">${paths.map((path) => html`<url><loc>${appUrl + path}</loc></url>`)}</urlset>`,
    );
  });
}
