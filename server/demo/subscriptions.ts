/** Memberships of the demo's club: types, and memberships that run, are frozen, are in grace, or are about to renew. */
import type { Insertable } from "kysely";
import { SubscriptionTypeDraft } from "#contract/subscriptions.ts";
import { countDays, holdsUntil, lastDayOfTerm, noticeDay } from "#contract/subscriptions-rules.ts";
import type { Database } from "#server/kit/db/database.ts";
import type {
  ChargesTable,
  EventsTable,
  SubscriptionFreezesTable,
  SubscriptionsTable,
  SubscriptionTermsTable,
  SubscriptionTypesTable,
} from "#server/kit/db/tables.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { subscriptionTypeColumnMap } from "#server/subscriptions/column-map.ts";
import { saveGrants } from "#server/subscriptions/grants.ts";
import { findSubscriptionWithTerms } from "#server/subscriptions/rows.ts";
import type { StoredTerms } from "#server/subscriptions/terms.ts";
import { findDeskMember } from "./bookers.ts";
import { memberCustomerId } from "./customers.ts";
import { localDay } from "./local-days.ts";
import type { SalePlanContext } from "./packs.ts";
import type { DemoPayment } from "./payments.ts";
import type { OrganizationPlan } from "./plans.ts";
import { demoId } from "./random.ts";
import { DAY_MS, PUBLIC_KEY } from "./rows.ts";

export interface DemoSubscriptions {
  types: Insertable<SubscriptionTypesTable>[];
  charges: Insertable<ChargesTable>[];
  payments: DemoPayment[];
  subscriptions: Insertable<SubscriptionsTable>[];
  terms: Insertable<SubscriptionTermsTable>[];
  freezes: Insertable<SubscriptionFreezesTable>[];
}

interface SalePlan {
  type: "halfYear" | "quarter";
  daysAgo: number;
  account?: string;
  /** Days from today. */
  freeze?: { from: number; days: number };
  method: "card_on_site" | "cash" | "check";
}

/** Half a year has 181 to 184 days: the first one is over since three days at least, and in grace. */
const sales: readonly SalePlan[] = [
  { type: "halfYear", daysAgo: 187, method: "check" },
  { type: "halfYear", daysAgo: 160, method: "card_on_site" },
  { type: "halfYear", daysAgo: 70, account: "member", method: "card_on_site" },
  { type: "halfYear", daysAgo: 45, freeze: { from: -6, days: 30 }, method: "card_on_site" },
  { type: "quarter", daysAgo: 34, method: "cash" },
];
/** The desk is open then. */
const SALE_MINUTE = 18 * 60 + 10;
const MEMBER_ROLE_ID = 4;

const draftsOf = ({ texts }: OrganizationPlan) => ({
  halfYear: SubscriptionTypeDraft.parse({
    ...{ name: texts.memberships.halfYear, price: 15_000, termKind: "months", termLength: 6, renewal: "by_hand" },
    ...{ freezeMaxDays: 60, roleId: MEMBER_ROLE_ID },
  }),
  quarter: SubscriptionTypeDraft.parse({
    ...{ name: texts.memberships.quarter, price: 6000, termKind: "months", termLength: 3 },
    discounts: [{ percent: 15 }],
    soldOnline: true,
  }),
});

