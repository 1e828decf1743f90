/**
 * Fees by card: told three days before, tried on that day and three and seven days later. A fee that was not paid by then is
 * paid by hand.
 */
import { sql, type Selectable } from "kysely";
import { amountOwed, findSaleCharge, lockSaleCharge, nameOfSale } from "#server/charges/sale-charges.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { CardFeesTable } from "#server/kit/db/tables.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { isMorning } from "#server/subscriptions/is-morning.ts";
import type { CardDebt } from "./charge.ts";
import { notifyCardFee, notifyFeeRefused } from "./mail.ts";
import { type CardRow, filterCards } from "./queries.ts";
import { findStep, planNextTry, tellOfCharge, TOLD_DAYS, tryCharge } from "./retries.ts";

type FeeRow = Selectable<CardFeesTable>;
type FeeCharge = Awaited<ReturnType<typeof lockSaleCharge>>;

interface Candidate {
  organization_id: string;
  customer_id: string;
  id: string;
  timezone: string;
}

const BATCH_SIZE = 200;

/** Open fees that were charged since their customers agreed; by month they are paid with the invoice. */
const listCandidates = ({ db }: AppContext, last: Candidate | undefined): Promise<Candidate[]> =>
  db
    .selectFrom("cards")
    .innerJoin("organizations", "organizations.id", "cards.organization_id")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "cards.organization_id")
        .onRef("customers.id", "=", "cards.customer_id"),
    )
    .innerJoin("charges", (join) =>
      join
        .onRef("charges.organization_id", "=", "cards.organization_id")
        .onRef("charges.customer_id", "=", "cards.customer_id"),
    )
    .select(["cards.organization_id", "cards.customer_id", "charges.id", "organizations.timezone"])
    .where("organizations.archived_at", "is", null)
    .where("customers.billing", "<>", "monthly")
    .where("cards.state", "=", "active")
    .where(sql<boolean>`'fees' = any(cards.purposes)`)
    .where("charges.kind", "=", "fee")
    .where("charges.voided_at", "is", null)
    .where("charges.written_off_at", "is", null)
    .where(sql<boolean>`charges.settled < charges.amount - charges.credited`)
    .whereRef("charges.created_at", ">=", "cards.consented_at")
    .where(last ? sql<boolean>`charges.id > ${last.id}` : sql<boolean>`true`)
    .orderBy("charges.id")
    .limit(BATCH_SIZE)
    .execute();

const feesOf = (db: Database, organizationId: string) =>
  db.selectFrom("card_fees").selectAll().where("organization_id", "=", organizationId);

interface DueFee {
  charge: FeeCharge;
  card: CardRow;
  today: string;
}

/** Tells of a fee, in time for its first try. */
async function tell(context: TenantContext, { charge, card, today }: DueFee): Promise<void> {
  const { db, now, organizationId } = context;
  const fee = { name: nameOfSale(charge), amount: amountOwed(charge), currency: charge.currency };
  const told = await tellOfCharge(context, card, { ...fee, on: addDays(today, TOLD_DAYS) }, notifyCardFee);
  if (!told) return;
  await db
    .insertInto("card_fees")
    .values({ organization_id: organizationId, charge_id: charge.id, created_at: now, ...told })
    .onConflict((conflict) => conflict.columns(["organization_id", "charge_id"]).doUpdateSet(told))
    .execute();
}

/** Tells, or finds what is to be taken today. */
async function act(context: TenantContext, due: DueFee): Promise<CardDebt | undefined> {
  const { charge, card, today } = due;
  const { organizationId } = context;
  const told = await feesOf(context.db, organizationId).where("charge_id", "=", charge.id).executeTakeFirst();
  const step = findStep(told, { card, amount: amountOwed(charge), today });
  if (step === "tell") await tell(context, due);
  return step === "take" ? { organizationId, key: { chargeId: charge.id }, cardId: card.id } : undefined;
}

const look = (appContext: AppContext, candidate: Candidate) =>
  appContext.db.transaction().execute(async (db): Promise<CardDebt | undefined> => {
    const { organization_id: organizationId, customer_id: customerId, id, timezone } = candidate;
    const context = { db, appContext, now: appContext.clock.now(), organizationId };
    await lockCustomer(db, organizationId, customerId);
    const charge = await lockSaleCharge(db, organizationId, id);
    const card = await filterCards(db, organizationId)
      .where("customer_id", "=", charge.customer_id)
      .where("event_id", "is", null)
      .where("state", "=", "active")
      .forNoKeyUpdate()
      .executeTakeFirst();
    const isOwed = charge.written_off_at === null && amountOwed(charge) > 0;
    if (!isOwed || !card?.purposes.includes("fees")) return undefined;
    return act(context, { charge, card, today: localDateOf(timezone, context.now) });
  });

async function takeFee(appContext: AppContext, candidate: Candidate): Promise<void> {
  const debt = await look(appContext, candidate);
  if (!debt) return;
  await tryCharge(appContext, debt, async (context) => {
    const charge = await lockSaleCharge(context.db, context.organizationId, candidate.id);
    if (amountOwed(charge) > 0) await noteFeeTry(context, candidate.id, "declined");
  });
}

export async function takeAllFees(appContext: AppContext): Promise<void> {
  let last: Candidate | undefined;
  do {
    const found = await listCandidates(appContext, last);
    const awake = found.filter(({ timezone }) => isMorning(timezone, appContext.clock.now()));
    await runEach(awake, (one) => takeFee(appContext, one), "fees could not be taken from cards");
    last = found.length === BATCH_SIZE ? found.at(-1) : undefined;
  } while (last);
}

/** @param refusal the bank's, or the organization's own */
export async function noteFeeTry(
  context: TenantContext,
  chargeId: string,
  refusal: "declined" | "authentication",
): Promise<void> {
  const { db, organizationId, now } = context;
  const told: FeeRow | undefined = await feesOf(db, organizationId)
    .where("charge_id", "=", chargeId)
    .where("next_on", "is not", null)
    .executeTakeFirst();
  if (!told) return;
  const card = await filterCards(db, organizationId).where("id", "=", told.card_id).executeTakeFirstOrThrow();
  const charge = await findSaleCharge(db, organizationId, chargeId);
  const { tries, nextOn, why } = planNextTry(told, refusal);
  await db
    .updateTable("card_fees")
    .set({ tries, next_on: nextOn, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("charge_id", "=", chargeId)
    .execute();
  const fee = { name: nameOfSale(charge), amount: told.amount, currency: charge.currency };
  await notifyFeeRefused(context, card, { ...fee, on: nextOn ?? told.first_on, why });
}
