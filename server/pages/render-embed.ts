/** Free times for other sites (embed, widget, iframe): each start opens the page itself in a window of its own. */
import type { FastifyReply } from "fastify";
import { html } from "#server/kit/http/html.ts";
import { readFreeTimes } from "./free-times.ts";
import { icons } from "./icons.ts";
import { clubPath, languageQuery, renderBareHead, renderMark } from "./layout.ts";
import { createPageTexts } from "./texts.ts";
import { findNextFree, type PageContext } from "./render-pages.ts";
import { renderTimes } from "./times-section.ts";

/** The only page that others may frame. */
export function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.raw.getHeader("content-security-policy") ?? "");
  void reply.header("content-security-policy", policy.replace(/frame-ancestors [^;]*/, "frame-ancestors *"));
  reply.raw.removeHeader("x-frame-options");
}

export async function renderEmbedPage(context: PageContext): Promise<string | undefined> {
  const { db, club, query } = context;
  if (!club.page.shows_times) return undefined;
  const { organization, facilities, fields, language } = club;
  const texts = createPageTexts(language, organization.currency);
  const times = await readFreeTimes(db, club, fields, query);
  const nextFree = await findNextFree(context, { club, texts, facilities, fields }, times);
  const page = `${clubPath(club)}${languageQuery(club)}`;
  const section = {
    ...{ club, texts, times, nextFree, isWhole: false },
    ...{ path: `/embed/${club.slug}`, findPath: `${clubPath(club)}/find` },
    ...{ here: { theme: query.theme }, away: { from: "embed" }, opensWindow: true },
  };
  return html`<!doctype html>
    <html lang="${language}" ${query.theme && html`style="color-scheme: ${query.theme}"`}>
      ${renderBareHead(organization.name, query.theme, club)}
      <body class="embed">
        <main class="stack" id="main">
          <h1 class="row bb">
            ${renderMark(club)}<a
              class="grow name"
              href="${page}${page.includes("?") ? "&" : "?"}from=embed"
              target="_blank"
              rel="noopener"
              >${organization.name}<span class="sr"> ${texts.t("pages.newWindow")}</span></a
            >${icons.next}
          </h1>
          ${renderTimes(section)}
        </main>
        <script src="/embed-frame.js" defer></script>
      </body>
    </html>`.html;
}
