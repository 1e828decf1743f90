/** Mails about payments: receipts, refunds, payment links, bank transfers. */
import { chargeLabel, chargesWithPlaces } from "#server/charges/with-places.ts";
import { findCustomerRecipient } from "#server/customers/mail.ts";
import { eventsWithPlaces } from "#server/events/serialize.ts";
import { type OwnTitle, ownTitleColumns, ownTitleOf, titleToCustomer } from "#server/events/title-visibility.ts";
import { translateReason } from "#server/events/translate-reason.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { mailSenderPort } from "#server/kit/mail/mail-sender-port.ts";
import { addSentences } from "#server/kit/mail/render-mail.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import {
  defineMailTemplate,
  type MailAttachment,
  type MailContent,
  type MailContext,
  type MailExample,
  type MailTemplate,
} from "#server/kit/mail/mail-template.ts";
import { translators } from "#server/kit/process/translators.ts";
import { renderMessage, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { findRecipient, listPermissionHolders, type Recipient } from "#server/members/mail.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Language } from "#messages/translator.ts";
import type { DebtReminderTone } from "#contract/organization-options.ts";
import type { MailPreview, PaymentMethod, TransferDetails } from "#contract/payments.ts";
import { formatIban } from "#contract/payments-iban-rules.ts";
import { isManual } from "./providers/registry.ts";
import { invoicePort } from "./invoice-port.ts";
import type { DebtsLink } from "./debts-link.ts";
import type { PaymentSubject } from "./ledger.ts";
import type { DebtSubject } from "./lock-debts.ts";
import { findTransferDetails } from "./queries.ts";
import type { PaymentLink } from "./record-payment.ts";

const mailKinds = [
  "Paid",
  "Returned",
  "ReturnedByTransfer",
  "Refunded",
  "Link",
  "Transfer",
  "RefundFailed",
  "RefundWaits",
  "OtherAmount",
  "RefundedElsewhere",
] as const;
/** They go to the team, which has something to do. */
const teamMailKinds: ReadonlySet<string> = new Set(["RefundFailed", "RefundWaits", "OtherAmount"]);
type PaymentMailKind = (typeof mailKinds)[number];

interface AttachedInvoice {
  id: string;
  organizationId: string;
  number: string;
  /** For money that is put on the balance, or taken back from it. */
  isReceipt?: boolean;
}

/** Stored as JSON; the text is rendered when the mail is sent. Amounts in minor units, instants in ISO 8601. */
interface PaymentMailParams {
  organizationId: string;
  organization: string;
  /** Null for a sale, which has no page. */
  eventId: string | null;
  name: string;
  /** Read by the customer whose own name the booking bears; left out for the team, which reads whose it is. */
  ownTitle?: OwnTitle | undefined;
  field: string | null;
  start: string;
  timezone: string;
  amount: number;
  currency: string;
  payer: string;
  /** Guests have no account, so their mails have no link to a page. */
  isGuest: boolean;
  paymentId: string | null;
  reason?: string | LocalizedMessage | null;
  link?: { url: string; expiresAt: string };
  transfer?: TransferDetails;
  invoices?: AttachedInvoice[];
  /** The way by which a refund goes back; none where the team found another one. */
  method?: PaymentMethod | null;
}

/** A refund online, or of a card at the desk, takes the bank some days. */
const mailTextRefundedBy = {
  card: "payments.mailTextRefundedByCard",
  card_on_site: "payments.mailTextRefundedByCard",
  cash: "payments.mailTextRefundedInCash",
  check: "payments.mailTextRefundedByCheck",
  transfer: "payments.mailTextRefundedByTransfer",
  balance: "payments.mailTextRefundedToBalance",
  voucher: "payments.mailTextRefundedToVoucher",
} as const satisfies Record<PaymentMethod, MessageKey>;

const formatInstant = (instant: string, timeZone: string, language: Language) =>
  dateFormats(language, timeZone).weekdayDateTime(instant);

function buildButton(
  kind: PaymentMailKind,
  params: PaymentMailParams,
  { t, appUrl }: MailContext,
): MailContent["button"] {
  const place = `${appUrl}/organizations/${params.organizationId}`;
  if (params.link) return { label: t("payments.mailPay"), url: params.link.url };
  if (teamMailKinds.has(kind)) return { label: t("payments.mailShow"), url: `${place}/payments/${params.paymentId}` };
  return params.isGuest || params.eventId === null
    ? undefined
    : { label: t("payments.mailShowEvent"), url: `${place}/events/${params.eventId}` };
}

/** The one that IBANs are explained with in France. */
const EXAMPLE_IBAN = "FR1420041010050500013M02606";

const transferFacts = (
  { holder, iban, bic, reference, expiresAt }: TransferDetails,
  { t, language }: MailContext,
  timezone: string,
): NonNullable<MailContent["facts"]> => [
  { label: t("payments.transferReference"), lines: [reference] },
  { label: t("payments.transferHolder"), lines: [holder] },
  { label: t("payments.iban"), lines: [formatIban(iban)] },
  ...(bic ? [{ label: t("payments.bic"), lines: [bic] }] : []),
  { label: t("payments.transferUntil"), lines: [formatInstant(expiresAt, timezone, language)] },
];

/** Title, field and time. */
const describePaid = (
  { field, start, timezone, ...titled }: Pick<PaymentMailParams, "name" | "ownTitle" | "field" | "start" | "timezone">,
  language: Language,
): string[] => [
  // A booking without a sport is titled by its field.
  ...new Set([titleToCustomer(titled, language), ...(field === null ? [] : [field])]),
  formatInstant(start, timezone, language),
];

function buildMail(kind: PaymentMailKind, params: PaymentMailParams, reader: MailContext): MailContent {
  const { t, language } = reader;
  const { organization, reason, link, transfer, timezone, payer, method } = params;
  const name = titleToCustomer(params, language);
  const amount = formatMoney(params.amount, params.currency, language);
  const text =
    kind === "Refunded" && method
      ? t(mailTextRefundedBy[method], { organization, amount })
      : t(`payments.mailText${kind}`, { organization, amount, payer });
  const why = reason && (typeof reason === "string" ? translateReason(reason, language) : renderMessage(t, reason));
  const button = buildButton(kind, params, reader);
  return {
    subject: t(`payments.mailSubject${kind}`, { name, amount }),
    preview: text,
    paragraphs: [text],
    facts: [
      { label: t("payments.mailAmount"), lines: [amount] },
      { label: t("payments.mailFor"), lines: describePaid(params, language) },
      ...(transfer ? transferFacts(transfer, reader, timezone) : []),
      ...(why ? [{ label: t("payments.mailReason"), lines: [why] }] : []),
    ],
    ...(button && { button }),
    note: link
      ? t("payments.mailUntil", { until: formatInstant(link.expiresAt, timezone, language) })
      : buildInvoiceNote(params.invoices, reader, kind === "Refunded"),
  };
}

function attachedText(invoices: readonly AttachedInvoice[], areCreditNotes: boolean) {
  if (invoices.every(({ isReceipt }) => isReceipt)) return "payments.mailReceiptsAttached";
  return areCreditNotes ? "payments.mailCreditNotesAttached" : "payments.mailInvoicesAttached";
}

const buildInvoiceNote = (
  invoices: readonly AttachedInvoice[] = [],
  { t }: MailContext,
  areCreditNotes = false,
): string | undefined =>
  invoices.length === 0
    ? undefined
    : t(attachedText(invoices, areCreditNotes), {
        count: invoices.length,
        numbers: invoices.map(({ number }) => number).join(", "),
      });

const readInvoices = (
  appContext: AppContext,
  { invoices = [] }: { invoices?: readonly AttachedInvoice[] },
): Promise<MailAttachment[]> =>
  Promise.all(
    invoices.map(async ({ id, organizationId, number }) => ({
      filename: `${number}.pdf`,
      type: "application/pdf",
      content: await invoicePort.readInvoice(appContext, organizationId, id),
    })),
  );

async function listIssuedInvoices(
  { db, organizationId }: TenantContext,
  paymentIds: readonly string[],
): Promise<AttachedInvoice[]> {
  const found = await invoicePort.listInvoicesOfPayments(
    db,
    paymentIds.map((id) => ({ organizationId, id })),
  );
  const issued = new Map(found.map(({ invoice }) => [invoice.id, invoice]));
  return [...issued.values()].map(({ id, name: number, kind }) => ({
    ...{ id, organizationId, number },
    isReceipt: kind === "receipt",
  }));
}

function createExample(kind: PaymentMailKind, facts: MailExample): PaymentMailParams {
  const { organizationId, organization, currency, timezone, start, field, price: amount, url, end: expiresAt } = facts;
  return {
    ...{ organizationId, organization, eventId: organizationId, name: facts.booking, field, start, timezone },
    ...{ amount, currency, payer: facts.person, isGuest: false, paymentId: null },
    ...(kind === "Refunded" && { method: "card" }),
    ...(kind === "Link" && { link: { url, expiresAt } }),
    ...(kind === "Transfer" && {
      transfer: {
        holder: organization,
        iban: EXAMPLE_IBAN,
        bic: null,
        reference: "RF000123",
        amount,
        currency,
        expiresAt,
      },
    }),
  };
}

const mailTemplates = Object.fromEntries(
  mailKinds.map((kind) => [
    kind,
    defineMailTemplate<PaymentMailParams>(
      `payments.${kind.charAt(0).toLowerCase()}${kind.slice(1)}`,
      (params, reader) => buildMail(kind, params, reader),
      { readFiles: readInvoices, example: (facts) => createExample(kind, facts) },
    ),
  ]),
) as Record<PaymentMailKind, MailTemplate<PaymentMailParams>>;

interface MailedDebt extends Pick<PaymentMailParams, "name" | "ownTitle" | "field" | "start" | "timezone"> {
  /** Minor units. */
  amount: number;
  link?: { url: string; isPayable: boolean; expiresAt: string | null };
}

/** Stored as JSON. All debts are one customer's, in one currency. */
interface DebtsMailParams {
  organization: string;
  currency: string;
  debts: MailedDebt[];
  /** One page for all of them, in place of one for each. */
  link?: DebtsLink;
  invoices?: AttachedInvoice[];
}

const sumOf = (debts: readonly MailedDebt[]) => debts.reduce((sum, { amount }) => sum + amount, 0);

const debtFacts = (
  { debts, currency }: DebtsMailParams,
  { t, language }: MailContext,
): NonNullable<MailContent["facts"]> =>
  debts.map(({ amount, link, ...paid }) => ({
    label: formatMoney(amount, currency, language),
    lines: describePaid(paid, language),
    ...(debts.length > 1 &&
      link && { link: { label: t(link.isPayable ? "payments.mailPay" : "payments.mailShowEvent"), url: link.url } }),
  }));

function buildPaidTogetherMail(params: DebtsMailParams, reader: MailContext): MailContent {
  const { t, language } = reader;
  const { organization, debts, currency, invoices } = params;
  const [first] = debts;
  const amount = formatMoney(sumOf(debts), currency, language);
  const text = t("payments.mailTextPaid", { organization, amount });
  const name = first ? titleToCustomer(first, language) : "";
  return {
    subject: t("payments.mailSubjectPaidTogether", { amount, name, count: debts.length - 1 }),
    preview: text,
    paragraphs: [text],
    facts: debtFacts(params, reader),
    note: buildInvoiceNote(invoices, reader),
  };
}

function createDebtsExample(facts: MailExample): DebtsMailParams {
  const { organization, currency, timezone, field, booking: name, start, formerStart, price: amount } = facts;
  const debt = { name, field, timezone, amount };
  return {
    ...{ organization, currency },
    debts: [
      { ...debt, start: formerStart },
      { ...debt, start },
    ],
  };
}

const paidTogetherMail = defineMailTemplate<DebtsMailParams>("payments.paidTogether", buildPaidTogetherMail, {
  readFiles: readInvoices,
  example: createDebtsExample,
});

/** `dueSoon`: before the due day, or on it. */
export type DebtLetter = "dueSoon" | DebtReminderTone;
const debtLetters = {
  dueSoon: { subject: "payments.mailSubjectDueSoon", text: "payments.mailTextDueSoon" },
  friendly: { subject: "payments.mailSubjectDebtReminder", text: "payments.mailTextDebtReminder" },
  firm: { subject: "payments.mailSubjectDebtFirm", text: "payments.mailTextDebtFirm" },
  last: { subject: "payments.mailSubjectDebtLast", text: "payments.mailTextDebtLast" },
} as const;

const buildDebtReminderMail =
  (letter: DebtLetter) =>
  (params: DebtsMailParams, reader: MailContext): MailContent => {
    const { t, language } = reader;
    const { organization, debts, currency } = params;
    const amount = formatMoney(sumOf(debts), currency, language);
    const [first] = debts;
    const link = params.link ? { ...params.link, isPayable: true } : debts.length === 1 ? first?.link : undefined;
    const ends = [{ link, timezone: first?.timezone ?? "UTC" }, ...debts].flatMap(({ link: one, timezone }) =>
      one?.expiresAt ? [{ at: one.expiresAt, timezone }] : [],
    );
    const end = ends.toSorted((a, b) => a.at.localeCompare(b.at))[0];
    const paragraphs = [
      t(debtLetters[letter].text, { organization, amount, count: debts.length }),
      t("payments.mailTextDebtReminderPaid", { organization }),
    ];
    return {
      subject: t(debtLetters[letter].subject, { organization, amount }),
      preview: paragraphs[0] ?? "",
      paragraphs,
      facts: debtFacts(params, reader),
      ...(link && {
        button: { label: t(link.isPayable ? "payments.mailPay" : "payments.mailShowEvent"), url: link.url },
      }),
      ...(end && { note: t("payments.mailUntil", { until: formatInstant(end.at, end.timezone, language) }) }),
    };
  };

const debtReminderMails = {
  dueSoon: defineMailTemplate<DebtsMailParams>("payments.debtDueSoon", buildDebtReminderMail("dueSoon"), {
    example: createDebtsExample,
  }),
  friendly: defineMailTemplate<DebtsMailParams>("payments.debtReminder", buildDebtReminderMail("friendly"), {
    example: createDebtsExample,
  }),
  firm: defineMailTemplate<DebtsMailParams>("payments.debtReminderFirm", buildDebtReminderMail("firm"), {
    example: createDebtsExample,
  }),
  last: defineMailTemplate<DebtsMailParams>("payments.debtReminderLast", buildDebtReminderMail("last"), {
    example: createDebtsExample,
  }),
};

/** The team asks for all that a customer owes. */
const debtsLinkMail = defineMailTemplate<DebtsMailParams>(
  "payments.debtsLink",
  (params, reader) => {
    const { t, language } = reader;
    const { organization, debts, currency, link } = params;
    const amount = formatMoney(sumOf(debts), currency, language);
    const text = t("payments.mailTextDebtsLink", { organization, amount, count: debts.length });
    const until = link && formatInstant(link.expiresAt, debts[0]?.timezone ?? "UTC", language);
    return {
      subject: t("payments.mailSubjectDebtsLink", { organization, amount }),
      preview: text,
      paragraphs: [text],
      facts: debtFacts(params, reader),
      ...(link && { button: { label: t("payments.mailPay"), url: link.url } }),
      ...(until && { note: t("payments.mailUntil", { until }) }),
    };
  },
  {
    example: (facts) => ({ ...createDebtsExample(facts), link: { url: facts.url, expiresAt: facts.end } }),
  },
);

async function findMailedEvent(db: Database, organizationId: string, eventId: string) {
  const { sport_name_en, sport_name_fr, ...event } = await eventsWithPlaces(db)
    .leftJoin("sports", "sports.id", "events.sport_id")
    .leftJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "events.organization_id")
        .onRef("customers.id", "=", "events.customer_id"),
    )
    .select(["events.name", "events.start_time", "events.currency", "customers.name as customer_name"])
    .select(["organizations.name as organization", "fields.name as field", "facilities.timezone"])
    .select(ownTitleColumns)
    .where("events.organization_id", "=", organizationId)
    .where("events.id", "=", eventId)
    .executeTakeFirstOrThrow();
  return { ...event, ownTitle: ownTitleOf({ ...event, sport_name_en, sport_name_fr, field_name: event.field }) };
}

