/** Reads the checklist of a new club (onboarding): a step is done by what there is, not by a tick. */
import { sql } from "kysely";
import { type setup, type SetupState, setupSteps, type SetupStep } from "#contract/setup.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { findAccountStatus } from "#server/payments/accounts.ts";

type StateCall = Call<typeof setup.state>;

const countSteps = ({ db, organizationId, user }: StateCall) =>
  db
    .selectNoFrom([
      sql<number>`(
        select count(*)::int from fields
        join facilities on facilities.organization_id = fields.organization_id and facilities.id = fields.facility_id
        where fields.organization_id = ${organizationId} and fields.bookable
          and fields.archived_at is null and facilities.archived_at is null
      )`.as("courts"),
      sql<number>`(
        select count(*)::int from opening_hour_patterns as pattern
        where pattern.organization_id = ${organizationId} and pattern.archived_at is null and exists (
          select from field_opening_hours as linked
          where linked.organization_id = ${organizationId} and linked.pattern_id = pattern.id
        )
      )`.as("hours"),
      sql<number>`(
        select count(*)::int from price_patterns as pattern
        where pattern.organization_id = ${organizationId} and pattern.archived_at is null
      )`.as("prices"),
      sql<number>`(
        select count(*)::int from (
          select from events where organization_id = ${organizationId} and kind = 'event' limit 1
        ) as booked
      )`.as("booking"),
      sql<number>`(
        select count(*)::int from (
          select from customers where organization_id = ${organizationId} limit 1
        ) as known
      )`.as("customers"),
      sql<number>`(
        select count(*)::int from invitations
        join roles on roles.organization_id = invitations.organization_id and roles.id = invitations.role_id
        where invitations.organization_id = ${organizationId} and invitations.status = 'open' and roles.type = 'admin'
      ) + (
        select count(distinct held.user_id)::int from membership_roles as held
        join roles on roles.organization_id = held.organization_id and roles.id = held.role_id
        where held.organization_id = ${organizationId} and held.user_id <> ${user.id} and roles.type = 'admin'
      )`.as("team"),
    ])
    .executeTakeFirstOrThrow();

export async function readChecklist(call: StateCall): Promise<SetupState> {
  // All organizations together are no club that somebody sets up.
  if (call.organizationId === ALL_ORGANIZATIONS) return { organization: null, steps: [] };
  const counts = await countSteps(call);
  const { id, name, sellerMissing, paymentOnSite } = await findOrganization(call.db, call.organizationId);
  const account = await findAccountStatus(call);
  const all: Record<SetupStep, number> = {
    ...counts,
    seller: sellerMissing.length === 0 ? 1 : 0,
    payments: account.takesPayments || paymentOnSite ? 1 : 0,
  };
  return {
    organization: { id, name },
    steps: setupSteps.map((step) => ({ name: step, isDone: all[step] > 0, count: all[step] })),
  };
}