/** @param events who plays becomes a member */
export function generateDemoSubscriptions(
  events: readonly Insertable<EventsTable>[],
  { organizations, people, customerNames, productId, now }: SalePlanContext,
): DemoSubscriptions {
  const plan = organizations.find(({ key }) => key === PUBLIC_KEY);
  if (!plan) throw new Error(`No organization ${PUBLIC_KEY}`);
  const organization_id = demoId(plan.key);
  const { timezone, currency } = plan;
  const today = localDateOf(timezone, now);
  const drafts = draftsOf(plan);
  const typeIdOf = (type: SalePlan["type"]) => demoId(`${plan.key} membership type ${type}`);
  const made = new Date(now.getTime() - 200 * DAY_MS);
  const types = (["halfYear", "quarter"] as const).map((type) => ({
    ...subscriptionTypeColumnMap.toRow(drafts[type]),
    ...{ organization_id, id: typeIdOf(type), version: 1, created_at: made, updated_at: made },
  }));
  const own = memberCustomerId(plan.key, demoId("user member"));
  const players = new Map(
    events.flatMap(({ organization_id: of, customer_id, user_id }) =>
      of === organization_id && customer_id && user_id && customer_id !== own ? [[customer_id, user_id]] : [],
    ),
  );
  const others = [...players.keys()].toSorted();
  const result: DemoSubscriptions = { types, charges: [], payments: [], subscriptions: [], terms: [], freezes: [] };

  for (const [index, sale] of sales.entries()) {
    const customerId = sale.account ? own : others[index * 3];
    if (!customerId) throw new Error(`Nobody of the demo holds the membership ${index}`);
    const draft = drafts[sale.type];
    const { active: _active, soldOnline: _sold, description = null, termsText = null, ...agreed } = draft;
    const terms: StoredTerms = { ...agreed, description, termsText, version: 1, windows: {} };
    const id = demoId(`membership ${index}`);
    const from = addDays(today, -sale.daysAgo);
    const freeze = sale.freeze && {
      from: addDays(today, sale.freeze.from),
      to: addDays(today, sale.freeze.from + sale.freeze.days - 1),
    };
    const to = addDays(lastDayOfTerm(draft, from), freeze ? countDays(freeze) : 0);
    const renews = draft.renewal === "by_hand";
    const soldAt = new Date(localDay(Temporal.PlainDate.from(today), -sale.daysAgo, timezone).at(SALE_MINUTE));
    const ofIt = { organization_id, subscription_id: id };

    const addTerm = (position: number, span: { from: string; to: string }, at: Date) => {
      const isPaid = position === 1;
      const made = { created_at: at, updated_at: at };
      const chargeId = demoId(`charge of membership ${index} ${position}`);
      const told = noticeDay(span.to, draft.noticeDays);
      result.charges.push({
        ...{ ...made, organization_id, id: chargeId, kind: "subscription", customer_id: customerId },
        ...{ product_id: productId, label: draft.name, quantity: 1, unit_price: draft.price, amount: draft.price },
        ...{ credited: 0, settled: isPaid ? draft.price : 0, due_at: at, currency },
        ...{ served_from: span.from, served_to: span.to, vat_rate: plan.vatProfile === "standard" ? 2000 : 0 },
      });
      result.terms.push({
        ...{ ...made, ...ofIt, id: demoId(`term of membership ${index} ${position}`), position },
        ...{ from_on: span.from, to_on: span.to, type_id: typeIdOf(sale.type), terms: JSON.stringify(terms) },
        ...{ price: draft.price, charge_id: chargeId, is_paid: isPaid },
        noticed_on: renews && told <= today ? told : null,
      });
      return chargeId;
    };

    const chargeId = addTerm(1, { from, to }, soldAt);
    result.payments.push({
      ...{ organization_id, id: demoId(`payment of membership ${index}`), event_id: null, charge_id: chargeId },
      ...{ user_id: players.get(customerId) ?? demoId("user member"), payer_name: customerNames.get(customerId) ?? "" },
      ...{ method: sale.method, status: "succeeded", amount: draft.price, currency, provider_fee: 0 },
      ...{ recorded_by: findDeskMember(people, plan.key).id, paid_at: soldAt, created_at: soldAt, updated_at: soldAt },
    });
    const renewedFrom = addDays(to, 1);
    if (renews && renewedFrom <= today) {
      const days = countDays({ from: renewedFrom, to: today }) - 1;
      const at = new Date(localDay(Temporal.PlainDate.from(today), -days, timezone).at(6 * 60 + 13));
      addTerm(2, { from: renewedFrom, to: lastDayOfTerm(draft, renewedFrom) }, at < now ? at : now);
    }
    result.subscriptions.push({
      ...{ organization_id, id, customer_id: customerId, type_id: typeIdOf(sale.type), renews },
      ...{ starts_on: from, ends_on: to, created_at: soldAt, updated_at: soldAt },
      holds_until: holdsUntil({ endsOn: to, renews, graceDays: draft.graceDays }),
    });
    if (freeze)
      result.freezes.push({
        ...{ ...ofIt, id: demoId(`freeze of membership ${index}`), from_on: freeze.from, to_on: freeze.to },
        ...{ reason: plan.texts.memberships.injury, by_id: findDeskMember(people, plan.key).id },
        ...{ created_at: now, updated_at: now },
      });
  }
  return result;
}

/** Stores what the memberships grant, once their rows are there. */
export async function saveDemoGrants(db: Database, { subscriptions }: DemoSubscriptions, now: Date): Promise<void> {
  for (const { organization_id: organizationId, id } of subscriptions)
    await saveGrants({ db, now, organizationId }, await findSubscriptionWithTerms(db, organizationId, id));
}
