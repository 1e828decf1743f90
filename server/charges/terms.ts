/** Payment terms (credit): when charges are due, by their invoice or by the terms of their customer. */
import { sql } from "kysely";
import { dueByTerms, type Billing } from "#contract/customers-billing-rules.ts";
import { updateEvent } from "#server/events/queries.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { chargesWithPlaces, chargeTimezone } from "./with-places.ts";

interface ChargeScope {
  db: Database;
  organizationId: string;
}

/**
 * An invoice that is issued before it is paid says when its charges are due; without one, a booking is due on its day and a
 * sale at once, or as the terms of the customer say. The caller has locked the bookings.
 * @param dueOn local date
 */
export async function saveDueDate(
  { db, organizationId }: ChargeScope,
  chargeIds: readonly string[],
  dueOn: string | null,
): Promise<void> {
  const charges = await db
    .updateTable("charges")
    .set({ due_on: dueOn })
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", chargeIds))
    .returning("event_id")
    .execute();
  for (const { event_id: eventId } of charges)
    if (eventId !== null) await updateEvent(db, organizationId, eventId, { debt_due_on: dueOn });
}

/** Charges that no unpaid invoice asks for are due by the terms of their customers. The caller has locked the bookings. */
export async function applyTerms(
  { db, organizationId }: ChargeScope,
  which: { chargeIds: readonly string[] } | { customerId: string },
): Promise<void> {
  let found = chargesWithPlaces(db, organizationId)
    .select(["charges.id", "charges.due_at", "charges.due_on", chargeTimezone.as("timezone")])
    .select(["customers.billing", "customers.payment_days"])
    .where("charges.organization_id", "=", organizationId)
    .whereRef("charges.invoiced", "<=", "charges.settled");
  if ("chargeIds" in which) found = found.where(isAnyOf("charges.id", which.chargeIds));
  else
    found = found
      .where("charges.customer_id", "=", which.customerId)
      .where("charges.voided_at", "is", null)
      .where(sql<boolean>`charges.settled < charges.amount - charges.credited`);
  const rows = (await found.execute()).map((row) => ({ ...row, dueOn: dueByTermsOf(row) }));
  const changed = Map.groupBy(
    rows.filter(({ due_on, dueOn }) => due_on !== dueOn),
    ({ dueOn }) => dueOn,
  );
  for (const [dueOn, some] of changed)
    await saveDueDate(
      { db, organizationId },
      some.map(({ id }) => id),
      dueOn,
    );
}

interface TermsRow {
  due_at: Date;
  timezone: string;
  billing: string | null;
  payment_days: number | null;
}
const dueByTermsOf = ({ due_at, timezone, billing, payment_days }: TermsRow): string | null =>
  billing === null || payment_days === null
    ? null
    : dueByTerms({ billing: billing as Billing, paymentDays: payment_days }, localDateOf(timezone, due_at));

const TERMS_JOB = "charges.applyTerms";

/** After the customer's change: bookings are locked before customers. */
export const requestTerms = (
  { db, appContext, organizationId }: TenantContext,
  { customerId }: { customerId: string },
): Promise<void> => appContext.jobs.send(db, TERMS_JOB, { organizationId, customerId });

/** Locks the bookings that the customer owes for, in the order of all that lock several. */
const lockOwedBookings = (db: Database, organizationId: string, customerId: string) =>
  db
    .selectFrom("events")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", customerId)
    .where("payment_status", "in", ["due", "partially_paid", "written_off"])
    .orderBy("id")
    .forUpdate()
    .execute();

export const applyTermsJob: Job = {
  name: TERMS_JOB,
  async run({ db: database }: AppContext, { organizationId, customerId }) {
    if (typeof organizationId !== "string" || typeof customerId !== "string") return;
    await database.transaction().execute(async (db) => {
      await lockOwedBookings(db, organizationId, customerId);
      await applyTerms({ db, organizationId }, { customerId });
    });
  },
};
