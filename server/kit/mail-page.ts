/** `/dev/mail`: what this server would have mailed, readable in the browser. In the demo and in development, where no mail server is set. */
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Email } from "postal-mime";
import type { Language, Translate } from "#words/words.ts";
import type { Config } from "./config.ts";
import type { House } from "./house.ts";
import { html, type Html } from "./html.ts";
import { mailFolder } from "./mail-transport.ts";
import { brand, plainPage } from "./plain-page.ts";
import { answerNotFound } from "./refuse.ts";
import { languageOf } from "./serve.ts";
import { words } from "./words.ts";

const shown = 100;
const style: Html = { html: readFileSync(join(import.meta.dirname, "mail-page.css"), "utf8") };

/** Mails hold codes and links of everybody: beyond the demo they are for whoever sits at the machine. */
function mayShow({ demo, isProduction, appUrl, host }: Config): boolean {
  const isHere = (name: string) => ["localhost", "127.0.0.1", "::1", "[::1]"].includes(name);
  return demo || (!isProduction && isHere(host) && isHere(new URL(appUrl).hostname));
}

export function showMails(app: FastifyInstance, house: House): void {
  const { config } = house;
  if (!mayShow(config)) return;
  const folder = mailFolder(config);

  app.get("/dev/mail", async (request, reply) => {
    const mails = await listMails(folder);
    return answerPage(request, reply, (reader) => listPage(reader, mails, Boolean(config.smtpUrl)));
  });
  app.get<{ Params: { id: string } }>("/dev/mail/:id", async (request, reply) => {
    const { id } = request.params;
    const mail = await readMail(folder, id);
    if (!mail) return answerNotFound(request, reply);
    return answerPage(request, reply, (reader) => mailPage(reader, id, mail));
  });
  app.get<{ Params: { id: string } }>("/dev/mail/:id/body", async (request, reply) => {
    const mail = await readMail(folder, request.params.id);
    if (!mail) return answerNotFound(request, reply);
    void reply.header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    );
    void reply.header("x-frame-options", "SAMEORIGIN").header("cache-control", "no-store");
    return reply
      .type("text/html; charset=utf-8")
      .send((mail.html ?? "").replace("<head>", '<head><base target="_blank">'));
  });
  app.get<{ Params: { id: string } }>("/dev/mail/:id/source", async (request, reply) => {
    const file = await readSource(folder, request.params.id);
    if (!file) return answerNotFound(request, reply);
    void reply.header("content-disposition", 'attachment; filename="mail.eml"').header("cache-control", "no-store");
    return reply.type("message/rfc822").send(file);
  });
}

async function readSource(folder: string, id: string): Promise<Buffer | undefined> {
  // The name comes from the address: it must be a file of this folder and nothing else.
  if (basename(id) !== id || !/^[\w.@+-]+$/.test(id)) return undefined;
  return readFile(join(folder, `${id}.eml`)).catch(() => undefined);
}

async function readMail(folder: string, id: string): Promise<Email | undefined> {
  const file = await readSource(folder, id);
  if (!file) return undefined;
  const { default: PostalMime } = await import("postal-mime");
  return PostalMime.parse(file);
}

interface Listed {
  id: string;
  mail: Email;
}

async function listMails(folder: string): Promise<Listed[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const newest = names
    .filter((name) => name.endsWith(".eml"))
    .toSorted()
    .toReversed()
    .slice(0, shown);
  const mails = await Promise.all(
    newest.map(async (name) => ({ id: name.slice(0, -4), mail: await readMail(folder, name.slice(0, -4)) })),
  );
  return mails.filter((listed): listed is Listed => listed.mail !== undefined);
}

interface PageReader {
  t: Translate;
  language: Language;
}

function answerPage(request: FastifyRequest, reply: FastifyReply, body: (reader: PageReader) => Html) {
  const language = languageOf(request);
  const t = words[language];
  const page = plainPage({
    language,
    title: t("kit.mailboxTitle"),
    style,
    body: html`<main>${body({ t, language })}</main>`,
  });
  return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(page.html);
}

const when = (date: string | undefined, language: Language) =>
  date &&
  html`<time datetime="${date}"
    >${new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(new Date(date))}
    UTC</time
  >`;
const recipientOf = (mail: Email) => mail.to?.map((to) => to.address ?? "").join(", ") ?? "";
const pathOf = (id: string) => `/dev/mail/${encodeURIComponent(id)}`;

function listPage({ t, language }: PageReader, mails: Listed[], isSent: boolean): Html {
  const items = mails.map(
    ({ id, mail }) =>
      html`<li>
        <a href="${pathOf(id)}"
          ><span class="subject">${mail.subject}</span
          ><span class="meta">${recipientOf(mail)}</span>${when(mail.date, language)}</a
        >
      </li>`,
  );
  const none = html`<div class="card empty">
    <strong>${t("kit.mailboxEmpty")}</strong>${!isSent && html`<span>${t("kit.mailboxEmptyText")}</span>`}
  </div>`;
  return html`<header>
      ${brand}
      <h1>${t("kit.mailboxTitle")}</h1>
    </header>
    <p class="lead">${isSent ? t("kit.mailboxSmtp") : t("kit.mailboxText")}</p>
    ${
      items.length > 0
        ? html`<ul class="card">
            ${items}
          </ul>`
        : none
    }`;
}

function mailPage({ t, language }: PageReader, id: string, mail: Email): Html {
  const fact = (name: string, value: Html | string | undefined) =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<nav><a href="/dev/mail">← ${t("kit.mailboxBack")}</a></nav>
    <header>
      ${brand}
      <h1>${mail.subject}</h1>
    </header>
    <dl>
      ${fact(t("kit.mailboxFrom"), mail.from?.address)}${fact(t("kit.mailboxTo"), recipientOf(mail))}${fact(t("kit.mailboxDate"), when(mail.date, language))}
    </dl>
    <iframe
      class="card"
      src="${pathOf(id)}/body"
      title="${mail.subject}"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
    <details class="card">
      <summary>${t("kit.mailboxPlain")}</summary>
      <pre>${mail.text}</pre>
    </details>
    <p><a href="${pathOf(id)}/source">${t("kit.mailboxSource")}</a></p>`;
}
