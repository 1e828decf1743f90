/** Answers a price quote for a booking before it is made. */
import { freeCancellation } from "#contract/organizations-cancellation-rules.ts";
import type { Quote, prices } from "#contract/prices.ts";
import { explainTraceStep, computeQuote, type ReasonFormat, type TraceStep } from "#contract/prices-quote-rules.ts";
import { grantsNow, rolesOn } from "#contract/permissions-grants-rules.ts";
import { findFieldToBook } from "#server/fields/queries.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findBookingRules, listRolesById, roleName } from "#server/members/roles.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import { listFieldPricePatterns } from "./queries.ts";
import { priceError } from "./errors.ts";
import { findPrivileges } from "./pricing-roles.ts";

type QuoteCall = Call<typeof prices.quote>;

async function createTraceFormats(
  { db, organizationId, language, t }: QuoteCall,
  currency: string,
  roleIds: number[],
): Promise<ReasonFormat> {
  const known = await listRolesById(db, organizationId, roleIds);
  const roles = new Map(known.map((role) => [role.id, roleName(role, t)]));
  const { weekday } = dateFormats(language, "UTC");
  const durations = new Intl.NumberFormat(language, { style: "unit", unit: "minute", unitDisplay: "long" });
  return {
    t,
    money: (minor) => formatMoney(minor, currency, language),
    // 1 January 2024 was a Monday.
    weekday: (number) => weekday(Date.UTC(2024, 0, number)),
    role: (id) => roles.get(id) ?? String(id),
    duration: (minutes) => durations.format(minutes),
  };
}

export async function readQuote(call: QuoteCall): Promise<Quote> {
  const { db, now, organizationId, body, language } = call;
  const field = await findFieldToBook(db, call, body.fieldId, () =>
    invalidFields({ fieldId: [message("fields.unknown")] }),
  );
  const patterns = (await listFieldPricePatterns(db, organizationId, [field.id])).get(field.id) ?? [];
  const { roleIds: always, grants } = await findPrivileges(call, body);
  const start = Date.parse(body.startTime);
  const date = localDateOf(field.timezone, new Date(start));
  const roleIds = rolesOn({ roleIds: always, grants }, date);
  const answer = computeQuote({
    start,
    duration: body.duration,
    people: body.people,
    priceType: body.priceType ?? null,
    patterns,
    timezone: field.timezone,
    roleIds: always,
    granted: { fieldId: field.id, grants },
    startStep: field.start_step,
    currency: field.currency,
  });
  const formats = await createTraceFormats(call, field.currency, roleIds);
  const trace = answer.trace.map((step: TraceStep) => ({
    rule: step.rule,
    matched: step.matched,
    why: explainTraceStep(step, formats),
  }));
  if (!answer.isSold) throw priceError(answer.reason, language);
  const { total, currency, priceType, lines } = answer;
  const rules = await findBookingRules(
    call,
    always.map((id) => ({ id })),
    grantsNow(grants, now, date),
  );
  const policy = rules.cancellation ?? freeCancellation;
  const deadline = field.cancellation_deadline;
  const cancellation = { ...policy, ...(deadline !== null && { until: deadline * 60 }) };
  return { total, currency, priceType, lines, trace, cancellation };
}
