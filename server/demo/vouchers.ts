/** Gift vouchers of the demo's club: one has paid bookings since, another waits for whom it is given to. */
import type { Insertable } from "kysely";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { CODE_LENGTH } from "#contract/vouchers-code-rules.ts";
import type { ChargesTable, EventsTable, VouchersTable, VoucherUsesTable } from "#server/kit/db/tables.ts";
import { translators } from "#server/kit/process/translators.ts";
import { lastDayOfSale } from "#server/vouchers/terms.ts";
import { findDeskMember } from "./bookers.ts";
import { memberCustomerId } from "./customers.ts";
import { localDay } from "./local-days.ts";
import type { DemoPayment, DemoPayments } from "./payments.ts";
import type { PersonPlan } from "./people.ts";
import type { OrganizationPlan } from "./plans.ts";
import { demoId } from "./random.ts";
import { PUBLIC_KEY } from "./rows.ts";

export interface DemoVouchers {
  charges: Insertable<ChargesTable>[];
  vouchers: Insertable<VouchersTable>[];
  uses: Insertable<VoucherUsesTable>[];
}

const sales = [
  { key: "used", amount: 5000, daysAgo: 45, mostUses: 2 },
  { key: "waiting", amount: 8000, daysAgo: 40, mostUses: 0 },
] as const;
/** The desk is open then. */
const MINUTE = 18 * 60 + 20;

interface VoucherContext {
  organizations: readonly OrganizationPlan[];
  people: readonly PersonPlan[];
  customerNames: ReadonlyMap<string, string>;
  /** Product of the club under which they are sold. */
  productId: string;
  now: Date;
}

/** Bookings of one customer that were paid at the desk after the sale, as far as the voucher reaches. */
function findUses(
  events: readonly Insertable<EventsTable>[],
  { payments, refunds }: DemoPayments,
  { organizationId, memberId, soldAt }: { organizationId: string; memberId: string; soldAt: number },
): { customerId: string; used: DemoPayment[] } {
  const [{ amount, mostUses }] = sales;
  const refunded = new Set(refunds.map(({ payment_id }) => payment_id));
  const bookedBy = new Map(events.map(({ id, customer_id }) => [id, customer_id]));
  const atDesk = payments.filter(
    (payment) =>
      payment.organization_id === organizationId &&
      payment.event_id &&
      ["cash", "check", "card_on_site"].includes(payment.method) &&
      payment.status === "succeeded" &&
      !refunded.has(payment.id) &&
      new Date(payment.paid_at ?? 0).getTime() > soldAt,
  );
  for (const [customerId, own] of Map.groupBy(atDesk, ({ event_id }) => bookedBy.get(event_id ?? "") ?? "")) {
    if (customerId === "" || customerId === memberId || own.length < mostUses) continue;
    const used = own.slice(0, mostUses);
    if (used.reduce((sum, payment) => sum + payment.amount, 0) <= amount) return { customerId, used };
  }
  throw new Error("Nobody of the demo uses a gift voucher");
}

/** Adds the payments of their sales to `takings`, and lets the first one make some of the payments at the desk. */
export function generateDemoVouchers(
  events: readonly Insertable<EventsTable>[],
  takings: DemoPayments,
  { organizations, people, customerNames, productId, now }: VoucherContext,
): DemoVouchers {
  const plan = organizations.find(({ key }) => key === PUBLIC_KEY);
  if (!plan) throw new Error("The demo has no club");
  const { timezone, currency, countryId, key, texts } = plan;
  const organization_id = demoId(key);
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  const language = languageOfCountry(countryId);
  const label = translators[language]("vouchers.one");
  const memberId = memberCustomerId(key, demoId("user member"));
  const [{ daysAgo }] = sales;
  const soldAt = localDay(today, -daysAgo, timezone).at(MINUTE);
  const { customerId, used } = findUses(events, takings, { organizationId: organization_id, memberId, soldAt });
  const result: DemoVouchers = { charges: [], vouchers: [], uses: [] };
  for (const sale of sales) {
    const isUsed = sale.mostUses > 0;
    const at = new Date(localDay(today, -sale.daysAgo, timezone).at(MINUTE));
    const [id, chargeId] = [demoId(`voucher ${sale.key}`), demoId(`charge of voucher ${sale.key}`)];
    const made = { organization_id, created_at: at, updated_at: at };
    result.charges.push({
      ...{ ...made, id: chargeId, kind: "voucher", customer_id: customerId, product_id: productId, label, quantity: 1 },
      ...{ unit_price: sale.amount, amount: sale.amount, credited: 0, settled: sale.amount, is_prepaid: true },
      ...{ due_at: at, currency, vat_rate: 0 },
    });
    takings.payments.push({
      ...{ ...made, id: demoId(`payment of voucher ${sale.key}`), event_id: null, charge_id: chargeId, user_id: null },
      ...{ payer_name: customerNames.get(customerId) ?? "", method: "card_on_site", status: "succeeded" },
      ...{ amount: sale.amount, currency, provider_fee: 0, recorded_by: findDeskMember(people, key).id, paid_at: at },
    });
    result.vouchers.push({
      ...{ ...made, id, purpose: "multi", currency, amount: sale.amount, buyer_id: customerId, charge_id: chargeId },
      // Letters and digits of the id are signs of codes.
      code: demoId(`code of voucher ${sale.key}`).replaceAll("-", "").slice(0, CODE_LENGTH).toUpperCase(),
      used: isUsed ? used.reduce((sum, { amount }) => sum + amount, 0) : 0,
      expires_on: lastDayOfSale(today.subtract({ days: sale.daysAgo }).toString()),
      ...{ recipient_name: texts.vouchers[sale.key], message: texts.vouchers.message },
      language,
    });
  }
  for (const payment of used) {
    payment.method = "voucher";
    result.uses.push({
      ...{ organization_id, id: demoId(`use of voucher by ${payment.id}`), voucher_id: demoId("voucher used") },
      ...{ payment_id: payment.id, amount: payment.amount, at: payment.paid_at ?? now },
    });
  }
  return result;
}
