/**
 * Reminders of debts by the steps of the organization: on working days from 10:00, one mail a payer for all that is overdue, or
 * else for what is due soon, never two within three days. What is paid, written off, disputed or left out is in none. A step is saved with its mail in one
 * transaction, in which the debts are locked and looked at again: a server that ends midway, or a second one, sends nothing twice.
 */
import { sql, type SqlBool } from "kysely";
import { dayBounds } from "#contract/hours-rules.ts";
import { isAskedFor, type DebtRow, dueDayOf, selectDebtRows, selectDebts } from "#server/charges/debts.ts";
import { saveReminderStep } from "#server/charges/sale-charges.ts";
import { type CustomerRecipient, findCustomerRecipient, findPayerRecipient } from "#server/customers/mail.ts";
import { listCustomersOfPayer, lockCustomer } from "#server/customers/queries.ts";
import { updateEvent } from "#server/events/queries.ts";
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { findSellerRefusal } from "#server/organizations/seller.ts";
import { listLinks, type ChosenDebt } from "./debt-reminders.ts";
import { listReadyProviders } from "./accounts.ts";
import { createDebtsLink, isPaidByOneLink } from "./debts-link.ts";
import { DAYS_BETWEEN, findDueStep, isPausedOn, isWorkingDay, planOf, stepDebtOf } from "./debt-steps.ts";
import { findDebtOf, keyOfRow, lockDebt, type DebtSubject } from "./lock-debts.ts";
import { sendDebtReminder, type DebtLetter, type RemindedDebt } from "./mail.ts";

const FIRST_HOUR = 10;
const LAST_HOUR = 18;
const BATCH_SIZE = 200;
/** The earliest step is a month before the due day. */
const AHEAD_MS = 32 * 86_400_000;

interface Payer {
  organizationId: string;
  payerId: string;
  timezone: string;
}

const listOrganizations = ({ db }: AppContext) =>
  db
    .selectFrom("organizations")
    .select(["id", "timezone"])
    .where("archived_at", "is", null)
    .where("enabled", "=", true)
    .where(sql<SqlBool>`debt_reminder_steps <> '[]'`)
    .orderBy("id")
    .execute();

function isTimeToSend(timezone: string, now: Date): boolean {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  return hour >= FIRST_HOUR && hour < LAST_HOUR && isWorkingDay(localDateOf(timezone, now));
}

const findStepOf = (row: DebtRow, now: Date) =>
  findDueStep(planOf(row), stepDebtOf(row, now), localDateOf(row.organization_timezone, now));

/** Those with a step that is due; each is looked at again, with all that they owe. */
async function listPayers(
  { db, clock }: AppContext,
  { id: organizationId, timezone }: { id: string; timezone: string },
): Promise<Payer[]> {
  const now = clock.now();
  const ahead = new Date(now.getTime() + AHEAD_MS);
  const lastDay = localDateOf(timezone, ahead);
  const payers = new Set<string>();
  let last: string | undefined;
  do {
    const debts = selectDebts(db, organizationId)
      .where(isAskedFor)
      // Invoices are due on a day of their own, which may be long before what they are for.
      .where((charge) => charge.or([charge("charges.due_at", "<=", ahead), charge("charges.due_on", "<=", lastDay)]))
      .where(last ? sql<SqlBool>`charges.id > ${last}` : sql<SqlBool>`true`)
      .orderBy("charges.id")
      .limit(BATCH_SIZE);
    const rows = await selectDebtRows(db, organizationId, debts).orderBy("charges.id").execute();
    for (const row of rows) {
      const payerId = row.payer_id;
      const isAsked = !row.awaits_invoice && !isPausedOn(row, localDateOf(timezone, now));
      if (payerId !== null && isAsked && findStepOf(row, now)) payers.add(payerId);
    }
    last = rows.length === BATCH_SIZE ? rows.at(-1)?.id : undefined;
  } while (last);
  return [...payers].map((payerId) => ({ organizationId, payerId, timezone }));
}

/** Disputes of money that was paid for them are not over, or lost: the team talks to the payer. */
async function listDisputed(db: Database, organizationId: string, rows: readonly DebtRow[]): Promise<Set<string>> {
  const found = await db
    .selectFrom("payments")
    .innerJoin("disputes", (join) =>
      join
        .onRef("disputes.organization_id", "=", "payments.organization_id")
        .onRef("disputes.payment_id", "=", "payments.id"),
    )
    .select(["payments.event_id", "payments.charge_id"])
    .where("payments.organization_id", "=", organizationId)
    .where("disputes.status", "not in", ["won", "warning_closed", "prevented"])
    .where((payment) =>
      payment.or([
        isAnyOf(
          "payments.event_id",
          rows.flatMap(({ event_id }) => event_id ?? []),
        ),
        isAnyOf(
          "payments.charge_id",
          rows.map(({ id }) => id),
        ),
      ]),
    )
    .execute();
  return new Set(found.flatMap(({ event_id, charge_id }) => [event_id, charge_id].filter((id) => id !== null)));
}

