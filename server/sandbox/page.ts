/** `/test-payments/…`: what the provider would show in its place: a page to pay on, the bank's question, and an account's beginning. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Stripe } from "stripe";
import type { House } from "#server/kit/house.ts";
import { html, type Html } from "#server/kit/html.ts";
import { brand, plainPage } from "#server/kit/plain-page.ts";
import { answerNotFound } from "#server/kit/refuse.ts";
import { languageOf } from "#server/kit/serve.ts";
import { words } from "#server/kit/words.ts";
import { formatMoney } from "#words/money.ts";
import { pickLanguage, type Language, type Translate } from "#words/words.ts";
import { findAccount, setAccount } from "./accounts.ts";
import { closeSandbox } from "./api.ts";
import { deliverTo } from "./events.ts";
import { findAccountOf, type Scene } from "./objects.ts";
import { readForm } from "./parameters.ts";
import { cards, choose, findSession, type Card, type KeptSession } from "./paying.ts";

const style: Html = { html: readFileSync(join(import.meta.dirname, "page.css"), "utf8") };

interface Reader {
  t: Translate;
  language: Language;
}
const readerOf = (language: Language): Reader => ({ t: words[language], language });

function answer(reply: FastifyReply, { t, language }: Reader, title: string, body: Html, origin: string) {
  const page = plainPage({
    language,
    title: t("payments.testTitle"),
    style,
    body: html`<div class="banner" role="note">${t("payments.testBanner")}</div>
      <main>
        <header>
          ${brand}
          <h1>${title}</h1>
        </header>
        ${body}
      </main>`,
  });
  // Where the form leads to afterwards counts as its target too.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; font-src 'self'; form-action 'self' ${origin}; frame-ancestors 'none'; base-uri 'none'`;
  void reply.header("content-security-policy", policy).header("cache-control", "no-store");
  return reply.type("text/html; charset=utf-8").send(page.html);
}

const labels = {
  pays: "payments.testCardPays",
  declined: "payments.testCardDeclined",
  poor: "payments.testCardPoor",
  confirms: "payments.testCardConfirms",
  refundPends: "payments.testCardRefundPends",
  refundFails: "payments.testCardRefundFails",
  disputed: "payments.testCardDisputed",
} as const satisfies Record<Card, string>;

const amountOf = ({ session }: KeptSession, { language }: Reader) =>
  formatMoney(session.amount_total ?? 0, (session.currency ?? "").toUpperCase(), language);

function payPage(kept: KeptSession, reader: Reader, { now, wasDeclined }: { now: Date; wasDeclined: boolean }): Html {
  const { t } = reader;
  const { session, payment } = kept;
  const count = Math.max(0, Math.round(session.expires_at / 60 - now.getTime() / 60_000));
  const choices = (Object.keys(cards) as Card[]).map(
    (card) =>
      html`<label
        ><input type="radio" name="card" value="${card}" ${card === "pays" && { html: "checked" }} /><span
          >${t(labels[card])}</span
        ></label
      >`,
  );
  return html`${wasDeclined && html`<p class="bad" role="alert">${t("payments.testDeclined")}</p>`}
    <form class="card" method="post">
      <p class="amount">${amountOf(kept, reader)}</p>
      <p class="lead">${payment.text}</p>
      <p class="small">${t("payments.testUntil", { count })}</p>
      <fieldset>
        <legend>${t("payments.testCard")}</legend>
        ${choices}
      </fieldset>
      <div class="buttons">
        <button class="primary" name="act" value="pay">
          ${t("payments.testPay", { amount: amountOf(kept, reader) })}
        </button>
        ${session.cancel_url && html`<a class="button" href="${session.cancel_url}">${t("payments.testClose")}</a>`}
      </div>
    </form>`;
}

const bankPage = (kept: KeptSession, reader: Reader): Html =>
  html`<form class="card" method="post">
    <p class="lead">
      ${reader.t("payments.testBankText", { amount: amountOf(kept, reader), name: kept.payment.description ?? "" })}
    </p>
    <div class="buttons">
      <button class="primary" name="act" value="confirm">${reader.t("payments.testConfirm")}</button>
      <button name="act" value="refuse">${reader.t("payments.testRefuse")}</button>
    </div>
  </form>`;

const overPage = ({ session }: KeptSession, { t }: Reader): Html =>
  html`<div class="card">
    <p class="lead">${t("payments.testOverText")}</p>
    <div class="buttons">
      <a class="button" href="${session.cancel_url ?? "/"}">${t("payments.testBack")}</a>
    </div>
  </div>`;

const accountPage = (account: Stripe.V2.Core.Account, { t }: Reader): Html =>
  html`<form class="card" method="post">
    <p class="lead">${t("payments.testAccountText", { name: account.display_name ?? account.id })}</p>
    <div class="buttons">
      <button class="primary" name="act" value="finish">${t("payments.testAccountFinish")}</button>
      <button name="act" value="later">${t("payments.testAccountLater")}</button>
    </div>
  </form>`;

/** What a form says: one word each. */
function saidBy({ body }: FastifyRequest): { act: string; card: Card } {
  const { act, card } = (typeof body === "string" ? readForm(body) : {}) as { act?: unknown; card?: unknown };
  return {
    act: typeof act === "string" ? act : "",
    card: (Object.keys(cards) as Card[]).find((known) => known === card) ?? "pays",
  };
}