const findMailedSale = (db: Database, organizationId: string, chargeId: string | null) =>
  chargesWithPlaces(db, organizationId)
    .select([chargeLabel.as("name"), "charges.due_at as start_time", "charges.currency"])
    .select(["customers.name as customer_name", "organizations.name as organization", "organizations.timezone"])
    .select("fields.name as field")
    .where("charges.organization_id", "=", organizationId)
    .where("charges.id", "=", chargeId)
    .executeTakeFirstOrThrow();

async function buildMailParams(
  { db, organizationId }: TenantContext,
  { event_id: eventId, charge_id: chargeId }: PaymentSubject,
  more: Partial<PaymentMailParams>,
): Promise<PaymentMailParams> {
  const { start_time, customer_name, ...about } =
    eventId === null
      ? await findMailedSale(db, organizationId, chargeId)
      : await findMailedEvent(db, organizationId, eventId);
  const start = start_time.toISOString();
  const usual = { amount: 0, payer: customer_name ?? "", isGuest: false, paymentId: null };
  return { ...usual, organizationId, eventId, start, ...about, ...more };
}

interface MailedPayment extends PaymentSubject {
  id: string;
  user_id: string | null;
  /** The colleague who recorded it at the desk. */
  recorded_by?: string | null;
  payer_name: string;
  request: unknown;
  provider?: string | null;
}
const findMailedPayment = (db: Database, organizationId: string, id: string) =>
  db
    .selectFrom("payments")
    .select([
      "id",
      "event_id",
      "charge_id",
      "user_id",
      "payer_name",
      "request",
      "amount",
      "organization_id",
      "provider",
      "method",
    ])
    .select("recorded_by")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Finds where the customer of what is paid at the desk reads mails. */
