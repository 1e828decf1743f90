/** Answers what a booking would cost, and why. */
import type { Quote, prices } from "#contract/prices.ts";
import { explain, quote, type Tongue, type TraceStep } from "#contract/prices-quote-rules.ts";
import { findFieldToBook } from "#server/fields/queries.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { listRolesById, nameOf } from "#server/members/roles.ts";
import { formatMoney } from "#words/money.ts";
import { listPricesOf } from "./queries.ts";
import { refusePrice } from "./refusal.ts";
import { findRoleIdsFor } from "./whose.ts";

type Ask = Call<typeof prices.quote>;

/** How the reader's language writes what reasons tell of. */
async function tongueOf(
  { db, organizationId, language, t }: Ask,
  currency: string,
  roleIds: number[],
): Promise<Tongue> {
  const known = await listRolesById(db, organizationId, roleIds);
  const roles = new Map(known.map((role) => [role.id, nameOf(role, t)]));
  const days = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  const durations = new Intl.NumberFormat(language, { style: "unit", unit: "minute", unitDisplay: "long" });
  return {
    t,
    money: (minor) => formatMoney(minor, currency, language),
    // 1 January 2024 was a Monday.
    weekday: (number) => days.format(new Date(Date.UTC(2024, 0, number))),
    role: (id) => roles.get(id) ?? String(id),
    duration: (minutes) => durations.format(minutes),
  };
}

export async function readQuote(call: Ask): Promise<Quote> {
  const { db, organizationId, body, language, record } = call;
  // Asking changes nothing.
  record({ isDone: true });
  const field = await findFieldToBook(db, call, body.fieldId, () => invalid({ fieldId: [say("fields.unknown")] }));
  const patterns = (await listPricesOf(db, organizationId, [field.id])).get(field.id) ?? [];
  const roleIds = await findRoleIdsFor(call, body.userId);
  const answer = quote({
    start: Date.parse(body.startTime),
    duration: body.duration,
    people: body.people,
    priceType: body.priceType ?? null,
    patterns,
    timezone: field.timezone,
    roleIds,
    startStep: field.start_step,
    currency: field.currency,
  });
  const tongue = await tongueOf(call, field.currency, roleIds);
  const trace = answer.trace.map((step: TraceStep) => ({
    rule: step.rule,
    matched: step.matched,
    why: explain(step, tongue),
  }));
  if (!answer.isSold) throw refusePrice(answer.refused, language);
  const { total, currency, priceType, lines } = answer;
  return { total, currency, priceType, lines, trace };
}
