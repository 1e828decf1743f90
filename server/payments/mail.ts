/** Letters about money: a receipt, a refund, a link to pay, and what the team has to know. */
import { eventsAtPlaces } from "#server/events/shape.ts";
import type { Scene } from "#server/kit/announce.ts";
import type { Database } from "#server/kit/database.ts";
import { sendMail } from "#server/kit/mailer.ts";
import { template, type Letter, type Reader, type Template } from "#server/kit/mail-template.ts";
import { spell, type Saying } from "#server/kit/problem.ts";
import { findAddressee, listHolders, type Addressee } from "#server/members/mail.ts";
import { formatMoney } from "#words/money.ts";
import type { Language } from "#words/words.ts";
import type { Link } from "./record.ts";

const kinds = ["Paid", "Returned", "Refunded", "Link", "RefundFailed"] as const;
type Kind = (typeof kinds)[number];

/** Travels as JSON; the words are made when the letter goes out. Minor units, instants in ISO 8601. */
interface Params {
  organizationId: string;
  organization: string;
  eventId: string;
  name: string;
  field: string;
  start: string;
  timezone: string;
  amount: number;
  currency: string;
  payer: string;
  /** Of who has no account no page can be shown. */
  isGuest: boolean;
  paymentId: string | null;
  reason?: string | Saying | null;
  link?: { url: string; expiresAt: string };
}

const when = (instant: string, timeZone: string, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short", timeZone }).format(new Date(instant));

function buttonOf(kind: Kind, params: Params, { t, appUrl }: Reader): Letter["button"] {
  const place = `${appUrl}/organizations/${params.organizationId}`;
  if (params.link) return { label: t("payments.mailPay"), url: params.link.url };
  if (kind === "RefundFailed") return { label: t("payments.mailShow"), url: `${place}/payments/${params.paymentId}` };
  return params.isGuest ? undefined : { label: t("payments.mailShowEvent"), url: `${place}/events/${params.eventId}` };
}

function letterOf(kind: Kind, params: Params, reader: Reader): Letter {
  const { t, language } = reader;
  const { organization, name, reason, link, timezone, payer } = params;
  const amount = formatMoney(params.amount, params.currency, language);
  const text = t(`payments.mailText${kind}`, { organization, amount, payer });
  const why = reason && (typeof reason === "string" ? reason : spell(t, reason));
  const button = buttonOf(kind, params, reader);
  return {
    subject: t(`payments.mailSubject${kind}`, { name, amount }),
    preview: text,
    paragraphs: [text],
    facts: [
      { label: t("payments.mailAmount"), lines: [amount] },
      { label: t("payments.mailFor"), lines: [name, params.field, when(params.start, timezone, language)] },
      ...(why ? [{ label: t("payments.mailReason"), lines: [why] }] : []),
    ],
    ...(button && { button }),
    ...(link && { note: t("payments.mailUntil", { until: when(link.expiresAt, timezone, language) }) }),
  };
}

const templates = Object.fromEntries(
  kinds.map((kind) => [
    kind,
    template<Params>(`payments.${kind.charAt(0).toLowerCase()}${kind.slice(1)}`, (params, reader) =>
      letterOf(kind, params, reader),
    ),
  ]),
) as Record<Kind, Template<Params>>;

const eventOf = (db: Database, organizationId: string, eventId: string) =>
  eventsAtPlaces(db)
    .select(["events.name", "events.start_time", "events.currency", "events.customer_name"])
    .select(["organizations.name as organization", "fields.name as field", "facilities.timezone"])
    .where("events.organization_id", "=", organizationId)
    .where("events.id", "=", eventId)
    .executeTakeFirstOrThrow();

async function paramsOf({ db, organizationId }: Scene, eventId: string, more: Partial<Params>): Promise<Params> {
  const { start_time, customer_name, ...event } = await eventOf(db, organizationId, eventId);
  const start = start_time.toISOString();
  const usual = { amount: 0, payer: customer_name ?? "", isGuest: false, paymentId: null };
  return { ...usual, organizationId, eventId, start, ...event, ...more };
}

interface Told {
  id: string;
  event_id: string;
  user_id: string | null;
  payer_name: string;
  request: unknown;
}
const findTold = (db: Database, organizationId: string, id: string) =>
  db
    .selectFrom("payments")
    .select(["id", "event_id", "user_id", "payer_name", "request", "amount"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Whom to write to of a payment: who paid, or the address that a guest's link went to; undefined where there is none. */
async function addresseeOf(
  { db, organizationId }: Scene,
  { user_id, request }: Told,
): Promise<Pick<Addressee, "email" | "language"> | undefined> {
  if (user_id) return findAddressee(db, organizationId, user_id);
  const { email, language } = (request ?? {}) as { email?: string | null; language?: Language };
  return email && language ? { email, language } : undefined;
}

/** What a person reads; English of who is not known. */
export async function languageFor({ db, organizationId }: Scene, userId: string | null): Promise<Language> {
  return (userId && (await findAddressee(db, organizationId, userId))?.language) || "en";
}

async function tellPayer(scene: Scene, kind: Kind, payment: Told, more: Partial<Params>): Promise<void> {
  const to = await addresseeOf(scene, payment);
  if (!to) return;
  const { id: paymentId, payer_name: payer } = payment;
  const about = { paymentId, payer, isGuest: payment.user_id === null, ...more };
  const params = await paramsOf(scene, payment.event_id, about);
  await sendMail(scene, { to: to.email, language: to.language, template: templates[kind], params });
}

/** The receipt. */
export async function tellPaid(scene: Scene, paymentId: string): Promise<void> {
  const payment = await findTold(scene.db, scene.organizationId, paymentId);
  await tellPayer(scene, "Paid", payment, { amount: payment.amount });
}

/** Money came that was not due any more, and goes back. */
export const tellReturned = (scene: Scene, payment: Told, more: { amount: number; reason: Saying }): Promise<void> =>
  tellPayer(scene, "Returned", payment, more);

const findRefunded = ({ db, organizationId }: Scene, refundId: string) =>
  db
    .selectFrom("refunds")
    .select(["payment_id", "amount", "reason", "failure"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", refundId)
    .executeTakeFirstOrThrow();

export async function tellRefundMade(scene: Scene, refundId: string): Promise<void> {
  const { payment_id, amount, reason } = await findRefunded(scene, refundId);
  await tellPayer(scene, "Refunded", await findTold(scene.db, scene.organizationId, payment_id), { amount, reason });
}

/** The provider could not give it back: whoever may refund has to find another way. */
export async function tellRefundFailed(scene: Scene, refundId: string): Promise<void> {
  const { db, organizationId } = scene;
  const { payment_id, amount, failure } = await findRefunded(scene, refundId);
  const payment = await findTold(db, organizationId, payment_id);
  const about = { amount, paymentId: payment_id, payer: payment.payer_name, reason: failure };
  const params = await paramsOf(scene, payment.event_id, about);
  for (const { email: to, language } of await listHolders(db, organizationId, "payments.refund"))
    await sendMail(scene, { to, language, template: templates.RefundFailed, params });
}

/** A link to pay what is due, to whoever booked or to the address that the team gave. */
export async function tellLink(scene: Scene, eventId: string, link: Link): Promise<void> {
  const { email: to, language, url, expiresAt, amount, paymentId } = link;
  const shown = { url, expiresAt: expiresAt.toISOString() };
  const params = await paramsOf(scene, eventId, { amount, paymentId, link: shown });
  await sendMail(scene, { to, language, template: templates.Link, params });
}
