/** The page to pay on: one for each event at a time, opened by whoever asks first, and shown to who asks again. */
import type { payments } from "#contract/payments.ts";
import { holdMs, isBooker, stateOf } from "#contract/events-rules.ts";
import { extendHold } from "#server/events/holds.ts";
import { findEventToChange } from "#server/events/queries.ts";
import { fieldsAtPlaces } from "#server/fields/shape.ts";
import type { Scene } from "#server/kit/announce.ts";
import { forbidden } from "#server/kit/gate.ts";
import { v7 } from "#server/kit/ids.ts";
import { notFound, Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { isRefusal } from "#server/provider/client.ts";
import { closePage, openPage, type PageAsked } from "#server/provider/pages.ts";
import { words } from "#server/kit/words.ts";
import type { Language } from "#words/words.ts";
import { findPayee, refreshAccount, shareOf, type Payee } from "#server/provider/payee.ts";
import { dueOf, findOpenPayment, holdEvent, insertPayment, payerOf, type PaymentRow } from "./ledger.ts";
import { closeOpenPage, dropPayment, refuseUnpayable } from "./pages.ts";

/** The page of an event, as it is shown. */
export interface Page {
  paymentId: string;
  url: string;
  expiresAt: Date;
  amount: number;
  currency: string;
  isNew: boolean;
}
export interface Wanted {
  eventId: string;
  language: Language;
  /** How long it lives: the hold's time, or the provider's longest. */
  livesMs: number;
  email: string | null;
}

export const minute = 60_000;
/** As long as a page can be asked for in the same words: a hold's lives little longer than the provider's shortest. */
const againMs = 50_000;
/** Whoever is shown a page wants the time to type a card's number. */
const leastLeftMs = minute;

type HeldEvent = Awaited<ReturnType<typeof holdEvent>>;

async function describe({ db, organizationId }: Scene, event: HeldEvent, language: Language) {
  const { organization, field, timezone } = await fieldsAtPlaces(db)
    .select(["organizations.name as organization", "fields.name as field", "facilities.timezone"])
    .where("fields.organization_id", "=", organizationId)
    .where("fields.id", "=", event.field_id)
    .executeTakeFirstOrThrow();
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone: timezone });
  const t = words[language];
  return {
    title: t("payments.pageTitle", { name: event.name, organization }),
    text: t("payments.pageText", { field, when: format.format(event.start_time) }),
  };
}

/** A new payment, before the provider hears of it. */
async function begin(scene: Scene, event: HeldEvent, wanted: Wanted, payee: Payee): Promise<PaymentRow> {
  const { db, house, now, organizationId } = scene;
  const { appUrl } = house.config;
  const id = v7(now);
  const amount = dueOf(event);
  const expires_at = new Date(Math.floor((now.getTime() + wanted.livesMs) / 1000) * 1000);
  const place = `${appUrl}/organizations/${organizationId}`;
  // Guests have no account: they come back to a page that asks for none.
  const isGuest = event.customer_id === null;
  const request: PageAsked = {
    organizationId,
    paymentId: id,
    eventId: event.id,
    amount,
    currency: event.currency,
    ...(await describe(scene, event, wanted.language)),
    email: wanted.email,
    language: wanted.language,
    applicationFee: shareOf(amount, payee, house),
    expiresAt: expires_at.toISOString(),
    successUrl: isGuest ? `${appUrl}/paid` : `${place}/payments/${id}/return`,
    cancelUrl: isGuest ? `${appUrl}/paid?closed=1` : `${place}/events/${event.id}?payment=closed`,
  };
  await insertPayment(db, {
    organization_id: organizationId,
    id,
    event_id: event.id,
    ...(await payerOf(db, event)),
    method: "card",
    status: "created",
    amount,
    currency: event.currency,
    application_fee: request.applicationFee,
    provider_account: payee.account,
    expires_at,
    request: JSON.stringify(request),
    created_at: now,
    updated_at: now,
  });
  const made = await findOpenPayment(db, organizationId, event.id);
  if (!made) throw new Error("A payment that was just begun is not there");
  return made;
}

/**
 * Whether a page that is open already serves: of the same amount, on the same account, and long enough. One that was never
 * opened is asked for again for a moment only: the provider answers the same to the same for a day, its failures too.
 */
function serves(open: PaymentRow, event: HeldEvent, payee: Payee, { now, livesMs }: { now: Date; livesMs: number }) {
  const left = (open.expires_at?.getTime() ?? 0) - now.getTime();
  const isSame = open.amount === dueOf(event) && open.provider_account === payee.account;
  return isSame && left > (open.status === "created" ? livesMs - againMs : leastLeftMs);
}