/** Whether one of the last days had a reminder, of what is paid since as well, by a step or by hand. */
async function wasRemindedLately(
  { db, now }: TenantContext,
  { organizationId, timezone }: Payer,
  customerIds: readonly string[],
): Promise<boolean> {
  const since = new Date(dayBounds(addDays(localDateOf(timezone, now), 1 - DAYS_BETWEEN), timezone).start);
  const row = await db
    .selectFrom("charges")
    .leftJoin("events", (join) =>
      join.onRef("events.organization_id", "=", "charges.organization_id").onRef("events.id", "=", "charges.event_id"),
    )
    .select("charges.id")
    .where("charges.organization_id", "=", organizationId)
    .where(isAnyOf("charges.customer_id", customerIds))
    .where((charge) =>
      charge.or([charge("charges.reminded_at", ">=", since), charge("events.debt_reminded_at", ">=", since)]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** One mail asks for all that is overdue, or where no step asks for it, for what steps say before it is. */
async function listDebtsToRemind(context: TenantContext, payer: Payer): Promise<DebtRow[]> {
  const { db, now } = context;
  const { organizationId, timezone } = payer;
  const customerIds = await listCustomersOfPayer(db, organizationId, payer.payerId);
  if (await wasRemindedLately(context, payer, customerIds)) return [];
  const debts = selectDebts(db, organizationId).where(isAskedFor).where(isAnyOf("charges.customer_id", customerIds));
  const rows = await selectDebtRows(db, organizationId, debts).orderBy("charges.id").execute();
  const disputed = await listDisputed(db, organizationId, rows);
  const today = localDateOf(timezone, now);
  const asked = rows.filter(
    (row) =>
      !row.awaits_invoice && !isPausedOn(row, today) && !disputed.has(row.event_id ?? row.id) && !disputed.has(row.id),
  );
  const reached = asked.flatMap((row) => {
    const step = findStepOf(row, now);
    return step ? [{ row, step }] : [];
  });
  const currency = reached[0]?.row.currency;
  // A mail is about what is due soon or about what is overdue, and never demands the one in the words of the other.
  const isOverdue = reached.some(({ step }) => step.days > 0);
  return asked.filter(
    (row) =>
      row.currency === currency &&
      (isOverdue ? dueDayOf(row, now).state === "overdue" : (findStepOf(row, now)?.days ?? 1) <= 0),
  );
}

/** The letter is that of the debt which is furthest on. */
function findLetter(rows: readonly DebtRow[], now: Date): DebtLetter {
  const reached = rows.flatMap((row) => {
    const { steps } = planOf(row);
    return findStepOf(row, now) ?? steps.find(({ days }) => days === row.reminder_days) ?? [];
  });
  const furthest = reached.toSorted((one, other) => one.days - other.days).at(-1);
  return !furthest || furthest.days <= 0 ? "dueSoon" : furthest.tone;
}

interface AddressedDebts {
  to: CustomerRecipient;
  /** The customer whose mail it is. */
  readerId: string;
  rows: readonly DebtRow[];
  /** Account of the payer who reads it; undefined where each reads their own. */
  account?: string | null;
}

/** A payer without an address is told of nothing: each of the customers then reads their own debts, and nobody another's. */
async function findRecipient(
  { db }: TenantContext,
  { organizationId, payerId }: Payer,
  rows: readonly DebtRow[],
): Promise<AddressedDebts | undefined> {
  const payer = await findPayerRecipient(db, organizationId, payerId);
  if (payer) return { ...payer, readerId: payerId, rows };
  for (const own of Map.groupBy(rows, ({ customer_id }) => customer_id).values()) {
    const [first] = own;
    const to = first && (await findCustomerRecipient(db, organizationId, first));
    if (to && first.customer_id !== null) return { to, readerId: first.customer_id, rows: own };
  }
  return undefined;
}

/** Bookings, then customers, then what was sold, each in one order, as all that lock several debts. */
async function lockAll(
  { db, organizationId }: TenantContext,
  payerId: string,
  rows: readonly DebtRow[],
): Promise<Map<string, DebtSubject>> {
  const locked = new Map<string, DebtSubject>();
  const bookings = rows.flatMap((row) => {
    const key = keyOfRow(row);
    return "eventId" in key ? [{ id: row.id, key }] : [];
  });
  for (const { id, key } of bookings.toSorted((one, other) => (one.key.eventId < other.key.eventId ? -1 : 1)))
    locked.set(id, await lockDebt(db, organizationId, key));
  const customers = new Set([payerId, ...rows.flatMap(({ customer_id }) => customer_id ?? [])]);
  for (const id of [...customers].toSorted()) await lockCustomer(db, organizationId, id);
  const sales = rows.filter((row) => !locked.has(row.id));
  for (const { id } of sales) locked.set(id, await lockDebt(db, organizationId, { chargeId: id }));
  return locked;
}

/** Pages to pay on are opened at the provider before anything is locked. */
async function prepareLinks(appContext: AppContext, payer: Payer) {
  const { organizationId } = payer;
  const context = { db: appContext.db, appContext, now: appContext.clock.now(), organizationId };
  const addressed = await findRecipient(context, payer, await listDebtsToRemind(context, payer));
  if (!addressed) return undefined;
  const { rows, readerId: _, ...reader } = addressed;
  const { to } = reader;
  const chosen: ChosenDebt[] = [];
  for (const row of rows) chosen.push({ ...reader, debt: await findDebtOf(context.db, organizationId, keyOfRow(row)) });
  const ready = await listReadyProviders(context, organizationId);
  // Several debts have one page for all of them.
  const isOne = isPaidByOneLink(
    ready,
    chosen.map(({ debt }) => debt),
  );
  const found = isOne ? [] : await listLinks({ context, ready, language: to.language }, chosen);
  return { rows, isOne, links: new Map(rows.map(({ id }, index) => [id, found[index]])) };
}

async function remindPayer(appContext: AppContext, payer: Payer): Promise<void> {
  // With many payers the evening may come; the others follow on the next day.
  if (!isTimeToSend(payer.timezone, appContext.clock.now())) return;
  const prepared = await prepareLinks(appContext, payer);
  if (!prepared) return;
  await appContext.db.transaction().execute(async (db) => {
    const { organizationId, payerId, timezone } = payer;
    const now = appContext.clock.now();
    const context = { db, appContext, now, organizationId };
    const locked = await lockAll(context, payerId, prepared.rows);
    // A debt that came in between waits for the next mail.
    const asked = (await listDebtsToRemind(context, payer)).filter(({ id }) => (locked.get(id)?.asked ?? 0) > 0);
    const addressed = await findRecipient(context, payer, asked);
    if (!addressed?.rows.some((row) => findStepOf(row, now))) return;
    const { to, rows, readerId } = addressed;
    const reminded: RemindedDebt[] = [];
    for (const row of rows) {
      const debt = locked.get(row.id);
      if (!debt) continue;
      const link = prepared.links.get(row.id);
      reminded.push({ debt, amount: debt.asked, ...(link && { link }) });
      const step = findStepOf(row, now);
      await saveReminderStep(context, row.id, step && { days: step.days, on: localDateOf(timezone, now) });
      if (debt.event_id !== null) await updateEvent(db, organizationId, debt.event_id, { debt_reminded_at: now });
    }
    const link = prepared.isOne ? await createDebtsLink(context, readerId) : undefined;
    await sendDebtReminder(context, to, reminded, { letter: findLetter(rows, now), link });
    const amount = reminded.reduce((sum, one) => sum + one.amount, 0);
    await insertActivityEntry(db, {
      ...{ organizationId, at: now, actorId: null, act: "payments.remindByStep", subjectId: payerId },
      ...{ before: {}, after: { amount, currency: rows[0]?.currency }, ipAddress: null, customerId: payerId },
    });
  });
}

async function remindOrganization(
  appContext: AppContext,
  organization: { id: string; timezone: string },
): Promise<void> {
  const context = { db: appContext.db, appContext, now: appContext.clock.now(), organizationId: organization.id };
  if (!isTimeToSend(organization.timezone, context.now)) return;
  // Nobody is asked to pay what cannot be invoiced.
  if (await findSellerRefusal({ ...context, language: "en" }, true)) return;
  const payers = await listPayers(appContext, organization);
  await runEach(payers, (payer) => remindPayer(appContext, payer), "customers could not be reminded of debts");
}

export const remindBySteps: Job = {
  name: "payments.remindBySteps",
  cron: "12 * * * *",
  isScheduledOnly: true,
  run: async (appContext) =>
    runEach(
      await listOrganizations(appContext),
      (organization) => remindOrganization(appContext, organization),
      "organizations could not remind of debts",
    ),
};
