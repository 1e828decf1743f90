/** Extras of a booking: added, taken off, and carried along. The caller has locked the booking. */
import type { ExtraChoice } from "#contract/events.ts";
import type { ExtraPrice } from "#contract/extras-rules.ts";
import { computeRefund } from "#contract/organizations-cancellation-rules.ts";
import {
  changeSaleCharge,
  endSaleCharge,
  insertSaleCharges,
  lockSaleCharge,
  reopenSaleCharge,
  type SaleChargeRow,
} from "#server/charges/sale-charges.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { findProductOfKind } from "#server/products/queries.ts";
import { findSaleTaxRateId } from "#server/products/sale-rate.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";
import {
  findCategories,
  listAutomatic,
  placeExtra,
  readCatalogue,
  toPlace,
  type BookedEventRow,
  type PlacedExtra,
} from "./bookings.ts";
import { insertEventExtra, listEventExtras, updateEventExtra, type EventExtraRow } from "./queries.ts";
import { countFree, endLoan, lend, listStocks, lockStocks, takeGoods, type StockRow } from "./stocks.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** Money for an extra of a booking goes back. Its booking and its charge are locked. */
    "extras.refundDue": EndedCharge;
  }
}
export interface EndedCharge {
  chargeId: string;
  /** Minor units. */
  amount: number;
  reason: string | null;
  /** The account of whoever ended it. */
  requestedBy: string | null;
  facilityId: string;
}

/** Extras that one booking has at most. */
const MAX_LINES = 50;
const MOST_PIECES = 10_000;

interface Wanted extends PlacedExtra {
  quantity: number;
  isRequired: boolean;
}

const spanOf = (event: BookedEventRow) => ({ start: event.start_time.getTime(), end: event.end_time.getTime() });

async function findStocks(context: TenantContext, event: BookedEventRow, extraIds: readonly string[]) {
  const known = await listStocks(context, extraIds);
  const there = known.filter((stock) => stock.facility_id === event.facility_id && stock.active);
  const held = await lockStocks(
    context,
    there.map(({ id }) => id),
  );
  return new Map(held.map((stock) => [stock.extra_id, stock]));
}

const costs = ({ unitPrice }: ExtraPrice): boolean => unitPrice > 0;

/** @throws HttpError 422 where something costs and nobody owes it */
async function lockDebtor({ db, organizationId }: TenantContext, event: BookedEventRow, wanted: readonly Wanted[]) {
  if (!wanted.some(({ price }) => costs(price))) return;
  if (event.customer_id === null) throw invalidFields({ extras: [message("extras.needsCustomer")] });
  await lockCustomer(db, organizationId, event.customer_id);
}

async function insertCharge(
  context: TenantContext,
  event: BookedEventRow,
  { extra, price }: Pick<Wanted, "extra" | "price">,
): Promise<string | null> {
  const { customer_id: customerId, currency, start_time: dueAt, pending_reason: pendingReason } = event;
  if (!costs(price) || customerId === null) return null;
  const product = await findProductOfKind(context, "extra", extra.productId);
  if (!product) throw invalidFields({ extras: [message("extras.productUnknown")] });
  const { vatProfile, vatRate } = await findSettings(context);
  const roleIds = await findCategories(context, event);
  const taxRateId = await findSaleTaxRateId(context, { productId: product.id, kind: "extra", roleIds });
  const [id = null] = await insertSaleCharges(
    context,
    { customerId, currency, dueAt, pendingReason, vatRate: vatProfile === "standard" ? vatRate : 0 },
    [
      {
        product: { id: product.id, name: extra.name, price: price.unitPrice, kind: "extra" },
        ...{ quantity: price.charged, unitPrice: price.unitPrice, priceReason: null, taxRateId },
      },
    ],
  );
  return id;
}

