/** Explains to the team what holds for a customer or a role, and which rules would refuse a booking of theirs. */
import type { QuotaBooking } from "#contract/availability-quotas-rules.ts";
import type { bookingLimits, RulesExplanation } from "#contract/booking-limits.ts";
import { grantsNow, addGrantedRoles } from "#contract/permissions-grants-rules.ts";
import { assertWithinHours } from "#server/availability/opening-hours.ts";
import { findWindowRefusal } from "#server/availability/window-refusal.ts";
import { findChosenCustomer } from "#server/customers/booking-customer.ts";
import { findPresentCustomer } from "#server/customers/queries.ts";
import { listSportIds } from "#server/fields/queries.ts";
import { visibleFields } from "#server/fields/serialize.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import {
  HttpError,
  invalidFields,
  message,
  renderMessage,
  type LocalizedMessage,
} from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";
import { findMemberPermissions } from "#server/members/permissions.ts";
import {
  explainBookingRules,
  listRolesById,
  type MemberRules,
  roleName,
  type RuleSource,
} from "#server/members/roles.ts";
import { findHoldRefusal, listLimitRefusals } from "./limits.ts";

type ExplainCall = Call<typeof bookingLimits.explain>;
type Refusal = NonNullable<RulesExplanation["refusals"]>[number];
type RuleRefusal = { rule: Refusal["rule"]; text: LocalizedMessage };

interface Subject {
  /** The account that books; null for a role, a guest, and a customer without one. */
  userId: string | null;
  access: MemberPermissions;
}

const toAccess = (call: ExplainCall, roles: MemberPermissions["roles"]): MemberPermissions => ({
  permissions: new Set(),
  roles,
  isTeam: roles.some(({ type }) => type === "admin"),
  isEnabled: call.access.isEnabled,
});

async function findRoles({ db, organizationId }: ExplainCall, ids: readonly number[]) {
  const roles = await listRolesById(db, organizationId, ids);
  return roles.map(({ id, name, type }) => ({ id, name, type }) as MemberPermissions["roles"][number]);
}

/** An account books with the roles of its membership; a customer without one has those that the team gave. */
async function findSubject(call: ExplainCall): Promise<Subject> {
  const { db, organizationId, query } = call;
  if (query.roleId !== undefined) {
    const roles = await findRoles(call, [query.roleId]);
    if (roles.length === 0) throw invalidFields({ roleId: [message("members.roleUnknown")] });
    return { userId: null, access: toAccess(call, roles) };
  }
  if (!query.customerId) return { userId: null, access: toAccess(call, []) };
  const customer = await findPresentCustomer(db, organizationId, query.customerId);
  if (!customer) throw invalidFields({ customerId: [message("events.customerUnknown")] });
  const userId = customer.user_id;
  const membership =
    userId === null
      ? undefined
      : await findMemberPermissions({ db }, { id: userId, isPlatformAdmin: false }, organizationId);
  if (membership) return { userId, access: membership };
  const { categoryIds, grants } = await findChosenCustomer(db, organizationId, { customerId: query.customerId });
  return { userId, access: { ...toAccess(call, await findRoles(call, categoryIds)), grants } };
}

async function findField(call: ExplainCall, fieldId: string, access: MemberPermissions) {
  return visibleFields(call.db, { ...call, access })
    .selectAll("fields")
    .select("facilities.timezone")
    .where("fields.id", "=", fieldId)
    .executeTakeFirst();
}
type Field = NonNullable<Awaited<ReturnType<typeof findField>>>;

async function findHoursRefusal(call: ExplainCall, field: Field, time: { start: number; end: number }) {
  try {
    await assertWithinHours(call, field, time, { isTeam: false, override: false });
    return undefined;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return error.errors?.["startTime"]?.[0];
  }
}

async function findFieldRefusal(call: ExplainCall, field: Field, { access }: Subject) {
  if (field.status === "closed") return message("events.fieldClosed");
  if (!field.bookable) return message("events.notBookable");
  return (await findField(call, field.id, access)) ? undefined : message("booking-limits.fieldNotTheirs");
}

