/** The balance of the demo's member: topped up at the desk, and used for bookings since. */
import type { Insertable } from "kysely";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import type { ChargesTable, EventsTable, WalletEntriesTable, WalletsTable } from "#server/kit/db/tables.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findDeskMember } from "./bookers.ts";
import { memberCustomerId } from "./customers.ts";
import { localDay } from "./local-days.ts";
import type { DemoPayment, DemoPayments } from "./payments.ts";
import type { PersonPlan } from "./people.ts";
import type { OrganizationPlan } from "./plans.ts";
import { demoId } from "./random.ts";
import { PUBLIC_KEY } from "./rows.ts";

export interface DemoBalance {
  charge: Insertable<ChargesTable>;
  wallet: Insertable<WalletsTable>;
  entries: Insertable<WalletEntriesTable>[];
}

const AMOUNT = 10_000;
const DAYS_AGO = 60;
/** The desk is open then. */
const MINUTE = 18 * 60 + 5;
const MOST_USES = 3;

/** Adds the payment of the top-up to `takings`, and lets the balance make some of the payments at the desk. */
export function generateDemoBalance(
  events: readonly Insertable<EventsTable>[],
  takings: DemoPayments,
  {
    organizations,
    people,
    now,
  }: { organizations: readonly OrganizationPlan[]; people: readonly PersonPlan[]; now: Date },
): DemoBalance {
  const plan = organizations.find(({ key }) => key === PUBLIC_KEY);
  if (!plan) throw new Error("The demo has no club");
  const { timezone, currency, countryId, key } = plan;
  const [organization_id, userId] = [demoId(key), demoId("user member")];
  const customerId = memberCustomerId(key, userId);
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  const at = new Date(localDay(today, -DAYS_AGO, timezone).at(MINUTE));
  const label = translators[languageOfCountry(countryId)]("credits.topUp");
  const holder = people.find(({ id }) => id === userId);
  const [chargeId, paymentId] = [demoId("charge of the balance"), demoId("payment of the balance")];
  const bookedBy = new Map(events.map(({ id, customer_id }) => [id, customer_id]));
  let left = AMOUNT;
  const used: DemoPayment[] = [];
  for (const payment of takings.payments) {
    const isOwn = payment.event_id !== null && bookedBy.get(payment.event_id ?? "") === customerId;
    const isAtDesk = payment.status === "succeeded" && !payment.provider && !isRefunded(takings, payment.id);
    const isAfter = new Date(payment.paid_at ?? 0).getTime() > at.getTime();
    if (!isOwn || !isAtDesk || !isAfter || payment.amount > left || used.length >= MOST_USES) continue;
    payment.method = "balance";
    left -= payment.amount;
    used.push(payment);
  }
  takings.payments.push({
    ...{ organization_id, id: paymentId, event_id: null, charge_id: chargeId, user_id: userId },
    payer_name: holder ? `${holder.firstName} ${holder.lastName}` : "",
    ...{ method: "card_on_site", status: "succeeded", amount: AMOUNT, currency, provider_fee: 0 },
    ...{ recorded_by: findDeskMember(people, key).id, paid_at: at, created_at: at, updated_at: at },
  });
  const own = { organization_id, customer_id: customerId };
  return {
    charge: {
      ...{ ...own, id: chargeId, kind: "top_up", label, quantity: 1, unit_price: AMOUNT, amount: AMOUNT, credited: 0 },
      ...{ settled: AMOUNT, due_at: at, currency, vat_rate: 0, created_at: at, updated_at: at },
    },
    wallet: { ...own, currency, amount: left, updated_at: new Date(used.at(-1)?.paid_at ?? at) },
    entries: [
      { ...own, id: demoId("entry of the balance"), kind: "top_up", amount: AMOUNT, payment_id: paymentId, at },
      ...used.map(({ id, amount, paid_at }) => ({
        ...{ ...own, id: demoId(`entry of ${id}`), kind: "use", amount: -amount, payment_id: id, at: paid_at ?? at },
      })),
    ],
  };
}

const isRefunded = ({ refunds }: DemoPayments, paymentId: string): boolean =>
  refunds.some(({ payment_id }) => payment_id === paymentId);
