/** The frame of every page: head with its description for search engines, top, and legal links. */
import type { Logo } from "#contract/files.ts";
import { type AccentThemes, accentStyle } from "#contract/organizations-accent-rules.ts";
import { languages, type Language } from "#messages/translator.ts";
import { html, type Html } from "#server/kit/http/html.ts";
import { translators } from "#server/kit/process/translators.ts";
import { CARD_SIZE, cardVersion } from "./card-content.ts";
import { pageStyle } from "./style.ts";
import type { PublicClub } from "./public-club.ts";
import { clubHue, clubInitials } from "#contract/organizations-initials-rules.ts";

export interface PageFrame {
  club: PublicClub;
  appUrl: string;
  /** Below the club's address: `/parc-des-berges/court-1`; empty for the club. */
  path: string;
  title: string;
  description: string;
  /** Times of one day, which change by the minute. */
  isOfDay: boolean;
  /** The same page in the other language, with what was chosen. Default: the page as it opens. */
  translated?: string;
  structuredData?: unknown;
  body: Html;
}

/** Escapes what would end the script that holds it. */
const toScriptText = (data: unknown): Html => ({
  html: JSON.stringify(data).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029"),
});

/** Ends the address of links that carry on how a visitor came. No text of people has this sign. */
export const SOURCE_MARK = "\u0001";

export const clubPath = ({ slug }: Pick<PublicClub, "slug">): string => `/c/${slug}`;

/** For those whom the organization lets join, or ask to. */
export const joinPath = ({ slug }: Pick<PublicClub, "slug">): string => `/join/${slug}`;

/** The page's own language stands at its address, the other one behind a parameter. */
export const languageQuery = ({ page, language }: Pick<PublicClub, "page" | "language">, asked: Language = language) =>
  asked === page.language ? "" : `?lang=${asked}`;

export const otherLanguage = (language: Language): Language => languages.find((one) => one !== language) ?? language;

function renderHead({ club, appUrl, path, title, description, isOfDay, structuredData }: PageFrame): Html {
  const address = appUrl + clubPath(club) + path;
  const canonical = address + languageQuery(club);
  const { style, font } = pageStyle();
  const languageOf = languageQuery(club);
  const card = `${appUrl}${clubPath(club)}/card.jpg${languageOf}${languageOf === "" ? "?" : "&"}v=${cardVersion(club)}`;
  const isListed = club.page.state === "public" && !isOfDay;
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <meta name="description" content="${description}" />
    ${!isListed && html`<meta name="robots" content="${isOfDay && club.page.state === "public" ? "noindex, follow" : "noindex"}" />`}
    <link rel="canonical" href="${canonical}" />
    ${languages.map(
      (language) =>
        html`<link rel="alternate" hreflang="${language}" href="${address + languageQuery(club, language)}" />`,
    )}
    <link rel="alternate" hreflang="x-default" href="${address}" />
    ${
      (club.page.state === "public" || club.page.shows_card) &&
      html`<meta property="og:type" content="website" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:url" content="${canonical}" />
        <meta property="og:site_name" content="${club.organization.name}" />
        <meta property="og:locale" content="${club.language === "fr" ? "fr_FR" : "en_US"}" />
        <meta property="og:image" content="${card}" />
        <meta property="og:image:type" content="image/jpeg" />
        <meta property="og:image:width" content="${CARD_SIZE.width}" />
        <meta property="og:image:height" content="${CARD_SIZE.height}" />
        <meta property="og:image:alt" content="${club.organization.name}" />
        <meta name="twitter:card" content="summary_large_image" />
        <meta name="twitter:image" content="${card}" />`
    }
    ${renderIcon(club.logo)}
    <link rel="apple-touch-icon" href="${clubPath(club)}/icon.png" />
    <link rel="manifest" href="${clubPath(club)}/app.webmanifest" />
    ${font && html`<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin />`}
    <style>
      ${style}${renderAccent(club.accent)}
    </style>
    ${
      structuredData !== undefined &&
      html`<script type="application/ld+json">
        ${toScriptText(structuredData)}
      </script>`
    }
  </head>`;
}

export function renderMark({ organization, logo }: Pick<PublicClub, "organization" | "logo">, isBig = false): Html {
  const style = `club${isBig ? " big" : ""}`;
  if (logo) return html`<img class="${style}" src="${logo.smallUrl}" width="128" height="128" alt="" />`;
  const initials = clubInitials(organization.name);
  return html`<span class="${style}" style="--h:${clubHue(organization.id)}" aria-hidden="true">${initials}</span>`;
}

const renderIcon = (logo: Logo | null | undefined): Html =>
  logo
    ? html`<link rel="icon" href="${logo.smallUrl}" type="image/png" />`
    : html`<link rel="icon" href="/favicon.svg" type="image/svg+xml" />`;

const renderAccent = (accent: AccentThemes | null | undefined): Html => ({ html: accent ? accentStyle(accent) : "" });

function renderTop({ club, path, translated }: PageFrame): Html {
  const t = translators[club.language];
  const home = clubPath(club) + languageQuery(club);
  const other = otherLanguage(club.language);
  const sections = [
    ["fields", t("pages.fields")],
    ["hours", t("pages.hours")],
    ...(club.page.shows_prices ? [["prices", t("pages.prices")]] : []),
    ["access", t("pages.access")],
  ];
  return html`<header class="top">
    <a class="row grow" href="${home}">${renderMark(club)}<span class="bb name">${club.organization.name}</span></a>
    <nav class="grow" aria-label="${t("pages.menu")}">
      ${sections.map(([anchor, label]) => html`<a href="${home}#${anchor}">${label}</a>`)}
    </nav>
    <a
      class="s13 ink2 b link"
      lang="${other}"
      hreflang="${other}"
      href="${translated ?? clubPath(club) + path + languageQuery(club, other)}"
      >${t("pages.languageOther")}</a
    >
    <a class="btn s" href="/auth/login" rel="nofollow">${t("pages.signIn")}</a>
  </header>`;
}

export function renderPage(frame: PageFrame): string {
  const { club, body } = frame;
  const t = translators[club.language];
  return html`<!doctype html>
    <html lang="${club.language}">
      ${renderHead(frame)}
      <body>
        <a class="skip" href="#main">${t("pages.skip")}</a>
        ${renderTop(frame)} ${body}
        <footer class="foot">
          <a href="${clubPath(club)}/legal${languageQuery(club)}">${t("pages.law")}</a>
          <a href="/legal/privacy">${t("pages.privacy")}</a>
          <a href="/">${t("pages.booked")}</a>
        </footer>
      </body>
    </html>`.html;
}

/** Head of a page that no search engine keeps. */
export function renderBareHead(title: string, theme = "light dark", club?: Pick<PublicClub, "accent" | "logo">): Html {
  const { style, font } = pageStyle();
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="${theme}" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    ${renderIcon(club?.logo)}
    ${font && html`<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin />`}
    <style>
      ${style}${renderAccent(club?.accent)}
    </style>
  </head>`;
}

/** A sentence in the place of a page. */
export function renderNotice(language: Language, { title, text }: { title: string; text: string }): string {
  return html`<!doctype html>
    <html lang="${language}">
      ${renderBareHead(title)}
      <body>
        <main class="narrow stack" id="main">
          <h1 class="title">${text}</h1>
        </main>
      </body>
    </html>`.html;
}