async function findDeskRecipient(
  { db, organizationId }: TenantContext,
  { event_id, charge_id, user_id }: MailedPayment,
) {
  const ofEvent = db.selectFrom("events").select(["user_id", "customer_id"]).where("id", "=", event_id);
  const ofSale = db.selectFrom("charges").select("customer_id").where("id", "=", charge_id);
  const customer =
    event_id === null
      ? await ofSale.where("organization_id", "=", organizationId).executeTakeFirstOrThrow()
      : await ofEvent.where("organization_id", "=", organizationId).executeTakeFirstOrThrow();
  return findCustomerRecipient(db, organizationId, { user_id, ...customer });
}

async function findPayerRecipient(
  tenantContext: TenantContext,
  payment: MailedPayment,
): Promise<Pick<Recipient, "email" | "language"> | undefined> {
  const { db, organizationId } = tenantContext;
  const { user_id, request, recorded_by, provider } = payment;
  if (recorded_by || provider === null) return findDeskRecipient(tenantContext, payment);
  if (user_id) return findRecipient(db, organizationId, user_id);
  const { email, language } = (request ?? {}) as { email?: string | null; language?: Language };
  return email && language ? { email, language } : undefined;
}

export async function findPayerLanguage(
  { db, organizationId }: TenantContext,
  userId: string | null,
): Promise<Language> {
  return (userId && (await findRecipient(db, organizationId, userId))?.language) || "en";
}

