/** Answers a price quote for a booking before it is made. */
import { freeCancellation } from "#contract/organizations-cancellation-rules.ts";
import type { Quote, prices } from "#contract/prices.ts";
import { withPromoLine } from "#contract/promo-codes-discount-rules.ts";
import { explainTraceStep, computeQuote, type ReasonFormat, type TraceStep } from "#contract/prices-quote-rules.ts";
import { grantsNow, rolesOn } from "#contract/permissions-grants-rules.ts";
import { findFieldToBook } from "#server/fields/queries.ts";
import { invalidFields, message, renderMessage } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findBookingRules, listRolesById, roleName } from "#server/members/roles.ts";
import { hasActiveCodes } from "#server/promo-codes/queries.ts";
import { quotePromo, type PromoQuote } from "#server/promo-codes/use.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import { listFieldPricePatterns } from "./queries.ts";
import { priceError } from "./errors.ts";
import { findCustomerOfQuote, findPrivileges } from "./pricing-roles.ts";

type QuoteCall = Call<typeof prices.quote>;

async function createTraceFormats(
  { db, organizationId, language, t }: QuoteCall,
  currency: string,
  roleIds: number[],
): Promise<ReasonFormat> {
  const known = await listRolesById(db, organizationId, roleIds);
  const roles = new Map(known.map((role) => [role.id, roleName(role, t)]));
  const { weekday, time } = dateFormats(language, "UTC");
  const durations = new Intl.NumberFormat(language, { style: "unit", unit: "minute", unitDisplay: "long" });
  return {
    t,
    money: (minor) => formatMoney(minor, currency, language),
    // 1 January 2024 was a Monday.
    weekday: (number) => weekday(Date.UTC(2024, 0, number)),
    time: (wallTime) => time(`2024-01-01T${wallTime}:00Z`),
    role: (id) => roles.get(id) ?? String(id),
    duration: (minutes) => durations.format(minutes),
  };
}

type Sold = Extract<ReturnType<typeof computeQuote>, { isSold: true }>;

/** The code that was asked for. @param sold the price without it */
async function findQuotedPromo(
  call: QuoteCall,
  field: Awaited<ReturnType<typeof findFieldToBook>>,
  { total, lines, roleIds }: Pick<Sold, "total" | "lines"> & { roleIds: readonly number[] },
): Promise<PromoQuote | null> {
  const { db, now, language, access, user, body } = call;
  const { promoCode, startTime, duration } = body;
  if (!promoCode) return null;
  const start = new Date(startTime);
  const booking = {
    ...{ eventId: null, fieldId: field.id, timezone: field.timezone, currency: field.currency },
    ...{ start, end: new Date(start.getTime() + duration * 60_000), price: total, lines, roleIds },
  };
  const context = { db, now, organizationId: field.organization_id, language };
  const customer = user.isGuest ? ({ isVisitor: true } as const) : undefined;
  const found = customer ?? (await findCustomerOfQuote({ ...context, access, user }, body));
  return quotePromo(context, promoCode, booking, found);
}

const tracePromo = (answer: ReturnType<typeof computeQuote>, promo: PromoQuote | null): TraceStep[] =>
  answer.isSold && promo && promo.discount > 0
    ? [
        {
          ...{ rule: "discount", matched: true, why: "prices.whyPromoCode" },
          params: { code: promo.code, off: promo.discount, price: answer.total - promo.discount },
        },
      ]
    : [];

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
  const promo = answer.isSold ? await findQuotedPromo(call, field, { ...answer, roleIds }) : null;
  const steps = [...answer.trace, ...tracePromo(answer, promo)];
  const trace = steps.map((step: TraceStep) => ({
    rule: step.rule,
    matched: step.matched,
    why: explainTraceStep(step, formats),
  }));
  if (!answer.isSold) throw priceError(answer.reason, language);
  const { currency, priceType } = answer;
  const rules = await findBookingRules(
    call,
    always.map((id) => ({ id })),
    grantsNow(grants, now, date),
  );
  const policy = rules.cancellation ?? freeCancellation;
  const deadline = field.cancellation_deadline;
  const cancellation = { ...policy, ...(deadline !== null && { until: deadline * 60 }) };
  return {
    ...{ currency, priceType, trace, cancellation, noShowFee: rules.noShow?.fee ?? null },
    total: answer.total - (promo?.discount ?? 0),
    lines: promo?.terms ? withPromoLine(answer.lines, promo.terms, promo.discount) : answer.lines,
    takesPromoCodes: await hasActiveCodes({ db, organizationId: field.organization_id }, ["booking"]),
    promo: promo && {
      ...{ code: promo.code, discount: promo.discount },
      refusal: promo.refusal && renderMessage(call.t, promo.refusal),
    },
  };
}