/** @throws HttpError 409 for one that is not free, 422 for one that is not offered there */
async function addLines(
  context: TenantContext,
  event: BookedEventRow,
  wanted: readonly Wanted[],
  language: Language | undefined,
): Promise<void> {
  const { db, now, organizationId } = context;
  if (wanted.length === 0) return;
  await lockDebtor(context, event, wanted);
  const stocks = await findStocks(
    context,
    event,
    wanted.map(({ extra }) => extra.id),
  );
  for (const one of wanted) {
    const { extra, price, quantity, isRequired } = one;
    const stock = stocks.get(extra.id);
    if (!stock) throw invalidFields({ extras: [message("extras.notOffered", { name: extra.name })] });
    const id = uuidv7(now);
    const line = { organization_id: organizationId, id, event_id: event.id, extra_id: extra.id, stock_id: stock.id };
    await insertEventExtra(db, {
      ...{ ...line, name: extra.name, quantity, pieces: price.pieces, charged: price.charged },
      ...{ unit_price: price.unitPrice, is_required: isRequired, state: "active", created_at: now, updated_at: now },
    });
    const { pieces } = price;
    const loan = { lineId: id, name: extra.name, pieces, span: spanOf(event) };
    await lend(context, stock, loan, { timezone: event.timezone, language });
    await takeGoods(context, stock, pieces);
    const chargeId = await insertCharge(context, event, one);
    if (chargeId) await updateEventExtra(context, id, { charge_id: chargeId });
  }
  await insertLiveChange(db, { organizationId, module: "extras", subjectId: event.id, at: now });
}

interface Chooser {
  /** The team may choose what members cannot choose by themselves. */
  isTeam: boolean;
  language: Language;
}

/** Adds what was chosen. @param isOne the body is the choice; else errors stand beside all of them @throws HttpError 409, 422 */
export async function addChosen(
  context: TenantContext,
  event: BookedEventRow,
  chosen: readonly ExtraChoice[],
  { isTeam, language, isOne = false }: Chooser & { isOne?: boolean },
): Promise<Wanted[]> {
  const catalogue = await readCatalogue(context);
  const place = toPlace(event, await findCategories(context, event));
  const present = await listEventExtras(context, event.id);
  if (present.length + chosen.length > MAX_LINES)
    throw new HttpError(409, message("extras.tooManyLines", { count: MAX_LINES }));
  const wanted: Wanted[] = [];
  for (const { extraId, quantity } of chosen) {
    const extra = catalogue.extras.find(({ id }) => id === extraId.toLowerCase());
    const placed = extra && placeExtra(catalogue, extra, place, quantity);
    if (!extra || !placed || (!isTeam && !extra.online && extra.mode === "choice"))
      throw invalidFields({ [isOne ? "extraId" : "extras"]: [message("extras.unknown")] });
    const sumOf = (lines: readonly { quantity: number }[]) => lines.reduce((sum, line) => sum + line.quantity, 0);
    const before = sumOf(present.filter(({ extra_id }) => extra_id === extra.id));
    const others = sumOf(wanted.filter((one) => one.extra.id === extra.id));
    const most = extra.maxQuantity;
    if ((most !== null && before + others + quantity > most) || placed.price.pieces > MOST_PIECES)
      throw invalidFields({
        [isOne ? "quantity" : "extras"]: [
          message("extras.tooManyOfOne", { name: extra.name, count: most ?? MOST_PIECES }),
        ],
      });
    wanted.push({ ...placed, quantity, isRequired: extra.mode !== "choice" });
  }
  await addLines(context, event, wanted, language);
  return wanted;
}

/** Adds what each booking has, and this one has not. Without a customer nobody owes it: then only what costs nothing. */
async function addAutomatic(
  context: TenantContext,
  event: BookedEventRow,
  except: readonly string[],
  language: Language | undefined,
): Promise<void> {
  const place = toPlace(event, await findCategories(context, event));
  const missing = listAutomatic(await readCatalogue(context), place)
    .filter(({ extra, price }) => !except.includes(extra.id) && (event.customer_id !== null || !costs(price)))
    .map((one) => ({ ...one, quantity: 1, isRequired: true }));
  await addLines(context, event, missing, language);
}