async function notifyPayer(
  tenantContext: TenantContext,
  kind: PaymentMailKind,
  payment: MailedPayment,
  more: Partial<PaymentMailParams>,
): Promise<string | null> {
  const to = await findPayerRecipient(tenantContext, payment);
  if (!to) return null;
  const { id: paymentId, payer_name: payer } = payment;
  const about = { paymentId, payer, isGuest: payment.user_id === null, ...more };
  const params = await buildMailParams(tenantContext, payment, about);
  await enqueueMail(tenantContext, { to: to.email, language: to.language, template: mailTemplates[kind], params });
  return to.email;
}

/** @returns the address that the receipt goes to */
export async function notifyPaid(tenantContext: TenantContext, paymentId: string): Promise<string | null> {
  const payment = await findMailedPayment(tenantContext.db, tenantContext.organizationId, paymentId);
  const invoices = await listIssuedInvoices(tenantContext, [paymentId]);
  return notifyPayer(tenantContext, "Paid", payment, { amount: payment.amount, invoices });
}

interface PaidTogether {
  to: Pick<Recipient, "email" | "language">;
  params: DebtsMailParams;
  paymentIds: string[];
}

/** One mail to each payer of payments that the team took together. @returns their addresses */
export async function notifyPaidTogether(
  tenantContext: TenantContext,
  paymentIds: readonly string[],
): Promise<string[]> {
  const { db, organizationId } = tenantContext;
  const [only] = paymentIds;
  if (paymentIds.length === 1 && only) return [await notifyPaid(tenantContext, only)].filter((to) => to !== null);
  const byAddress = new Map<string, PaidTogether>();
  for (const id of paymentIds) {
    const payment = await findMailedPayment(db, organizationId, id);
    const to = await findPayerRecipient(tenantContext, payment);
    if (!to) continue;
    const { organization, currency, name, ownTitle, ...paid } = await buildMailParams(tenantContext, payment, {});
    const { field, start, timezone } = paid;
    const mailed = byAddress.get(to.email) ?? { to, params: { organization, currency, debts: [] }, paymentIds: [] };
    mailed.params.debts.push({ name, ownTitle, field, start, timezone, amount: payment.amount });
    mailed.paymentIds.push(id);
    byAddress.set(to.email, mailed);
  }
  for (const { to, params: mailed, paymentIds: paid } of byAddress.values()) {
    const debts = mailed.debts.toSorted((a, b) => a.start.localeCompare(b.start));
    const params = { ...mailed, debts, invoices: await listIssuedInvoices(tenantContext, paid) };
    await enqueueMail(tenantContext, { to: to.email, language: to.language, template: paidTogetherMail, params });
  }
  return [...byAddress.keys()];
}

