/** `/dev/mail`: what this server would have mailed, readable in the browser. In the demo and in development, where no mail server is set. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Email } from "postal-mime";
import type { Language, Translate } from "#words/words.ts";
import type { Config } from "./config.ts";
import type { House } from "./house.ts";
import { mailFolder } from "./mail-transport.ts";
import { answerNotFound } from "./refuse.ts";
import { languageOf } from "./serve.ts";
import { words } from "./words.ts";

const shown = 100;

/** Mails hold codes and links of everybody: beyond the demo they are for whoever sits at the machine. */
function mayShow({ demo, isProduction, appUrl }: Config): boolean {
  return demo || (!isProduction && ["localhost", "127.0.0.1", "[::1]"].includes(new URL(appUrl).hostname));
}

export function showMails(app: FastifyInstance, house: House): void {
  const { config } = house;
  if (!mayShow(config)) return;
  const folder = mailFolder(config);

  app.get("/dev/mail", async (request, reply) => {
    const mails = await listMails(folder);
    return answerPage(request, reply, "kit.mailboxTitle", (reader) => listPage(reader, mails, Boolean(config.smtpUrl)));
  });
  app.get<{ Params: { id: string } }>("/dev/mail/:id", async (request, reply) => {
    const { id } = request.params;
    const mail = await readMail(folder, id);
    if (!mail) return answerNotFound(request, reply);
    return answerPage(request, reply, "kit.mailboxTitle", (reader) => mailPage(reader, id, mail));
  });
  app.get<{ Params: { id: string } }>("/dev/mail/:id/body", async (request, reply) => {
    const mail = await readMail(folder, request.params.id);
    if (!mail) return answerNotFound(request, reply);
    void reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox");
    void reply.header("x-frame-options", "SAMEORIGIN").header("cache-control", "no-store");
    return reply.type("text/html; charset=utf-8").send((mail.html ?? "").replace("<head>", '<head><base target="_blank">'));
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
  const newest = names.filter((name) => name.endsWith(".eml")).toSorted().toReversed().slice(0, shown);
  const mails = await Promise.all(newest.map(async (name) => ({ id: name.slice(0, -4), mail: await readMail(folder, name.slice(0, -4)) })));
  return mails.filter((listed): listed is Listed => listed.mail !== undefined);
}

interface PageReader {
  t: Translate;
  language: Language;
}

function answerPage(request: FastifyRequest, reply: FastifyReply, title: "kit.mailboxTitle", body: (reader: PageReader) => string) {
  const language = languageOf(request);
  const t = words[language];
  return reply
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${t(title)} · Baseline</title><style>${style}</style></head><body><main>${body({ t, language })}</main></body></html>`,
    );
}

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const brand = `<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="9" fill="var(--accent)"/><path d="M9 24V8h8.4a4.1 4.1 0 0 1 2.4 7.6M9 16h8.8a4 4 0 0 1 0 8H9" fill="none" stroke="var(--on-accent)" stroke-width="2.3" stroke-linejoin="round" stroke-linecap="round"/></svg>`;
const when = (date: string | undefined, language: Language) =>
  date ? `<time datetime="${escape(date)}">${new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(new Date(date))} UTC</time>` : "";
const recipientOf = (mail: Email) => mail.to?.map((to) => to.address ?? "").join(", ") ?? "";

function listPage({ t, language }: PageReader, mails: Listed[], isSent: boolean): string {
  const head = `<header>${brand}<h1>${t("kit.mailboxTitle")}</h1></header><p class="lead">${isSent ? t("kit.mailboxSmtp") : t("kit.mailboxText")}</p>`;
  if (mails.length === 0) return `${head}<div class="card empty"><strong>${t("kit.mailboxEmpty")}</strong>${isSent ? "" : `<span>${t("kit.mailboxEmptyText")}</span>`}</div>`;
  const items = mails.map(
    ({ id, mail }) =>
      `<li><a href="/dev/mail/${encodeURIComponent(id)}"><span class="subject">${escape(mail.subject ?? "")}</span><span class="meta">${escape(recipientOf(mail))}</span>${when(mail.date, language)}</a></li>`,
  );
  return `${head}<ul class="card">${items.join("")}</ul>`;
}

function mailPage({ t, language }: PageReader, id: string, mail: Email): string {
  const path = `/dev/mail/${encodeURIComponent(id)}`;
  const facts = [
    [t("kit.mailboxFrom"), escape(mail.from?.address ?? "")],
    [t("kit.mailboxTo"), escape(recipientOf(mail))],
    [t("kit.mailboxDate"), when(mail.date, language)],
  ];
  return `<nav><a href="/dev/mail">← ${t("kit.mailboxBack")}</a></nav>
<header>${brand}<h1>${escape(mail.subject ?? "")}</h1></header>
<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl>
<iframe class="card" src="${path}/body" title="${escape(mail.subject ?? "")}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details class="card"><summary>${t("kit.mailboxPlain")}</summary><pre>${escape(mail.text ?? "")}</pre></details>
<p><a href="${path}/source">${t("kit.mailboxSource")}</a></p>`;
}

/** The tokens of the web, for a page that needs no build. */
const style = `
:root { color-scheme: light dark; --canvas: light-dark(#f2f5f3, #0c100e); --surface: light-dark(#fff, #131816); --hover: light-dark(#f7f9f8, #1a201d); --line: light-dark(#e1e5e2, #272c2a); --ink: light-dark(#17211d, #eaedeb); --ink-2: light-dark(#47514d, #adb3af); --ink-3: light-dark(#616a66, #949b97); --accent: light-dark(#116b4b, #69d3a2); --on-accent: light-dark(#fff, #011c11); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 14px/20px 'Geist Variable', ui-sans-serif, system-ui, sans-serif; -webkit-font-smoothing: antialiased; }
main { max-width: 760px; margin: 0 auto; padding: 40px 20px 64px; }
header { display: flex; align-items: center; gap: 12px; }
h1 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.011em; text-wrap: balance; }
.lead { margin: 8px 0 24px; color: var(--ink-2); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 13px; box-shadow: 0 1px 2px light-dark(#17211d0d, #0004); overflow: hidden; }
ul { list-style: none; margin: 0; padding: 0; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 13px 18px; color: inherit; text-decoration: none; }
li a:hover { background: var(--hover); }
.subject { font-weight: 550; }
.meta { grid-row: 2; color: var(--ink-2); overflow-wrap: anywhere; }
time { color: var(--ink-3); font-variant-numeric: tabular-nums; white-space: nowrap; }
.empty { display: grid; gap: 4px; padding: 56px 20px; text-align: center; color: var(--ink-2); }
.empty strong { color: var(--ink); }
nav { margin-bottom: 16px; }
nav a, p a { color: var(--accent); text-decoration: none; font-weight: 500; }
nav a:hover, p a:hover { text-decoration: underline; }
dl { display: grid; gap: 4px; margin: 16px 0 20px; }
dl div { display: grid; grid-template-columns: 64px 1fr; }
dt { color: var(--ink-3); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 640px; }
details { margin-top: 16px; }
summary { padding: 12px 18px; cursor: pointer; font-weight: 500; }
pre { margin: 0; padding: 0 18px 18px; white-space: pre-wrap; overflow-wrap: anywhere; color: var(--ink-2); font: 13px/20px ui-monospace, Menlo, monospace; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
@media (max-width: 560px) { li a { grid-template-columns: 1fr; } li time { grid-row: 3; } }
`;