/** @throws HttpError 409, 422 */
export async function addToBooking(
  context: TenantContext,
  event: BookedEventRow,
  { chosen, ...by }: Chooser & { chosen: readonly ExtraChoice[] },
): Promise<void> {
  if (chosen.length > 0) await addChosen(context, event, chosen, by);
  const extraIds = chosen.map(({ extraId }) => extraId.toLowerCase());
  await addAutomatic(context, event, extraIds, by.language);
}

/** Locks the customer, the stocks and the charges of extras, in that order. */
async function lockLines(context: TenantContext, event: BookedEventRow, lines: readonly EventExtraRow[]) {
  const { db, organizationId } = context;
  const chargeIds = lines.flatMap(({ charge_id }) => charge_id ?? []).toSorted();
  if (chargeIds.length > 0 && event.customer_id !== null) await lockCustomer(db, organizationId, event.customer_id);
  const stocks = await lockStocks(
    context,
    lines.map(({ stock_id }) => stock_id),
  );
  const charges = new Map<string, SaleChargeRow>();
  for (const id of chargeIds) charges.set(id, await lockSaleCharge(db, organizationId, id));
  return {
    stockOf: (line: EventExtraRow): StockRow => {
      const stock = stocks.find(({ id }) => id === line.stock_id);
      if (!stock) throw new Error(`No stock ${line.stock_id}`);
      return stock;
    },
    chargeOf: (line: EventExtraRow) => (line.charge_id === null ? undefined : charges.get(line.charge_id)),
  };
}

interface Ending {
  state: "ended" | "removed";
  /** Share of what is paid that comes back. */
  percent: number;
  reason: string | null;
  by: string | null;
  at: Date;
  /** Refunds wait until the booking cannot be restored any more. */
  waits: boolean;
}

/** Frees the pieces, voids what is not paid, and refunds the share of what is. */
export async function endLines(
  context: TenantContext,
  event: BookedEventRow,
  lines: readonly EventExtraRow[],
  { state, percent, reason, by, at, waits }: Ending,
): Promise<void> {
  const { db, now, organizationId } = context;
  if (lines.length === 0) return;
  const { stockOf, chargeOf } = await lockLines(context, event, lines);
  for (const line of lines) {
    await endLoan(context, line.id);
    await takeGoods(context, stockOf(line), -line.pieces);
    const charge = chargeOf(line);
    const settled = charge ? Math.min(charge.settled, charge.amount) : 0;
    const refund = charge ? computeRefund({ price: charge.amount, paid: settled }, percent) : 0;
    if (charge) await endSaleCharge(context, charge, { reason, by });
    const refundDue = waits && refund > 0 ? refund : null;
    await updateEventExtra(context, line.id, { state, ended_at: at, refund_due: refundDue, updated_at: now });
    if (charge && refund > 0 && !waits) await refundLine(context, event, { chargeId: charge.id, refund, reason, by });
  }
  await insertLiveChange(db, { organizationId, module: "extras", subjectId: event.id, at: now });
}

const refundLine = (
  context: TenantContext,
  { facility_id: facilityId }: BookedEventRow,
  { chargeId, refund, reason, by }: { chargeId: string; refund: number; reason: string | null; by: string | null },
): Promise<void> =>
  publish(context, "extras.refundDue", { chargeId, amount: refund, reason, requestedBy: by, facilityId });

/** The time to undo is over. The caller has locked the booking. */
export async function refundDueLine(context: TenantContext, event: BookedEventRow, line: EventExtraRow): Promise<void> {
  const { db, organizationId } = context;
  await updateEventExtra(context, line.id, { refund_due: null });
  if (line.refund_due === null || line.charge_id === null) return;
  const charge = await lockSaleCharge(db, organizationId, line.charge_id);
  const refund = Math.min(line.refund_due, charge.settled);
  const reason = event.canceled_reason ?? event.rejected_reason;
  if (refund > 0) await refundLine(context, event, { chargeId: charge.id, refund, reason, by: event.ended_by });
}

/**
 * Takes extras again that ended with the booking.
 * @param isPaid the booking stands in any case: what is not free stays off
 * @throws HttpError 409 with the one that is not free
 */
