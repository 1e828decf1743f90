/**
 * Issues invoices and credit notes, in the transaction of the payment or the refund: they stand or fall together, and so no
 * number is ever missing.
 */
import { sql } from "kysely";
import type { PaymentMethod } from "#contract/payments.ts";
import { noteHappening } from "#server/kit/activity.ts";
import type { Scene } from "#server/kit/announce.ts";
import type { Database } from "#server/kit/database.ts";
import { v7 } from "#server/kit/ids.ts";
import { dateIn } from "#server/kit/timezone.ts";
import { pickLanguage, type Language } from "#words/words.ts";
import { creditContent, france, invoiceContent, type Content, type Sale, type Seller } from "./content.ts";
import { findPaid } from "./queries.ts";

/**
 * The next number of a series, and the date that goes with it. Whoever else issues in this series waits until this
 * transaction ends; if it fails, its number is given again.
 * @param today local date of the seller; where the clock or the zone went back, the last date of issue stands instead
 */
export async function nextNumber(
  db: Database,
  organizationId: string,
  series: "FA" | "AV",
  today: string,
): Promise<{ number: string; issuedOn: string }> {
  const { rows } = await sql<{ last: number; issued_on: string }>`
    insert into invoice_counters as known (organization_id, series, last, last_issued_on)
    values (${organizationId}, ${series}, 1, ${today}::date)
    on conflict (organization_id, series) do update set
      last = case
        when extract(year from excluded.last_issued_on) > extract(year from known.last_issued_on) then 1
        else known.last + 1
      end,
      last_issued_on = greatest(known.last_issued_on, excluded.last_issued_on)
    returning last, last_issued_on::text as issued_on`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`The series ${series} gave no number`);
  const { last, issued_on: issuedOn } = row;
  return { number: `${series}-${issuedOn.slice(0, 4)}-${String(last).padStart(6, "0")}`, issuedOn };
}

type Paid = Awaited<ReturnType<typeof findPaid>>;

const sellerOf = (paid: Paid): Seller => ({
  name: paid.legal_name ?? paid.name,
  tradeName: paid.legal_name && paid.legal_name !== paid.name ? paid.name : null,
  addressLine: paid.address_line,
  postalCode: paid.postal_code,
  city: paid.city,
  countryId: paid.country_id,
  email: paid.email,
  phone: paid.phone,
  identificationNumber: paid.identification_number,
  vatNumber: paid.vat_number,
});

/** The buyer's own; of who has no account, the one of the country. */
const languageOf = (paid: Paid): Language =>
  pickLanguage(paid.language ? [paid.language] : [], paid.country_id === france ? "fr" : "en");

const timeText = (paid: Paid, language: Language): string =>
  new Intl.DateTimeFormat(language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: paid.place_timezone,
  })
    .formatRange(paid.start_time, paid.end_time)
    .replace(/\s–\s/g, "\u00a0–\u00a0");

function saleOf(paid: Paid, language: Language, now: Date): Sale {
  const vatProfile = paid.vat_profile as Sale["vatProfile"];
  return {
    seller: sellerOf(paid),
    buyerName: paid.payer_name,
    event: {
      name: paid.event_name,
      place: `${paid.field_name}, ${paid.facility_name}`,
      time: timeText(paid, language),
      price: paid.price,
    },
    priceLines: paid.price_lines as Sale["priceLines"],
    vatProfile,
    // The rate of the day it was booked; who charged none then, and does now, charges today's.
    rate: paid.event_vat_rate || paid.vat_rate,
    amount: paid.amount,
    currency: paid.currency,
    method: paid.method as PaymentMethod,
    paidOn: dateIn(paid.timezone, paid.paid_at ?? now),
    language,
  };
}

interface Draft {
  series: "FA" | "AV";
  paymentId: string;
  refundId: string | null;
  correctsId: string | null;
  paid: Paid;
  language: Language;
  content: Content;
}

async function insert({ db, house, now, organizationId }: Scene, draft: Draft): Promise<void> {
  const { series, paid, content, language } = draft;
  const { number, issuedOn } = await nextNumber(db, organizationId, series, dateIn(paid.timezone, now));
  const id = v7(now);
  const sum = (of: "gross" | "vat") => content.rates.reduce((total, rate) => total + rate[of], 0);
  await db
    .insertInto("invoices")
    .values({
      organization_id: organizationId,
      id,
      kind: series === "FA" ? "invoice" : "credit_note",
      number,
      payment_id: draft.paymentId,
      refund_id: draft.refundId,
      event_id: paid.event_id,
      corrects_id: draft.correctsId,
      user_id: paid.user_id,
      issued_on: issuedOn,
      supplied_on: dateIn(paid.place_timezone, paid.start_time),
      language,
      currency: paid.currency,
      total_amount: sum("gross"),
      tax_amount: sum("vat"),
      buyer_name: content.buyer.name,
      content: JSON.stringify(content),
      created_at: now,
    })
    .execute();
  await noteHappening(db, {
    organizationId,
    at: now,
    actorId: null,
    act: "invoices.issue",
    subjectId: id,
    before: undefined,
    after: { number, totalAmount: sum("gross"), taxAmount: sum("vat"), currency: paid.currency },
    address: null,
  });
  await house.jobs.send(db, "invoices.print", { organizationId, invoiceId: id });
}

const findInvoice = (db: Database, organizationId: string, paymentId: string) =>
  db
    .selectFrom("invoices")
    .select(["id", "number", "issued_on", "content", "language"])
    .where("organization_id", "=", organizationId)
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "invoice")
    .executeTakeFirst();

/** The invoice of a payment that succeeded, once however often it is asked for. The payment's row is held by who asks. */
export async function issueInvoice(scene: Scene, { paymentId }: { paymentId: string }): Promise<void> {
  const { db, now, organizationId } = scene;
  if (await findInvoice(db, organizationId, paymentId)) return;
  const paid = await findPaid(db, organizationId, paymentId);
  const language = languageOf(paid);
  const content = invoiceContent(saleOf(paid, language, now));
  await insert(scene, { series: "FA", paymentId, refundId: null, correctsId: null, paid, language, content });
}

/** The credit note of a refund that succeeded, once however often it is asked for. The payment's row is held by who asks. */
export async function issueCreditNote(scene: Scene, { refundId }: { refundId: string }): Promise<void> {
  const { db, now, organizationId } = scene;
  const refund = await db
    .selectFrom("refunds")
    .leftJoin("invoices", (join) =>
      join
        .onRef("invoices.organization_id", "=", "refunds.organization_id")
        .onRef("invoices.refund_id", "=", "refunds.id"),
    )
    .select(["refunds.payment_id", "refunds.amount", "refunds.reason", "invoices.id as issued"])
    .where("refunds.organization_id", "=", organizationId)
    .where("refunds.id", "=", refundId)
    .executeTakeFirstOrThrow();
  if (refund.issued !== null) return;
  const { payment_id: paymentId, amount, reason } = refund;
  await issueInvoice(scene, { paymentId });
  const invoice = await findInvoice(db, organizationId, paymentId);
  if (!invoice) throw new Error(`Payment ${paymentId} has no invoice to correct`);
  const paid = await findPaid(db, organizationId, paymentId);
  const language = invoice.language as Language;
  const corrected = { ...(invoice.content as Content), number: invoice.number, issuedOn: invoice.issued_on };
  const refundedOn = dateIn(paid.timezone, now);
  const content = creditContent(corrected, { seller: sellerOf(paid), amount, reason, refundedOn, language });
  await insert(scene, { series: "AV", paymentId, refundId, correctsId: invoice.id, paid, language, content });
}
