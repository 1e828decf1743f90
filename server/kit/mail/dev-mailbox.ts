/** Development mailbox at `/dev/mail`: shows sent mails if no SMTP server is set, in the demo and in development. */
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Email } from "postal-mime";
import { dateFormats } from "#messages/dates.ts";
import type { Language, Translate } from "#messages/translator.ts";
import type { Config } from "#server/kit/process/config.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { html, type Html } from "#server/kit/http/html.ts";
import { listSmsFiles } from "#server/kit/notify/sms-transport.ts";
import { mailFolder } from "./mail-transport.ts";
import { brandLogo, renderPlainPage } from "#server/kit/http/plain-page.ts";
import { sendNotFound } from "#server/kit/http/error-handler.ts";
import { requestLanguage } from "#server/kit/http/serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";

const MAX_MAILS_SHOWN = 100;
const style: Html = { html: readFileSync(join(import.meta.dirname, "dev-mailbox.css"), "utf8") };

/** Mails contain codes and links: only this machine may read them, a demo that others reach shows none either. */
const isMailboxAllowed = ({ isProduction, isLocalOnly }: Config): boolean => !isProduction && isLocalOnly;

export function serveMailbox(app: FastifyInstance, appContext: AppContext): void {
  const { config } = appContext;
  if (!isMailboxAllowed(config)) return;
  const folder = mailFolder(config);

  app.get("/dev/mail", async (request, reply) => {
    const mails = await listMails(folder);
    const messages = await listSmsFiles(config, MAX_MAILS_SHOWN);
    return sendPage(
      request,
      reply,
      (reader) => html`${listPage(reader, mails, Boolean(config.smtpUrl))}${listMessages(reader, messages)}`,
    );
  });
  app.get<{ Params: { id: string } }>("/dev/mail/:id", async (request, reply) => {
    const { id } = request.params;
    const mail = await readMail(folder, id);
    if (!mail) return sendNotFound(request, reply);
    return sendPage(request, reply, (reader) => mailPage(reader, id, mail));
  });
  app.get<{ Params: { id: string } }>("/dev/mail/:id/body", async (request, reply) => {
    const mail = await readMail(folder, request.params.id);
    if (!mail) return sendNotFound(request, reply);
    void reply.header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    );
    void reply.header("x-frame-options", "SAMEORIGIN").header("cache-control", "no-store");
    return reply
      .type("text/html; charset=utf-8")
      .send((mail.html ?? "").replace("<head>", '<head><base target="_blank">'));
  });
  app.get<{ Params: { id: string } }>("/dev/mail/:id/source", async (request, reply) => {
    const file = await readSource(folder, request.params.id);
    if (!file) return sendNotFound(request, reply);
    void reply.header("content-disposition", 'attachment; filename="mail.eml"').header("cache-control", "no-store");
    return reply.type("message/rfc822").send(file);
  });
}

async function readSource(folder: string, id: string): Promise<Buffer | undefined> {
  // The name comes from the URL: accept only plain file names of this folder.
  if (basename(id) !== id || !/^[\w.@+-]+$/.test(id)) return undefined;
  return readFile(join(folder, `${id}.eml`)).catch(() => undefined);
}

async function readMail(folder: string, id: string): Promise<Email | undefined> {
  const file = await readSource(folder, id);
  if (!file) return undefined;
  const { default: PostalMime } = await import("postal-mime");
  return PostalMime.parse(file);
}

interface ListedMail {
  id: string;
  mail: Email;
}

async function listMails(folder: string): Promise<ListedMail[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const newest = names
    .filter((name) => name.endsWith(".eml"))
    .toSorted()
    .toReversed()
    .slice(0, MAX_MAILS_SHOWN);
  const mails = await Promise.all(
    newest.map(async (name) => ({ id: name.slice(0, -4), mail: await readMail(folder, name.slice(0, -4)) })),
  );
  return mails.filter((listed): listed is ListedMail => listed.mail !== undefined);
}

interface PageLocale {
  t: Translate;
  language: Language;
}

function sendPage(request: FastifyRequest, reply: FastifyReply, body: (reader: PageLocale) => Html) {
  const language = requestLanguage(request);
  const t = translators[language];
  const page = renderPlainPage({
    language,
    title: t("kit.mailboxTitle"),
    style,
    body: html`<main>${body({ t, language })}</main>`,
  });
  return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(page.html);
}

const formatDate = (date: string | undefined, language: Language) =>
  date && html`<time datetime="${date}">${dateFormats(language, "UTC").dateTime(date)} UTC</time>`;
const formatRecipients = (mail: Email) => mail.to?.map((to) => to.address ?? "").join(", ") ?? "";
const mailPath = (id: string) => `/dev/mail/${encodeURIComponent(id)}`;

function listPage({ t, language }: PageLocale, mails: ListedMail[], isSent: boolean): Html {
  const items = mails.map(
    ({ id, mail }) =>
      html`<li>
        <a href="${mailPath(id)}"
          ><span class="subject">${mail.subject}</span
          ><span class="meta">${formatRecipients(mail)}</span>${formatDate(mail.date, language)}</a
        >
      </li>`,
  );
  const none = html`<div class="card empty">
    <strong>${t("kit.mailboxEmpty")}</strong>${!isSent && html`<span>${t("kit.mailboxEmptyText")}</span>`}
  </div>`;
  return html`<header>
      ${brandLogo}
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

function listMessages({ t }: PageLocale, messages: readonly { to: string; text: string }[]): Html | false {
  if (messages.length === 0) return false;
  const items = messages.map(
    ({ to, text }) =>
      html`<li class="message"><span class="subject">${text}</span><span class="meta">${to}</span></li>`,
  );
  return html`<h2>${t("kit.mailboxSms")}</h2>
    <ul class="card">
      ${items}
    </ul>`;
}

function mailPage({ t, language }: PageLocale, id: string, mail: Email): Html {
  const fact = (name: string, value: Html | string | undefined) =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<nav><a href="/dev/mail">← ${t("kit.mailboxBack")}</a></nav>
    <header>
      ${brandLogo}
      <h1>${mail.subject}</h1>
    </header>
    <dl>
      ${fact(t("kit.mailboxFrom"), mail.from?.address)}${fact(t("kit.mailboxTo"), formatRecipients(mail))}${fact(t("kit.mailboxDate"), formatDate(mail.date, language))}
    </dl>
    <iframe
      class="card"
      src="${mailPath(id)}/body"
      title="${mail.subject}"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
    <details class="card">
      <summary>${t("kit.mailboxPlain")}</summary>
      <pre>${mail.text}</pre>
    </details>
    <p><a href="${mailPath(id)}/source">${t("kit.mailboxSource")}</a></p>`;
}