export interface RemindedDebt {
  debt: DebtSubject;
  amount: number;
  link?: MailedDebt["link"];
}

async function buildReminderParams(
  tenantContext: TenantContext,
  reminded: readonly RemindedDebt[],
  link?: DebtsLink,
): Promise<DebtsMailParams> {
  const debts: MailedDebt[] = [];
  let place = { organization: "", currency: "" };
  for (const { debt, amount, link: own } of reminded) {
    const { organization, currency, name, ownTitle, ...owed } = await buildMailParams(tenantContext, debt, {});
    const { field, start, timezone } = owed;
    place = { organization, currency };
    debts.push({ name, ownTitle, field, start, timezone, amount, ...(own && { link: own }) });
  }
  return { ...place, debts: debts.toSorted((a, b) => a.start.localeCompare(b.start)), ...(link && { link }) };
}

export interface RemindOptions {
  letter?: DebtLetter;
  /** One page for all debts. */
  link?: DebtsLink | undefined;
}

export async function sendDebtReminder(
  tenantContext: TenantContext,
  { email: to, language }: Pick<Recipient, "email" | "language">,
  reminded: readonly RemindedDebt[],
  { letter = "friendly", link }: RemindOptions = {},
): Promise<void> {
  const params = await buildReminderParams(tenantContext, reminded, link);
  await enqueueMail(tenantContext, { to, language, template: debtReminderMails[letter], params });
}

