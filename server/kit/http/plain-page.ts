/** Server-rendered page that needs no web build, for the development mailbox and the Stripe emulator. */
import type { Language } from "#messages/translator.ts";
import { html, type Html } from "./html.ts";

export const brandLogo = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <rect width="32" height="32" rx="9" fill="var(--accent)" />
  <path
    d="M9 24V8h8.4a4.1 4.1 0 0 1 2.4 7.6M9 16h8.8a4 4 0 0 1 0 8H9"
    fill="none"
    stroke="var(--on-accent)"
    stroke-width="2.3"
    stroke-linejoin="round"
    stroke-linecap="round"
  />
</svg>`;

export const renderPlainPage = (page: { language: Language; title: string; style: Html; body: Html }): Html =>
  html`<!doctype html>
    <html lang="${page.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <title>${page.title} · Baseline</title>
        <style>
          ${page.style}
        </style>
      </head>
      <body>
        ${page.body}
      </body>
    </html>`;