export async function retakeLines(
  context: TenantContext,
  event: BookedEventRow,
  { endedAt, isPaid = false }: { endedAt: Date | null; isPaid?: boolean },
): Promise<void> {
  const { db, now, organizationId } = context;
  const ended = (await listEventExtras(context, event.id, "ended")).filter(
    ({ ended_at }) => endedAt === null || ended_at?.getTime() === endedAt.getTime(),
  );
  if (ended.length === 0) return;
  const { stockOf, chargeOf } = await lockLines(context, event, ended);
  for (const line of ended) {
    const stock = stockOf(line);
    const free = await countFree(context, stock, spanOf(event));
    if (isPaid && free !== null && free < line.pieces) {
      await updateEventExtra(context, line.id, { state: "removed", updated_at: now });
      continue;
    }
    const loan = { lineId: line.id, name: line.name, pieces: line.pieces, span: spanOf(event) };
    await lend(context, stock, loan, { timezone: event.timezone, language: undefined });
    await takeGoods(context, stock, line.pieces);
    const charge = chargeOf(line);
    const wasRefunded = charge !== undefined && line.refund_due === null && (await hasMoved(context, charge.id));
    const chargeId = wasRefunded ? await copyCharge(context, event, charge) : line.charge_id;
    if (charge && !wasRefunded) await reopenSaleCharge(context, charge.id);
    const row = { state: "active", ended_at: null, refund_due: null, charge_id: chargeId, updated_at: now };
    await updateEventExtra(context, line.id, row);
  }
  await insertLiveChange(db, { organizationId, module: "extras", subjectId: event.id, at: now });
}