export async function sendDebtsLink(
  tenantContext: TenantContext,
  {
    email: to,
    language,
    debts,
    link,
  }: Pick<Recipient, "email" | "language"> & { debts: readonly DebtSubject[]; link: DebtsLink },
): Promise<void> {
  const owed = debts.map((debt) => ({ debt, amount: debt.asked }));
  const params = await buildReminderParams(tenantContext, owed, link);
  await enqueueMail(tenantContext, { to, language, template: debtsLinkMail, params });
}

/** The mail of `sendDebtReminder`, in the language of its reader. */
export async function previewDebtReminder(
  tenantContext: TenantContext,
  { email: to, language }: Pick<Recipient, "email" | "language">,
  reminded: readonly RemindedDebt[],
  link?: DebtsLink,
): Promise<MailPreview> {
  const { db, organizationId, appContext } = tenantContext;
  const template = debtReminderMails.friendly.name;
  const organization = await mailSenderPort.findMailSender(db, { organizationId, template, language });
  const { appUrl } = appContext.config;
  const reader = { t: translators[language], language, appUrl, sender: "", calendarDomain: "", organization };
  const params = await buildReminderParams(tenantContext, reminded, link);
  const mail = addSentences(debtReminderMails.friendly.compose(params, reader), reader);
  return {
    to,
    subject: mail.subject,
    paragraphs: [...(mail.opening ? [mail.opening] : []), ...mail.paragraphs],
    facts: (mail.facts ?? []).map(({ label, lines }) => ({ label, lines: [...lines] })),
    button: mail.button?.label ?? null,
    note: mail.note ?? null,
    closing: mail.closing ?? null,
  };
}

