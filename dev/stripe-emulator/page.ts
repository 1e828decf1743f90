/** Pages of the emulator at `/test-payments/…`: checkout, the bank's confirmation (3-D Secure), and onboarding of accounts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Stripe } from "stripe";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { html, type Html } from "#server/kit/http/html.ts";
import { brandLogo, renderPlainPage } from "#server/kit/http/plain-page.ts";
import { sendNotFound } from "#server/kit/http/error-handler.ts";
import { requestLanguage } from "#server/kit/http/serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";
import { formatMoney } from "#messages/format-money.ts";
import { pickLanguage, type Language, type Translate } from "#messages/translator.ts";
import { findAccount, updateAccountState } from "./accounts.ts";
import { applySetupChoice } from "./cards.ts";
import { setDeliveryOrigin } from "./events.ts";
import { findAccountOfObject, type EmulatorContext } from "./store.ts";
import { parseForm } from "./parameters.ts";
import {
  testCards,
  keptCards,
  payingCards,
  savedCards,
  applyChoice,
  findSession,
  type TestCard,
  type StoredSession,
} from "./payments.ts";

const style: Html = { html: readFileSync(join(import.meta.dirname, "page.css"), "utf8") };

interface PageLocale {
  t: Translate;
  language: Language;
}
const createPageLocale = (language: Language): PageLocale => ({ t: translators[language], language });

function sendPage(reply: FastifyReply, { t, language }: PageLocale, title: string, body: Html, origin: string) {
  const page = renderPlainPage({
    language,
    title: t("payments.testTitle"),
    style,
    body: html`<div class="banner" role="note">${t("payments.testBanner")}</div>
      <main>
        <header>
          ${brandLogo}
          <h1>${title}</h1>
        </header>
        ${body}
      </main>`,
  });
  // `form-action` also applies to the redirect after a form.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; font-src 'self'; form-action 'self' ${origin}; frame-ancestors 'none'; base-uri 'none'`;
  void reply.header("content-security-policy", policy).header("cache-control", "no-store");
  return reply.type("text/html; charset=utf-8").send(page.html);
}

const cardLabels = {
  pays: "payments.testCardPays",
  declined: "payments.testCardDeclined",
  poor: "payments.testCardPoor",
  confirms: "payments.testCardConfirms",
  refundPends: "payments.testCardRefundPends",
  refundFails: "payments.testCardRefundFails",
  disputed: "payments.testCardDisputed",
  asks: "payments.testCardAsks",
  declinedLater: "payments.testCardDeclinedLater",
  lost: "payments.testCardLost",
} as const satisfies Record<TestCard, string>;

const formatSessionAmount = ({ session }: StoredSession, { language }: PageLocale) =>
  formatMoney(session.amount_total ?? 0, (session.currency ?? "").toUpperCase(), language);

function payPage(
  kept: StoredSession,
  reader: PageLocale,
  { now, wasDeclined }: { now: Date; wasDeclined: boolean },
): Html {
  const { t } = reader;
  const { session, payment } = kept;
  const count = Math.max(0, Math.round(session.expires_at / 60 - now.getTime() / 60_000));
  const isSetup = session.mode === "setup";
  const choices = (isSetup ? savedCards : payment.savesCard ? keptCards : payingCards).map(
    (card) =>
      html`<label
        ><input type="radio" name="card" value="${card}" ${card === "pays" && { html: "checked" }} /><span
          >${t(cardLabels[card])}</span
        ></label
      >`,
  );
  return html`${wasDeclined && html`<p class="bad" role="alert">${t("payments.testDeclined")}</p>`}
    <form class="card" method="post">
      ${!isSetup && html`<p class="amount">${formatSessionAmount(kept, reader)}</p>`}
      ${payment.text !== null && html`<p class="lead">${payment.text}</p>`}
      <p class="small">${t("payments.testUntil", { count })}</p>
      <fieldset>
        <legend>${t("payments.testCard")}</legend>
        ${choices}
      </fieldset>
      <div class="buttons">
        <button class="primary" name="act" value="pay">
          ${isSetup ? t("payments.testSave") : t("payments.testPay", { amount: formatSessionAmount(kept, reader) })}
        </button>
        ${
          session.cancel_url &&
          html`<a class="button" href="${session.cancel_url}"
            >${t(isSetup ? "payments.testCloseCard" : "payments.testClose")}</a
          >`
        }
      </div>
    </form>`;
}

const bankPage = (kept: StoredSession, reader: PageLocale): Html =>
  html`<form class="card" method="post">
    <p class="lead">
      ${reader.t("payments.testBankText", { amount: formatSessionAmount(kept, reader), name: kept.payment.description ?? "" })}
    </p>
    <div class="buttons">
      <button class="primary" name="act" value="confirm">${reader.t("payments.testConfirm")}</button>
      <button name="act" value="refuse">${reader.t("payments.testRefuse")}</button>
    </div>
  </form>`;

const closedPage = ({ session }: StoredSession, { t }: PageLocale): Html =>
  html`<div class="card">
    <p class="lead">${t("payments.testOverText")}</p>
    <div class="buttons">
      <a class="button" href="${session.cancel_url ?? "/"}">${t("payments.testBack")}</a>
    </div>
  </div>`;

const accountPage = (account: Stripe.V2.Core.Account, { t }: PageLocale): Html =>
  html`<form class="card" method="post">
    <p class="lead">${t("payments.testAccountText", { name: account.display_name ?? account.id })}</p>
    <div class="buttons">
      <button class="primary" name="act" value="finish">${t("payments.testAccountFinish")}</button>
      <button name="act" value="later">${t("payments.testAccountLater")}</button>
    </div>
  </form>`;

function parseChoice({ body }: FastifyRequest): { act: string; card: TestCard } {
  const { act, card } = (typeof body === "string" ? parseForm(body) : {}) as { act?: unknown; card?: unknown };
  return {
    act: typeof act === "string" ? act : "",
    card: (Object.keys(testCards) as TestCard[]).find((known) => known === card) ?? "pays",
  };
}

interface PageRoute {
  Params: { id: string };
  Querystring: { back?: string };
}

export async function servePages(
  app: FastifyInstance,
  appContext: AppContext,
  emulator: { close(): Promise<void> },
): Promise<void> {
  const { origin } = new URL(appContext.config.appUrl);
  app.addHook("onListen", async () => {
    const address = app.server.address();
    if (typeof address !== "object" || !address) return;
    const isAnywhere = address.address === "0.0.0.0" || address.address === "::";
    const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
    setDeliveryOrigin(appContext, `http://${isAnywhere ? "127.0.0.1" : host}:${address.port}`);
  });
  app.addHook("onClose", () => emulator.close());

  /** Runs an action of a page in one transaction, on the account of its session. */
  const within = <T>(id: string, work: (context: EmulatorContext) => Promise<T>): Promise<T | undefined> =>
    appContext.db.transaction().execute(async (db) => {
      const account = await findAccountOfObject(db, id);
      return account === undefined ? undefined : work({ db, appContext, now: appContext.clock.now(), account });
    });
  const readerFor = (request: FastifyRequest, kept?: StoredSession) =>
    createPageLocale(pickLanguage(kept?.session.locale ? [kept.session.locale] : [], requestLanguage(request)));
  const show = (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    kept: StoredSession,
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
      ? closedPage(kept, reader)
      : state === "bank"
        ? bankPage(kept, reader)
        : payPage(kept, reader, { now: appContext.clock.now(), wasDeclined: state === "declined" });
    const isSetup = kept.session.mode === "setup";
    const heading = isSetup ? reader.t("payments.testSaveTitle") : (kept.payment.description ?? "");
    return sendPage(reply, reader, title ?? heading, body, origin);
  };

  await app.register(async (inner) => {
    inner.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    inner.get<PageRoute>("/test-payments/:id", async (request, reply) => {
      const kept = await within(request.params.id, (context) => findSession(context, request.params.id));
      return kept ? show({ request, reply }, kept) : sendNotFound(request, reply);
    });
    inner.post<PageRoute>("/test-payments/:id", async (request, reply) => {
      const { act, card } = parseChoice(request);
      const done = await within(request.params.id, async (context) => {
        const kept = await findSession(context, request.params.id);
        const apply = kept?.session.mode === "setup" ? applySetupChoice : applyChoice;
        return (
          kept && {
            kept,
            state: kept.session.status === "open" ? await apply(context, kept, act, card) : undefined,
          }
        );
      });
      if (!done) return sendNotFound(request, reply);
      if (done.state === "paid") return reply.redirect(done.kept.session.success_url ?? "/", 303);
      return show({ request, reply }, done.kept, done.state);
    });
    inner.get<PageRoute>("/test-payments/accounts/:id", async (request, reply) => {
      const { id } = request.params;
      const account = await within(id, (context) => findAccount(context, id).catch(() => undefined));
      if (!account) return sendNotFound(request, reply);
      const reader = readerFor(request);
      return sendPage(reply, reader, reader.t("payments.testAccount"), accountPage(account, reader), origin);
    });
    inner.post<PageRoute>("/test-payments/accounts/:id", async (request, reply) => {
      const { id } = request.params;
      if (parseChoice(request).act === "finish")
        await within(id, (context) => updateAccountState(context, id, "active"));
      const { back = "" } = request.query;
      // Redirect only to this installation.
      return reply.redirect(URL.canParse(back) && new URL(back).origin === origin ? back : "/", 303);
    });
  });
}