async function listRefusals(
  call: ExplainCall,
  subject: Subject,
  rules: MemberRules,
  { field, startTime }: { field: Field; startTime: string },
): Promise<Refusal[]> {
  const { db, now, language, t, organizationId, query } = call;
  const start = new Date(startTime);
  const time = { start: start.getTime(), end: start.getTime() + query.duration * 60_000 };
  const sportId = query.sportId ?? (await listSportIds(db, organizationId, field.id))[0] ?? null;
  const booking: QuotaBooking = { ...time, sportId, timezone: field.timezone };
  const at = { now, timezone: field.timezone, language };
  const context = subject.userId === null ? undefined : { ...call, user: { id: subject.userId } };
  const found: (RuleRefusal | { rule: Refusal["rule"]; text: undefined })[] = [
    { rule: "field", text: await findFieldRefusal(call, field, subject) },
    { rule: "hours", text: await findHoursRefusal(call, field, time) },
    { rule: "past", text: start <= now ? message("events.startInPast") : undefined },
    { rule: "horizonDays", text: findWindowRefusal({ ...rules, noticeMinutes: null }, start, at) },
    { rule: "noticeMinutes", text: findWindowRefusal({ ...rules, horizonDays: null }, start, at) },
    ...(context ? await listLimitRefusals(context, rules, booking) : []),
    {
      rule: "maxHolds",
      text: context && (await findHoldRefusal(context, rules.maxHolds, { tellsOthers: false })),
    },
  ];
  return found.flatMap(({ rule, text }) => (text ? [{ rule, text: renderMessage(t, text) }] : []));
}

/** @throws HttpError 403 outside of the team, 422 for a customer, a role or a field that is not there */
export async function explainRules(call: ExplainCall): Promise<RulesExplanation | null> {
  const { access, query, t, organizationId } = call;
  if (organizationId === ALL_ORGANIZATIONS) return null;
  if (!access.isTeam) throw forbidden("events.create");
  const subject = await findSubject(call);
  const field = query.fieldId === undefined ? undefined : await findField(call, query.fieldId, access);
  if (query.fieldId !== undefined && !field) throw invalidFields({ fieldId: [message("fields.unknown")] });
  const { startTime } = query;
  const date = field && startTime !== undefined ? localDateOf(field.timezone, new Date(startTime)) : undefined;
  const grants = grantsNow(subject.access.grants, call.now, date);
  const { rules, sources } = await explainBookingRules(call, subject.access.roles, grants);
  const held = subject.access.roles.map(({ id }) => id);
  const granted = addGrantedRoles([], grants).filter((id) => !held.includes(id));
  const roles = [...subject.access.roles, ...(await findRoles(call, granted))].map((role) => ({
    id: role.id,
    name: roleName(role, t),
  }));
  const asked = field && startTime !== undefined && !subject.access.isTeam ? { field, startTime } : undefined;
  const toName = (source: RuleSource) => {
    if (source === null) return null;
    if ("membership" in source) return { id: null, name: source.membership };
    return roles.find(({ id }) => id === source.roleId) ?? null;
  };
  const toNames = (from: readonly RuleSource[]) => from.map(toName);
  return {
    isTeam: subject.access.isTeam,
    roles,
    rules,
    sources: {
      horizonDays: toNames(sources.horizonDays),
      noticeMinutes: toNames(sources.noticeMinutes),
      mostActive: toNames(sources.mostActive),
      opensAt: toNames(sources.opensAt),
      maxHolds: toNames(sources.maxHolds),
      quotas: toNames(sources.quotas),
      cancellation: toNames(sources.cancellation),
      noShow: toNames(sources.noShow),
    },
    field: field
      ? {
          ...{ id: field.id, name: field.name, timezone: field.timezone },
          cancellationDeadline: field.cancellation_deadline,
        }
      : null,
    refusals: asked ? await listRefusals(call, subject, rules, asked) : null,
  };
}