export const notifyExcessReturned = (
  tenantContext: TenantContext,
  payment: MailedPayment,
  more: { amount: number; reason: LocalizedMessage },
): Promise<string | null> =>
  notifyPayer(tenantContext, isManual(payment.provider ?? null) ? "ReturnedByTransfer" : "Returned", payment, more);

const findMailedRefund = ({ db, organizationId }: TenantContext, refundId: string) =>
  db
    .selectFrom("refunds")
    .select(["payment_id", "amount", "reason", "failure", "method"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", refundId)
    .executeTakeFirstOrThrow();

export async function notifyRefunded(tenantContext: TenantContext, refundId: string): Promise<void> {
  const { db, organizationId } = tenantContext;
  const { payment_id, amount, reason, failure, method: chosen } = await findMailedRefund(tenantContext, refundId);
  const payment = await findMailedPayment(db, organizationId, payment_id);
  const notes = await invoicePort.listCreditNotesOfRefund(db, organizationId, refundId);
  const invoices = notes.map(({ id, name, kind }) => ({
    ...{ id, organizationId, number: name },
    isReceipt: kind === "receipt",
  }));
  const method = failure === null ? ((chosen ?? payment.method) as PaymentMethod) : null;
  await notifyPayer(tenantContext, "Refunded", payment, { amount, reason, method, invoices });
}

async function notifyRefunders(tenantContext: TenantContext, kind: PaymentMailKind, refundId: string): Promise<void> {
  const { db, organizationId } = tenantContext;
  const { payment_id, amount, failure, reason } = await findMailedRefund(tenantContext, refundId);
  const payment = await findMailedPayment(db, organizationId, payment_id);
  await notifyTeam(tenantContext, kind, payment, { amount, reason: failure ?? reason });
}

async function notifyTeam(
  tenantContext: TenantContext,
  kind: PaymentMailKind,
  payment: MailedPayment,
  more: Partial<PaymentMailParams>,
): Promise<void> {
  const { db, organizationId } = tenantContext;
  const { id: paymentId, payer_name: payer } = payment;
  const about = { paymentId, payer, ownTitle: undefined, ...more };
  const params = await buildMailParams(tenantContext, payment, about);
  for (const { email: to, language } of await listPermissionHolders(db, organizationId, "payments.refund"))
    await enqueueMail(tenantContext, { to, language, template: mailTemplates[kind], params });
}

export const notifyRefundFailed = (tenantContext: TenantContext, refundId: string): Promise<void> =>
  notifyRefunders(tenantContext, "RefundFailed", refundId);

/** The provider took another amount than it was asked for. */
export async function notifyOtherAmount(tenantContext: TenantContext, paymentId: string): Promise<void> {
  const payment = await findMailedPayment(tenantContext.db, tenantContext.organizationId, paymentId);
  await notifyTeam(tenantContext, "OtherAmount", payment, { amount: payment.amount });
}

/** Somebody refunded on the provider's pages: the team keeps or cancels the booking. */
export const notifyRefundedElsewhere = (tenantContext: TenantContext, refundId: string): Promise<void> =>
  notifyRefunders(tenantContext, "RefundedElsewhere", refundId);

export const notifyRefundWaits = (tenantContext: TenantContext, refundId: string): Promise<void> =>
  notifyRefunders(tenantContext, "RefundWaits", refundId);

export async function sendTransferDetails(tenantContext: TenantContext, paymentId: string): Promise<void> {
  const payment = await findMailedPayment(tenantContext.db, tenantContext.organizationId, paymentId);
  const transfer = await findTransferDetails(tenantContext.db, payment);
  if (transfer) await notifyPayer(tenantContext, "Transfer", payment, { amount: payment.amount, transfer });
}

/** The recipient is the booker, or the address that the team entered. */
export async function sendPaymentLink(tenantContext: TenantContext, link: PaymentLink): Promise<void> {
  const { email: to, language, url, expiresAt, amount, paymentId, debt } = link;
  const shown = { url, expiresAt: expiresAt.toISOString() };
  const params = await buildMailParams(tenantContext, debt, { amount, paymentId, link: shown });
  await enqueueMail(tenantContext, { to, language, template: mailTemplates.Link, params });
}