/** Nobody keeps a slot without paying, by asking for page after page: the last one begins within the first hold's time. */
const mayBegin = (event: HeldEvent, now: Date): boolean =>
  stateOf(event) !== "pendingPayment" || now.getTime() - event.created_at.getTime() < holdMs;

/**
 * The payment to open a page for, or whose page is open; undefined where another page has to be closed first.
 * @throws Problem 409 where nothing can be paid
 */
const choose = (scene: Scene, wanted: Wanted): Promise<PaymentRow | undefined> =>
  scene.house.db.transaction().execute(async (db) => {
    const { house, now, organizationId } = scene;
    const event = await holdEvent(db, organizationId, wanted.eventId);
    refuseUnpayable(event, now);
    const payee = await findPayee(db, house, organizationId);
    if (payee.refusal) throw new Problem(409, payee.refusal);
    const open = await findOpenPayment(db, organizationId, event.id);
    if (open && serves(open, event, payee, { now, livesMs: wanted.livesMs })) return open;
    if (!mayBegin(event, now)) throw new Problem(409, say("payments.holdOver"));
    if (open?.status === "processing") return undefined;
    if (open) await dropPayment(db, { organizationId, id: open.id, now });
    return begin({ ...scene, db }, event, wanted, payee);
  });

const requestOf = ({ request }: PaymentRow): PageAsked => request as unknown as PageAsked;

/** Asks the provider. What it refuses is over, and said in words that help. */
async function open({ house, now, organizationId }: Scene, payment: PaymentRow) {
  try {
    return await openPage(house, requestOf(payment), { account: payment.provider_account });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    house.log.warn(
      { payment: payment.id, code: error.code, param: error.param },
      "the payment provider refused a page",
    );
    await dropPayment(house.db, { organizationId, id: payment.id, now }, error.message.slice(0, 300));
    if (payment.provider_account) await refreshAccount(house, payment.provider_account);
    throw new Problem(409, say("payments.accountCannot"));
  }
}

/** Keeps the page that was opened; false where the payment was dropped meanwhile, or the hold has run out. */
const keep = (scene: Scene, payment: PaymentRow, page: { id: string; url: string }): Promise<boolean> =>
  scene.house.db.transaction().execute(async (db) => {
    const { now, organizationId } = scene;
    const event = await holdEvent(db, organizationId, payment.event_id);
    const until = payment.expires_at ?? now;
    const isHeld = stateOf(event) === "pendingPayment";
    if (dueOf(event) === 0 || (isHeld && !(await extendHold({ ...scene, db }, event.id, until)))) {
      await dropPayment(db, { organizationId, id: payment.id, now });
      return false;
    }
    const kept = await db
      .updateTable("payments")
      .set({ status: "processing", session_id: page.id, session_url: page.url, updated_at: now })
      .where("organization_id", "=", organizationId)
      .where("id", "=", payment.id)
      .where((row) => row.or([row("status", "=", "created"), row("session_id", "=", page.id)]))
      .executeTakeFirst();
    return kept.numUpdatedRows > 0n;
  });

const mostTries = 3;

/**
 * The page to pay an event on: the one that is open, or a new one.
 * @throws Problem 409 where nothing can be paid now, 503 where the provider does not answer: asked again, it goes on from there
 */
export async function openFor(scene: Scene, wanted: Wanted): Promise<Page> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const payment = await choose(scene, wanted);
    if (!payment) {
      await closeOpenPage(scene, wanted.eventId);
      continue;
    }
    const { id: paymentId, amount, currency, session_url: url, expires_at } = payment;
    const shown = { paymentId, amount, currency, expiresAt: expires_at ?? scene.now };
    if (url) return { ...shown, url, isNew: false };
    const page = await open(scene, payment);
    if (await keep(scene, payment, page)) return { ...shown, url: page.url, isNew: true };
    // Nobody was shown it: it must not be paid.
    await closePage(scene.house, page.id, { account: payment.provider_account });
  }
  throw new Problem(409, say("payments.nothingDue"));
}

export const sceneOf = ({ db, house, now, organizationId }: Scene): Scene => ({ db, house, now, organizationId });

/** Who booked pays; the desk may open the page for somebody who stands before it. */
export async function prepareCheckout(call: Call<typeof payments.checkout>): Promise<Page> {
  const { db, params, standing, user, language } = call;
  const event = await findEventToChange(db, call, params.eventId, { hold: false });
  const isOwn = isBooker(event, { userId: user.id });
  if (!isOwn && !standing.isTeam) throw notFound();
  if (!isOwn && !standing.permissions.has("payments.record")) throw forbidden("payments.record");
  return openFor(sceneOf(call), { eventId: event.id, language, livesMs: holdMs, email: isOwn ? user.email : null });
}
