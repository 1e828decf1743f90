/** Counts and closes a session: its report has the next number of the till, and the database refuses to change it. */
import type { CloseTillDraft, TillClosing, TillMethodSums, tills } from "#contract/tills.ts";
import { TILL_TOLERANCE } from "#contract/tills.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { methodLabels } from "#server/payments/export-columns.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import { findClosing, findLastClosing, insertClosing, type ClosingContent } from "./closings.ts";
import {
  closeSession,
  findTillRow,
  lockOpenSession,
  lockTill,
  serializeSession,
  updateTill,
  type TillRow,
} from "./queries.ts";
import { emptySums, listTaxedMoney, sumSession } from "./report.ts";
import { taxPort } from "./tax-port.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    /** Its report is written. */
    "tills.closed": { closingId: string };
  }
}

type CloseCall = Call<typeof tills.close>;
type FieldErrors = NonNullable<HttpError["errors"]>;

/** Says who closed it meanwhile. */
async function refuseClosed(call: CloseCall, till: TillRow): Promise<never> {
  const last = await findLastClosing(call, till);
  if (!last) throw new HttpError(409, message("tills.isClosed", { name: till.name }));
  const time = dateFormats(call.language, till.timezone).dateTime(last.closed_at);
  const about = { name: till.name, person: last.closer_name, number: last.number, time };
  throw new HttpError(409, message("tills.alreadyClosed", about));
}

/** @throws HttpError 422 for a method without a count, and for a large difference without its reason */
function compareCounts(
  { body, language, t }: CloseCall,
  expected: readonly TillMethodSums[],
  currency: string,
): ClosingContent["methods"] {
  const errors: FieldErrors = {};
  const money = (minor: number) => formatMoney(minor, currency, language);
  const missing = expected.filter(({ method }) => !body.counted.some((count) => count.method === method));
  const [first] = missing;
  if (first) errors["counted"] = [message("tills.countMissing", { method: t(methodLabels[first.method]) })];
  body.counted.forEach(({ method, amount, reason }, index) => {
    const difference = amount - (expected.find((one) => one.method === method)?.expected ?? 0);
    if (Math.abs(difference) <= TILL_TOLERANCE || reason) return;
    const key = difference < 0 ? "tills.less" : "tills.more";
    errors[`counted.${index}.reason`] = [message(key, { amount: money(Math.abs(difference)) })];
  });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return body.counted.flatMap(({ method, amount, reason }) => {
    const sums = expected.find((one) => one.method === method);
    // Nothing moved, and nothing was found.
    if (!sums && amount === 0) return [];
    const known = sums ?? emptySums(method);
    return { ...known, counted: amount, difference: amount - known.expected, reason: reason ?? null };
  });
}

/** @throws HttpError 422 for notes and coins that do not add up, and for a float above the cash */
function assertCashAddsUp(
  { counted, denominations, nextFloat }: CloseTillDraft,
  currency: string,
  call: CloseCall,
): number {
  const cash = counted.find(({ method }) => method === "cash")?.amount ?? 0;
  const errors: FieldErrors = {};
  const most = formatMoney(cash, currency, call.language);
  const sum = denominations?.reduce((total, { value, count }) => total + value * count, 0) ?? cash;
  if (sum !== cash) errors["denominations"] = [message("tills.denominationsSum", { amount: most })];
  if (nextFloat > cash) errors["nextFloat"] = [message("tills.floatAboveCash", { amount: most })];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return cash;
}

/** @throws HttpError 404, 409 if it is closed or has other movements than were counted, 422 */
export async function closeTill(call: CloseCall): Promise<TillClosing> {
  const { db, now, organizationId, user, body, params, record } = call;
  await lockTill(call, params.tillId);
  const till = await findTillRow(call, params.tillId);
  const session = serializeSession(till, now);
  if (!session || !(await lockOpenSession(call, session.id))) return refuseClosed(call, till);
  const sums = await sumSession(call, session);
  if (typeof body.movements === "number" && body.movements !== sums.movements)
    throw new HttpError(409, message("tills.movedMeanwhile", { count: Math.abs(sums.movements - body.movements) }));
  const methods = compareCounts(call, sums.methods, session.currency);
  const cash = assertCashAddsUp(body, session.currency, call);
  const id = uuidv7(now);
  const number = till.last_number + 1;
  const difference = methods.reduce((sum, one) => sum + one.difference, 0);
  const before = await findLastClosing(call, till);
  const rates = await taxPort.sumByRate(call, await listTaxedMoney(call, session.id));
  await insertClosing(db, {
    organization_id: organizationId,
    id,
    till_id: till.id,
    session_id: session.id,
    number,
    closed_by: user.id,
    closed_at: now,
    content: JSON.stringify({
      tillName: till.name,
      timezone: till.timezone,
      movements: sums.movements,
      methods,
      colleagues: sums.colleagues.map(({ colleague, payments, refunds }) => ({
        id: colleague?.id ?? null,
        payments,
        refunds,
      })),
      denominations: body.denominations?.filter(({ count }) => count > 0) ?? null,
      difference,
      total: sums.total,
      products: sums.products,
      rates,
    } satisfies ClosingContent),
    perpetual_total: Number(before?.perpetual_total ?? 0) + sums.total,
    banked: cash - body.nextFloat,
    next_float: body.nextFloat,
  });
  await closeSession(call, session.id);
  await publish(call, "tills.closed", { closingId: id });
  await updateTill(call, till.id, { last_number: number });
  record({
    subjectId: till.id,
    after: { name: till.name, number, amount: sums.total, difference, currency: session.currency },
  });
  return findClosing(call, id);
}