interface Asking {
  Params: { id: string };
  Querystring: { back?: string };
}

/** Serves the pages, and hears where this process can be reached. */
export async function serveSandbox(app: FastifyInstance, house: House): Promise<void> {
  const { origin } = new URL(house.config.appUrl);
  app.addHook("onListen", async () => {
    const address = app.server.address();
    if (typeof address !== "object" || !address) return;
    const isAnywhere = address.address === "0.0.0.0" || address.address === "::";
    const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
    deliverTo(house, `http://${isAnywhere ? "127.0.0.1" : host}:${address.port}`);
  });
  app.addHook("onClose", () => closeSandbox(house));

  /** What is done on a page happens in one transaction, on the account that it belongs to. */
  const within = <T>(id: string, work: (scene: Scene) => Promise<T>): Promise<T | undefined> =>
    house.db.transaction().execute(async (db) => {
      const account = await findAccountOf(db, id);
      return account === undefined ? undefined : work({ db, house, now: house.clock.now(), account });
    });
  const readerFor = (request: FastifyRequest, kept?: KeptSession) =>
    readerOf(pickLanguage(kept?.session.locale ? [kept.session.locale] : [], languageOf(request)));
  const show = (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    kept: KeptSession,
    state?: "declined" | "bank",
  ) => {
    const reader = readerFor(request, kept);
    const isOpen = kept.session.status === "open";
    const title = !isOpen
      ? reader.t("payments.testOver")
      : state === "bank"
        ? reader.t("payments.testBank")
        : undefined;
    const body = !isOpen
      ? overPage(kept, reader)
      : state === "bank"
        ? bankPage(kept, reader)
        : payPage(kept, reader, { now: house.clock.now(), wasDeclined: state === "declined" });
    return answer(reply, reader, title ?? kept.payment.description ?? "", body, origin);
  };

  await app.register(async (inner) => {
    inner.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    inner.get<Asking>("/test-payments/:id", async (request, reply) => {
      const kept = await within(request.params.id, (scene) => findSession(scene, request.params.id));
      return kept ? show({ request, reply }, kept) : answerNotFound(request, reply);
    });
    inner.post<Asking>("/test-payments/:id", async (request, reply) => {
      const { act, card } = saidBy(request);
      const done = await within(request.params.id, async (scene) => {
        const kept = await findSession(scene, request.params.id);
        return (
          kept && { kept, state: kept.session.status === "open" ? await choose(scene, kept, act, card) : undefined }
        );
      });
      if (!done) return answerNotFound(request, reply);
      if (done.state === "paid") return reply.redirect(done.kept.session.success_url ?? "/", 303);
      return show({ request, reply }, done.kept, done.state);
    });
    inner.get<Asking>("/test-payments/accounts/:id", async (request, reply) => {
      const { id } = request.params;
      const account = await within(id, (scene) => findAccount(scene, id).catch(() => undefined));
      if (!account) return answerNotFound(request, reply);
      const reader = readerFor(request);
      return answer(reply, reader, reader.t("payments.testAccount"), accountPage(account, reader), origin);
    });
    inner.post<Asking>("/test-payments/accounts/:id", async (request, reply) => {
      const { id } = request.params;
      if (saidBy(request).act === "finish") await within(id, (scene) => setAccount(scene, id, "active"));
      const { back = "" } = request.query;
      // Nowhere else than to the house itself.
      return reply.redirect(URL.canParse(back) && new URL(back).origin === origin ? back : "/", 303);
    });
  });
}