/** Whether money came for it, or went back. */
async function hasMoved({ db, organizationId }: TenantContext, chargeId: string): Promise<boolean> {
  const found = await db
    .selectFrom("settlements")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("charge_id", "=", chargeId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Charges anew what came back, as it was agreed. */
async function copyCharge(
  context: TenantContext,
  event: BookedEventRow,
  charge: SaleChargeRow,
): Promise<string | null> {
  const { customer_id: customerId, product_id, label, quantity, unit_price, vat_rate, tax_rate_id } = charge;
  if (customerId === null || product_id === null || label === null || quantity === null || unit_price === null)
    return null;
  const terms = { customerId, currency: charge.currency, vatRate: vat_rate ?? 0, dueAt: event.start_time };
  const product = { id: product_id, name: label, price: unit_price, kind: "extra" as const };
  const [id = null] = await insertSaleCharges(context, { ...terms, pendingReason: event.pending_reason }, [
    { product, quantity, unitPrice: unit_price, priceReason: null, taxRateId: tax_rate_id },
  ]);
  return id;
}

/** Nothing of it is paid or invoiced: it follows the booking. */
const isOpen = ({ settled, invoiced, void_reason }: SaleChargeRow): boolean =>
  settled === 0 && invoiced === 0 && void_reason === null;

/** The charges of extras are due with the booking, and another customer's when it is. */
export async function followCharges(context: TenantContext, event: BookedEventRow): Promise<void> {
  const { db, organizationId } = context;
  const lines = await listEventExtras(context, event.id);
  const ids = lines.flatMap(({ charge_id }) => charge_id ?? []);
  if (ids.length === 0) return;
  const known = await db
    .selectFrom("charges")
    .select(["id", "customer_id", "due_at", "pending_reason"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .orderBy("id")
    .execute();
  const customerId = event.customer_id;
  for (const { id, ...before } of known) {
    const isSame =
      (customerId === null || before.customer_id === customerId) &&
      before.pending_reason === event.pending_reason &&
      before.due_at.getTime() === event.start_time.getTime();
    if (isSame) continue;
    const charge = await lockSaleCharge(db, organizationId, id);
    await changeSaleCharge(context, id, {
      ...{ due_at: event.start_time, pending_reason: event.pending_reason },
      ...(customerId !== null && isOpen(charge) && { customer_id: customerId }),
    });
  }
}

/** @throws HttpError 409 with the one that is not there, or not free */
export async function moveLines(
  context: TenantContext,
  event: BookedEventRow,
  { language, byBooker }: { language: Language; byBooker: boolean },
): Promise<void> {
  const { db, now, organizationId } = context;
  const catalogue = await readCatalogue(context);
  const lines = await listEventExtras(context, event.id);
  const place = toPlace(event, await findCategories(context, event));
  const placed = lines.map((line) => {
    const extra = catalogue.extras.find(({ id }) => id === line.extra_id);
    return { line, extra, now: extra && placeExtra(catalogue, extra, place, line.quantity) };
  });
  const over = placed.filter((one) => one.extra?.mode === "in_windows" && !one.now).map(({ line }) => line);
  const by = { percent: 100, reason: null, by: null, at: now, waits: false };
  await endLines(context, event, over, { state: "removed", ...by });
  const kept = placed.filter(({ line }) => !over.includes(line));
  const stocks = await findStocks(
    context,
    event,
    kept.map(({ line }) => line.extra_id),
  );
  const { stockOf, chargeOf } = await lockLines(
    context,
    event,
    kept.map(({ line }) => line),
  );
  for (const { line, now: next } of kept) {
    const stock = stocks.get(line.extra_id);
    // Archived meanwhile, it stays where it is.
    const isElsewhere = stockOf(line).facility_id !== event.facility_id;
    if (!stock && isElsewhere) throw refuseThere(line);
    const target = stock ?? stockOf(line);
    const charge = chargeOf(line);
    const isAgreed = charge !== undefined && !isOpen(charge);
    const pieces = next?.price.pieces ?? line.pieces;
    const loan = { lineId: line.id, name: line.name, pieces, span: spanOf(event) };
    if (target.id !== line.stock_id) await endLoan(context, line.id);
    await lend(context, target, loan, { timezone: event.timezone, language });
    await takeGoods(context, stockOf(line), -line.pieces);
    await takeGoods(context, target, pieces);
    const price = next && !isAgreed ? next.price : null;
    const chargeId = price && next ? await reprice(context, event, { line, charge, placed: next }) : line.charge_id;
    await updateEventExtra(context, line.id, {
      ...{ stock_id: target.id, pieces, charge_id: chargeId, updated_at: now },
      ...(price && { unit_price: price.unitPrice, charged: price.charged }),
    });
  }
  const removed = await db
    .selectFrom("event_extras")
    .select("extra_id")
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", event.id)
    .execute();
  const gone = new Set(over.map(({ extra_id }) => extra_id));
  const except = removed.map(({ extra_id }) => extra_id).filter((id) => !gone.has(id));
  await addAutomatic(context, event, except, language);
  const price = sumPrices(await listEventExtras(context, event.id));
  if (byBooker && price > sumPrices(lines)) {
    const refusal = message("extras.dearer", { price: formatMoney(price, event.currency, language) });
    throw new HttpError(409, refusal, { errors: { startTime: [refusal] } });
  }
}

const sumPrices = (lines: readonly EventExtraRow[]): number =>
  lines.reduce((sum, { unit_price, charged }) => sum + unit_price * charged, 0);

const refuseThere = ({ name }: EventExtraRow) => {
  const refusal = message("extras.notOffered", { name });
  return new HttpError(409, refusal, { errors: { fieldId: [refusal] } });
};

/** @returns the charge of it at its new price */
async function reprice(
  context: TenantContext,
  event: BookedEventRow,
  { line, charge, placed }: { line: EventExtraRow; charge: SaleChargeRow | undefined; placed: PlacedExtra },
): Promise<string | null> {
  const { unitPrice, charged } = placed.price;
  if (!charge) return line.unit_price === 0 && costs(placed.price) ? insertCharge(context, event, placed) : null;
  if (!costs(placed.price)) {
    await endSaleCharge(context, charge, { reason: null, by: null });
    return null;
  }
  const row = { quantity: charged, unit_price: unitPrice, amount: unitPrice * charged };
  if (charge.unit_price !== unitPrice || charge.quantity !== charged) await changeSaleCharge(context, charge.id, row);
  return charge.id;
}
