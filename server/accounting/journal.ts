/** Journals: entries of invoices and credit notes, payments and refunds, and tills. Each is balanced. */
import { sql } from "kysely";
import {
  type Account,
  type AccountKey,
  type accounting,
  type Journal,
  type JournalEntry,
  type JournalLine,
} from "#contract/accounting.ts";
import { monthOf } from "#contract/accounting-period-rules.ts";
import type { ListQuery, Page, Query } from "#contract/kit.ts";
import type { PaymentMethod } from "#contract/payments.ts";
import type { TillMethod, TillMovementKind } from "#contract/tills.ts";
import { ALL_ORGANIZATIONS, isAnyOf, pageMeta, type Database } from "#server/kit/db/database.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { ROWS_PER_PAGE } from "#server/kit/documents/snapshot-stream.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import type { InvoiceLine } from "#server/invoices/content.ts";
import type { RateTotal } from "#server/invoices/vat.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { methodLabels } from "#server/payments/export-columns.ts";
import type { ClosingContent } from "#server/tills/closings.ts";
import { movementLabels } from "#server/tills/export-columns.ts";
import type { Translate } from "#messages/translator.ts";
import { type AccountPlan, loadAccountPlan } from "./accounts.ts";
import { findOpenFrom } from "./books.ts";
import { type EntryRef, type JournalScope, listEntryRefs } from "./entries.ts";
import { type BookedPayout, listBookedPayouts } from "./payouts.ts";
import { resolvePeriod } from "./period.ts";

export interface JournalContext extends MemoryContext {
  now: Date;
  t: Translate;
}
interface Booking {
  plan: AccountPlan;
  t: Translate;
}
type EntryBody = Pick<JournalEntry, "piece" | "label" | "lines"> & { lacksFees?: boolean };
/** An entry with what only its closing asks for. */
export interface BookedEntry extends JournalEntry {
  /** A payment whose fees are not known yet. */
  lacksFees: boolean;
}

/** @param amount minor units: positive is a debit, negative a credit, 0 is no line */
function lineOf({ number, label }: Account, amount: number, auxiliary: JournalLine["auxiliary"] = null): JournalLine[] {
  if (amount === 0) return [];
  const sides = { debit: Math.max(0, amount), credit: Math.max(0, -amount) };
  return [{ account: number, accountLabel: label, auxiliary, ...sides }];
}

const shortId = (id: string): string => id.slice(-12).toUpperCase();

interface Buyer {
  customer_id: string | null;
  customer_name: string | null;
}
/** @param name as it was at the sale; without a customer all share one account */
const auxiliaryOf = ({ customer_id, customer_name }: Buyer, { t }: Booking): NonNullable<JournalLine["auxiliary"]> =>
  customer_id === null
    ? { number: "CDIVERS", name: t("accounting.variousCustomers") }
    : { number: `C${shortId(customer_id)}`, name: customer_name ?? "" };

/** The customer who owes a charge; a merged one's is the one that was kept. */
const selectCustomer = (organizationId: string, charge: ReturnType<typeof sql>) => sql`(
  select coalesce(customers.merged_into_id, customers.id) from charges
  join customers on customers.organization_id = charges.organization_id and customers.id = charges.customer_id
  where charges.organization_id = ${organizationId} and charges.id = ${charge}
)`;

interface InvoiceRow extends Buyer {
  id: string;
  number: string;
  kind: string;
  buyer_name: string;
  total_amount: number;
  rates: RateTotal[];
  lines: InvoiceLine[];
  /** Charges of goods that it is over. */
  goods_ids: string[];
  /** All charges that it is over. */
  charge_count: number;
  /** A receipt over a gift voucher. */
  is_of_voucher: boolean;
}

