/** Reasons why an account cannot be closed, or an organization left, yet: each leads to where it is dealt with. */
import type { Leaving } from "#contract/members.ts";
import type { ClosingObstacle } from "#contract/personal-data-endpoints.ts";
import { countAdministrators } from "#server/accounts/queries.ts";
import { isAskedFor, selectDebts } from "#server/charges/debts.ts";
import { listOrganizationsWithWallet } from "#server/credits/wallet.ts";
import { ALL_ORGANIZATIONS, inScope, type Database } from "#server/kit/db/database.ts";
import { findActiveOwner, lockOwnedOrganizations } from "#server/members/memberships.ts";
import { listOrganizationsWithUnits } from "#server/packs/customer-rows.ts";
import { listEndingByThemselves, listOrganizationsWithSubscriptions } from "#server/subscriptions/customer-rows.ts";

const MAX_OBSTACLES = 50;

interface ClosingPerson {
  userId: string;
  isPlatformAdmin: boolean;
}
interface TiedPerson {
  userId: string;
  /** Or all of them. */
  organizationId: string;
}

async function listOwnBookings(
  db: Database,
  { userId, organizationId }: TiedPerson,
  now: Date,
): Promise<ClosingObstacle[]> {
  const rows = await db
    .selectFrom("events")
    .innerJoin("organizations", "organizations.id", "events.organization_id")
    .select(["events.id", "events.name", "events.start_time", "events.end_time"])
    .select(["organizations.id as organization_id", "organizations.name as organization_name"])
    .where(inScope("events.organization_id", organizationId))
    .where("events.user_id", "=", userId)
    .where((row) =>
      row.or([
        row.and([row("events.end_time", ">", now), row("events.status", "in", ["pending", "approved"])]),
        row.and([
          row("events.payment_status", "in", ["due", "partially_paid"]),
          row("events.status", "in", ["approved", "completed"]),
        ]),
      ]),
    )
    .orderBy("events.start_time")
    .orderBy("events.id")
    .limit(MAX_OBSTACLES)
    .execute();
  return rows.map((row) => ({
    kind: row.end_time > now ? "booking" : "debt",
    organization: { id: row.organization_id, name: row.organization_name },
    event: { id: row.id, name: row.name, startTime: row.start_time.toISOString() },
  }));
}

/** Organizations where something that was sold is not paid; of bookings see above. */
async function listOwnSales(db: Database, { userId, organizationId }: TiedPerson): Promise<ClosingObstacle[]> {
  const rows = await selectDebts(db, organizationId)
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "charges.organization_id")
        .onRef("customers.id", "=", "charges.customer_id"),
    )
    .innerJoin("organizations", "organizations.id", "charges.organization_id")
    .select(["organizations.id", "organizations.name"])
    .distinct()
    .where("customers.user_id", "=", userId)
    .where("charges.event_id", "is", null)
    .where(isAskedFor)
    .orderBy("organizations.id")
    .limit(MAX_OBSTACLES)
    .execute();
  return rows.map((organization) => ({ kind: "debt", organization, event: null }));
}

async function listOwnPacks(db: Database, person: TiedPerson, now: Date): Promise<ClosingObstacle[]> {
  const organizations = await listOrganizationsWithUnits(db, person, now);
  return organizations.map((organization) => ({ kind: "pack", organization, event: null }));
}

async function listOwnBalances(db: Database, person: TiedPerson): Promise<ClosingObstacle[]> {
  const organizations = await listOrganizationsWithWallet(db, person);
  return organizations.map((organization) => ({ kind: "balance", organization, event: null }));
}

async function listOwnSubscriptions(db: Database, person: TiedPerson, now: Date): Promise<ClosingObstacle[]> {
  const organizations = await listOrganizationsWithSubscriptions(db, person, now);
  return organizations.map((organization) => ({ kind: "subscription", organization, event: null }));
}

async function listSoleOwnerships(db: Database, userId: string): Promise<ClosingObstacle[]> {
  const sole: ClosingObstacle[] = [];
  for (const organization of await lockOwnedOrganizations(db, userId))
    if (!(await findActiveOwner(db, organization.id, userId))) sole.push({ kind: "owner", organization, event: null });
  return sole;
}

export async function listObstacles(
  db: Database,
  { userId, isPlatformAdmin }: ClosingPerson,
  now: Date,
): Promise<ClosingObstacle[]> {
  const everywhere = { userId, organizationId: ALL_ORGANIZATIONS };
  const isLastAdministrator = isPlatformAdmin && (await countAdministrators(db)) <= 1;
  return [
    ...(isLastAdministrator ? [{ kind: "administrator", organization: null, event: null } as const] : []),
    ...(await listSoleOwnerships(db, userId)),
    ...(await listOwnBookings(db, everywhere, now)),
    ...(await listOwnSales(db, everywhere)),
    ...(await listOwnPacks(db, everywhere, now)),
    ...(await listOwnBalances(db, everywhere)),
    ...(await listOwnSubscriptions(db, everywhere, now)),
  ];
}

/** Finds the ties of a member to one organization: units and money that are left stay with the customer there. */
export async function findTies(db: Database, person: TiedPerson, now: Date): Promise<Leaving> {
  const found = [
    ...(await listOwnBookings(db, person, now)),
    ...(await listOwnSales(db, person)),
    ...(await listOwnSubscriptions(db, person, now)),
  ];
  const kept = [...(await listOwnPacks(db, person, now)), ...(await listOwnBalances(db, person))];
  return {
    obstacles: found.flatMap(({ kind, event }) =>
      kind === "booking" || kind === "debt" || kind === "subscription" ? [{ kind, event }] : [],
    ),
    kept: kept.flatMap(({ kind }) => (kind === "pack" || kind === "balance" ? [kind] : [])),
    subscriptions: await listEndingByThemselves(db, person, now),
  };
}