/** Documents from before have no customer: theirs is that of a charge that they are over. */
async function listInvoices(db: Database, organizationId: string, ids: readonly string[]): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    with found as (
      select invoices.*, (
        select invoice_lines.charge_id from invoice_lines
        where invoice_lines.organization_id = ${organizationId} and invoice_lines.invoice_id = invoices.id limit 1
      ) as charge_id
      from invoices where organization_id = ${organizationId} and ${isAnyOf("id", ids)}
    ), bought as (
      select found.*, coalesce(
        (select coalesce(customers.merged_into_id, customers.id) from customers
          where customers.organization_id = ${organizationId} and customers.id = found.customer_id),
        ${selectCustomer(organizationId, sql`found.charge_id`)}) as debtor_id
      from found
    )
    select bought.id, bought.number, bought.kind, bought.buyer_name, bought.total_amount,
      bought.content -> 'rates' as rates, bought.content -> 'lines' as lines, sold.goods_ids, sold.charge_count,
      sold.is_of_voucher,
      customers.id as customer_id, customers.name as customer_name
    from bought
    left join customers on customers.organization_id = ${organizationId} and customers.id = bought.debtor_id
    cross join lateral (
      select count(*)::integer as charge_count, coalesce(bool_or(charges.kind = 'voucher'), false) as is_of_voucher,
        coalesce(array_agg(charges.id) filter (where charges.kind = 'goods'), '{}') as goods_ids
      from invoice_lines
      join charges on charges.organization_id = invoice_lines.organization_id and charges.id = invoice_lines.charge_id
      where invoice_lines.organization_id = ${organizationId} and invoice_lines.invoice_id = bought.id
    ) as sold`.execute(db);
  return rows;
}

/** The part of a total that is of goods. Lines of a document over one charge do not name it. */
function goodsOf({ lines, goods_ids, charge_count }: InvoiceRow, { rate, isExempt = false, net }: RateTotal): number {
  if (goods_ids.length === charge_count) return goods_ids.length > 0 ? net : 0;
  return lines
    .filter((line) => line.chargeId !== undefined && goods_ids.includes(line.chargeId))
    .filter((line) => line.rate === rate && (line.isExempt ?? false) === isExempt)
    .reduce((sum, line) => sum + line.net, 0);
}

function bookInvoice(invoice: InvoiceRow, booking: Booking): EntryBody {
  const { plan, t } = booking;
  const { number, kind, buyer_name: name, total_amount, rates, is_of_voucher } = invoice;
  if (kind === "receipt")
    return {
      piece: number,
      label: t("accounting.entryReceipt", { number, name }),
      lines: [
        ...lineOf(plan.find("customers"), total_amount, auxiliaryOf(invoice, booking)),
        ...lineOf(plan.find(is_of_voucher ? "vouchers" : "wallet"), -total_amount),
      ],
    };
  return {
    piece: number,
    label: t(kind === "invoice" ? "accounting.entryInvoice" : "accounting.entryCreditNote", { number, name }),
    lines: [
      ...lineOf(plan.find("customers"), total_amount, auxiliaryOf(invoice, booking)),
      ...rates.flatMap((total) => {
        const goods = goodsOf(invoice, total);
        return [
          ...lineOf(plan.findByRate("revenue", total), goods - total.net),
          ...lineOf(plan.findByRate("goods", total), -goods),
        ];
      }),
      ...rates.flatMap((total) => lineOf(plan.findByRate("tax", total), -total.vat)),
    ],
  };
}

interface MoneyRow extends Buyer {
  id: string;
  method: PaymentMethod;
  provider: string | null;
  payer_name: string;
  amount: number;
  /** Kept by the payment service and the platform; 0 on refunds. */
  fees: number;
  lacks_fees: boolean;
}

const listMoney = async (db: Database, organizationId: string, found: ReturnType<typeof sql>): Promise<MoneyRow[]> => {
  const charge = sql`(
    select settlements.charge_id from settlements
    where settlements.organization_id = ${organizationId} and settlements.payment_id = found.payment_id limit 1
  )`;
  const { rows } = await sql<MoneyRow>`
    with found as (${found}), paid as (
      select found.*, ${selectCustomer(organizationId, charge)} as debtor_id
      from found
    )
    select paid.id, paid.method, paid.provider, paid.payer_name, paid.amount, paid.fees, paid.lacks_fees,
      customers.id as customer_id, customers.name as customer_name
    from paid
    left join customers on customers.organization_id = ${organizationId} and customers.id = paid.debtor_id
    `.execute(db);
  return rows;
};

const listPayments = (db: Database, organizationId: string, ids: readonly string[]) =>
  listMoney(
    db,
    organizationId,
    sql`select id, id as payment_id, method, provider, payer_name, amount,
      coalesce(provider_fee, 0) + coalesce(application_fee, 0) as fees, provider_fee is null as lacks_fees
    from payments where organization_id = ${organizationId} and ${isAnyOf("id", ids)}`,
  );

const listRefunds = (db: Database, organizationId: string, ids: readonly string[]) =>
  listMoney(
    db,
    organizationId,
    sql`select refunds.id, refunds.payment_id,
      coalesce(refunds.method, payments.method) as method, payments.provider, payments.payer_name, -refunds.amount as amount, 0 as fees, false as lacks_fees
    from refunds
    join payments on payments.organization_id = refunds.organization_id and payments.id = refunds.payment_id
    where refunds.organization_id = ${organizationId} and ${isAnyOf("refunds.id", ids)}`,
  );

/** Payments that were booked without what the payment service kept. */
const listLateFees = (db: Database, organizationId: string, ids: readonly string[]) =>
  listMoney(
    db,
    organizationId,
    sql`select id, id as payment_id, method, provider, payer_name, 0 as amount, provider_fee as fees,
      false as lacks_fees
    from payments where organization_id = ${organizationId} and ${isAnyOf("id", ids)}`,
  );

const accountOfMethod: Record<PaymentMethod, AccountKey> = {
  cash: "cash",
  check: "checks",
  card_on_site: "card_desk",
  card: "provider",
  transfer: "bank",
  balance: "wallet",
  voucher: "vouchers",
};

function bookMoney(money: MoneyRow, booking: Booking): EntryBody {
  const { plan, t } = booking;
  const { id, method, payer_name: name, amount, fees, lacks_fees: lacksFees } = money;
  const isPayment = amount > 0;
  return {
    piece: `${isPayment ? "P" : "R"}${shortId(id)}`,
    label: t(isPayment ? "accounting.entryPayment" : "accounting.entryRefund", {
      method: t(methodLabels[method]),
      name,
    }),
    lines: [
      ...lineOf(plan.find(accountOfMethod[method]), amount - fees),
      ...lineOf(plan.find("fees"), fees),
      ...lineOf(plan.find("customers"), -amount, auxiliaryOf(money, booking)),
    ],
    lacksFees,
  };
}

function bookLateFees({ id, method, payer_name: name, fees }: MoneyRow, { plan, t }: Booking): EntryBody {
  return {
    piece: `P${shortId(id)}`,
    label: t("accounting.entryFees", { method: t(methodLabels[method]), name }),
    lines: [...lineOf(plan.find("fees"), fees), ...lineOf(plan.find(accountOfMethod[method]), -fees)],
  };
}

/** From the account of the payment service to the bank. What is of no payment here waits for an accountant. */
function bookPayout({ number, amount, booked, fees }: BookedPayout, { plan, t }: Booking): EntryBody {
  return {
    piece: number,
    label: t("accounting.entryPayout", { number }),
    lines: [
      ...lineOf(plan.find("bank"), amount),
      ...lineOf(plan.find("fees"), fees),
      ...lineOf(plan.find("provider"), -booked),
      ...lineOf(plan.find("suspense"), booked - amount - fees),
    ],
  };
}

interface TillMovementRow {
  id: string;
  kind: Exclude<TillMovementKind, "payment" | "refund">;
  method: TillMethod;
  amount: number;
  reason: string;
  name: string;
}

const listTillMovements = async (db: Database, organizationId: string, ids: readonly string[]) => {
  const { rows } = await sql<TillMovementRow>`
    select moved.id, moved.kind, moved.method, moved.amount, moved.reason, tills.name
    from till_movements as moved
    join till_sessions on till_sessions.organization_id = moved.organization_id and till_sessions.id = moved.session_id
    join tills on tills.organization_id = till_sessions.organization_id and tills.id = till_sessions.till_id
    where moved.organization_id = ${organizationId} and ${isAnyOf("moved.id", ids)}`.execute(db);
  return rows;
};

/** Nobody has said what was paid in or out for: an accountant books it from there. */
function bookTillMovement(
  { id, kind, method, amount, reason, name }: TillMovementRow,
  { plan, t }: Booking,
): EntryBody {
  return {
    piece: `M${shortId(id)}`,
    label: t("accounting.entryTill", { kind: t(movementLabels[kind]), name, reason }),
    lines: [
      ...lineOf(plan.find(accountOfMethod[method]), amount),
      ...lineOf(plan.find(kind === "bank" ? "transfers" : "suspense"), -amount),
    ],
  };
}

interface TillClosingRow {
  id: string;
  number: number;
  banked: number;
  content: ClosingContent;
}

const listTillClosings = async (db: Database, organizationId: string, ids: readonly string[]) => {
  const { rows } = await sql<TillClosingRow>`
    select id, number, banked, content from till_closings
    where organization_id = ${organizationId} and ${isAnyOf("id", ids)}`.execute(db);
  return rows;
};

function bookTillClosing({ number, banked, content }: TillClosingRow, { plan, t }: Booking): EntryBody {
  const differences = content.methods.flatMap(({ method, difference }) => [
    ...lineOf(plan.find(accountOfMethod[method]), difference),
    ...lineOf(plan.find(difference < 0 ? "difference_loss" : "difference_gain"), -difference),
  ]);
  return {
    piece: `Z${number}`,
    label: t("accounting.entryClosing", { number, name: content.tillName }),
    lines: [...differences, ...lineOf(plan.find("transfers"), banked), ...lineOf(plan.find("cash"), -banked)],
  };
}

/** Entries of closed months, by kind and id. */
async function listClosedEntries(
  { db, organizationId, period }: JournalScope,
  refs: readonly EntryRef[],
): Promise<ReadonlyMap<string, EntryBody & { closedOn: string }>> {
  if (refs.length === 0) return new Map();
  // The index has the entries by month.
  const months = [...new Set(refs.map(({ day }) => `${monthOf(addDays(period.from, day))}-01`))];
  const rows = await db
    .selectFrom("accounting_entries as entries")
    .innerJoin("accounting_months as months", (join) =>
      join.onRef("months.organization_id", "=", "entries.organization_id").onRef("months.month", "=", "entries.month"),
    )
    .select(["entries.kind", "entries.source_id", "entries.piece", "entries.label", "months.closed_on"])
    .select((row) => row.ref("entries.lines").$castTo<JournalLine[]>().as("lines"))
    .where("entries.organization_id", "=", organizationId)
    .where(isAnyOf("entries.month", months))
    .where(
      isAnyOf(
        "entries.source_id",
        refs.map(({ id }) => id),
      ),
    )
    .execute();
  return new Map(
    rows.map(({ kind, source_id, piece, label, lines, closed_on: closedOn }) => [
      `${kind} ${source_id}`,
      { piece, label, lines, closedOn },
    ]),
  );
}

/** @returns entries by kind and id */
async function bookEntries(
  { db, organizationId }: JournalScope,
  refs: readonly EntryRef[],
  booking: Booking,
): Promise<ReadonlyMap<string, EntryBody>> {
  const idsOf = (kind: EntryRef["kind"]) => refs.filter((ref) => ref.kind === kind).map(({ id }) => id);
  const bodies = new Map<string, EntryBody>();
  const book = async <Row extends { id: string }>(
    kind: EntryRef["kind"],
    list: (db: Database, organizationId: string, ids: readonly string[]) => Promise<Row[]>,
    toEntry: (row: Row, booking: Booking) => EntryBody,
  ) => {
    const ids = idsOf(kind);
    if (ids.length === 0) return;
    for (const row of await list(db, organizationId, ids)) bodies.set(`${kind} ${row.id}`, toEntry(row, booking));
  };
  await book("invoice", listInvoices, bookInvoice);
  await book("payment", listPayments, bookMoney);
  await book("fees", listLateFees, bookLateFees);
  await book("refund", listRefunds, bookMoney);
  await book("payout", listBookedPayouts, bookPayout);
  await book("till_movement", listTillMovements, bookTillMovement);
  await book("till_closing", listTillClosings, bookTillClosing);
  return bodies;
}

type JournalFilter = Pick<Query<typeof accounting.journal>, "period" | "journal">;
type JournalQuery = JournalFilter & Pick<ListQuery, "page" | "per_page">;

interface OpenJournal {
  scope: JournalScope;
  journal: Journal | undefined;
  booking: Booking;
}

async function openJournal(context: JournalContext, { period: asked, journal }: JournalFilter): Promise<OpenJournal> {
  const { db, organizationId, t } = context;
  const period = await resolvePeriod(context, asked);
  const { currency } = await findSettings(context);
  const booking = { plan: await loadAccountPlan(context), t };
  const openFrom = await findOpenFrom(db, organizationId);
  return { scope: { db, organizationId, period, currency, openFrom }, journal, booking };
}

async function listEntries(
  { scope, journal: wanted, booking }: OpenJournal,
  page: Pick<ListQuery, "page" | "per_page">,
): Promise<Page<BookedEntry>> {
  const { period, currency } = scope;
  const { data, meta } = await listEntryRefs(scope, page, wanted);
  const closed = await listClosedEntries(
    scope,
    data.filter(({ isClosed }) => isClosed),
  );
  const bodies = await bookEntries(
    scope,
    data.filter(({ isClosed }) => !isClosed),
    booking,
  );
  const entries = data.flatMap(({ day, journal, kind, id, isClosed }): BookedEntry[] => {
    const body = (isClosed ? closed : bodies).get(`${kind} ${id}`);
    const date = addDays(period.from, day);
    return body ? [{ id, kind, journal, date, closedOn: null, lacksFees: false, ...body, currency }] : [];
  });
  return { data: entries, meta };
}

/** The platform has no books. */
export async function listJournal(context: JournalContext, query: JournalQuery): Promise<Page<JournalEntry>> {
  return context.organizationId === ALL_ORGANIZATIONS
    ? { data: [], meta: pageMeta({ total: 0, estimate: false }, query, 0) }
    : listEntries(await openJournal(context, query), query);
}

/** Pages of entries, until the end. @param context its `db` has a stream cursor */
export async function* walkJournal(context: JournalContext, filter: JournalFilter): AsyncGenerator<BookedEntry[]> {
  if (context.organizationId === ALL_ORGANIZATIONS) return;
  const journal = await openJournal(context, filter);
  for (let page = 1; ; page++) {
    const { data } = await listEntries(journal, { page, per_page: ROWS_PER_PAGE });
    if (data.length === 0) return;
    yield data;
  }
}
