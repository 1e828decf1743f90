/** Packs of the demo's club: types, packs that were sold at the desk, and bookings that they have paid. */
import type { Insertable } from "kysely";
import { PackTypeDraft } from "#contract/packs.ts";
import { datesOfSale, unitsNeeded } from "#contract/packs-rules.ts";
import type { ChargesTable, EventsTable, PacksTable, PackTypesTable, PackUsesTable } from "#server/kit/db/tables.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { packTypeColumnMap } from "#server/packs/column-map.ts";
import type { StoredTerms } from "#server/packs/queries.ts";
import { findDeskMember } from "./bookers.ts";
import type { DemoField } from "./bookings.ts";
import { memberCustomerId } from "./customers.ts";
import { localDay } from "./local-days.ts";
import type { DemoPayment } from "./payments.ts";
import type { PersonPlan } from "./people.ts";
import { badminton, type OrganizationPlan, padel } from "./plans.ts";
import { demoId } from "./random.ts";
import { DAY_MS, PUBLIC_KEY } from "./rows.ts";

type Event = Insertable<EventsTable>;

export interface DemoPacks {
  types: Insertable<PackTypesTable>[];
  charges: Insertable<ChargesTable>[];
  payments: DemoPayment[];
  packs: Insertable<PacksTable>[];
  uses: Insertable<PackUsesTable>[];
}

interface SalePlan {
  type: "badminton" | "padel";
  daysAgo: number;
  /** Bookings pay until so many units are left, as far as there are bookings. */
  left: number;
  /** It must come to this: a pack that is used up, or one that ends soon. */
  isExact?: boolean;
  account?: string;
  method: "card_on_site" | "cash" | "check";
}

/** The padel pack holds for 180 days: the second one ends in 9 days. */
const sales: readonly SalePlan[] = [
  { type: "badminton", daysAgo: 75, left: 4, account: "member", method: "card_on_site" },
  { type: "padel", daysAgo: 171, left: 90, method: "card_on_site" },
  { type: "badminton", daysAgo: 150, left: 0, isExact: true, method: "cash" },
  { type: "padel", daysAgo: 40, left: 240, method: "check" },
  { type: "badminton", daysAgo: 20, left: 7, method: "card_on_site" },
];
/** The desk is open then. */
const SALE_MINUTE = 17 * 60 + 40;
const MIN_USES = 2;
/** Its holder was told of it then. */
const TOLD_DAYS = 30;

const draftsOf = ({ texts }: OrganizationPlan) => ({
  badminton: PackTypeDraft.parse({
    ...{ name: texts.packs.badminton, price: 9000, unit: "count", units: 10, minutesPerUnit: 60, validDays: 365 },
    sportIds: [badminton],
    soldOnline: true,
  }),
  padel: PackTypeDraft.parse({
    ...{ name: texts.packs.padel, price: 28_000, unit: "minutes", units: 600, validDays: 180 },
    sportIds: [padel],
  }),
});

const minutesOf = (event: Event): number =>
  (new Date(event.end_time).getTime() - new Date(event.start_time).getTime()) / 60_000;

export interface SalePlanContext {
  organizations: readonly OrganizationPlan[];
  fields: readonly DemoField[];
  people: readonly PersonPlan[];
  customerNames: ReadonlyMap<string, string>;
  /** Product of the club under which they are sold. */
  productId: string;
  /** Bookings that nobody has paid. */
  debts: ReadonlyMap<string, unknown>;
  now: Date;
}

/** Marks the bookings that packs have paid. */
export function generateDemoPacks(events: readonly Event[], context: SalePlanContext): DemoPacks {
  const { organizations, fields, people, customerNames, productId, debts, now } = context;
  const plan = organizations.find(({ key }) => key === PUBLIC_KEY);
  if (!plan) throw new Error(`No organization ${PUBLIC_KEY}`);
  const organization_id = demoId(plan.key);
  const { timezone, currency } = plan;
  const today = Temporal.PlainDate.from(localDateOf(timezone, now));
  const drafts = draftsOf(plan);
  const typeIdOf = (type: SalePlan["type"]) => demoId(`${plan.key} pack type ${type}`);
  const made = new Date(now.getTime() - 200 * DAY_MS);
  const types = (["badminton", "padel"] as const).map((type) => ({
    ...packTypeColumnMap.toRow(drafts[type]),
    ...{ organization_id, id: typeIdOf(type), version: 1, created_at: made, updated_at: made },
  }));
  const sportOf = new Map(fields.map(({ fieldId, plan: { sports } }) => [fieldId, sports[0]]));
  const played = events.filter(
    (event) =>
      event.organization_id === organization_id &&
      event.status === "completed" &&
      (event.price ?? 0) > 0 &&
      event.user_id &&
      !debts.has(event.id),
  );
  const ofCustomer = Map.groupBy(played, ({ customer_id }) => customer_id ?? "");
  const isTaken = new Set<string>();
  const result: DemoPacks = { types, charges: [], payments: [], packs: [], uses: [] };

  /** Bookings that were made after the sale, until no more than what should be left is left. */
  const findUses = (customerId: string, sale: SalePlan, soldAt: number) => {
    const draft = drafts[sale.type];
    let left = draft.units;
    const paid = (ofCustomer.get(customerId) ?? [])
      .filter(({ field_id, created_at }) => {
        return sportOf.get(field_id) === draft.sportIds[0] && new Date(created_at).getTime() > soldAt;
      })
      .toSorted((one, other) => new Date(one.created_at).getTime() - new Date(other.created_at).getTime())
      .flatMap((event) => {
        const units = unitsNeeded(draft, { minutes: minutesOf(event), people: event.people ?? 1 });
        if (left - units < sale.left) return [];
        left -= units;
        return [{ event, units }];
      });
    const isFit = paid.length >= MIN_USES && (!sale.isExact || left === sale.left);
    return isFit ? paid : undefined;
  };

  for (const [index, sale] of sales.entries()) {
    const soldAt = localDay(today, -sale.daysAgo, timezone).at(SALE_MINUTE);
    const own = sale.account && memberCustomerId(plan.key, demoId(`user ${sale.account}`));
    const candidates = own ? [own] : [...ofCustomer.keys()].toSorted();
    const found = candidates
      .filter((id) => own || !isTaken.has(id))
      .map((customerId) => ({ customerId, paid: findUses(customerId, sale, soldAt) }))
      .find(({ paid }) => paid);
    if (!found?.paid) throw new Error(`Nobody of the demo uses the pack ${index}`);
    const { customerId, paid } = found;
    isTaken.add(customerId);
    const at = new Date(soldAt);
    const draft = drafts[sale.type];
    const { active: _active, ...terms } = draft;
    const stored: StoredTerms = { ...terms, version: 1, windows: [] };
    const { startsOn, expiresOn } = datesOfSale(draft, localDateOf(timezone, at));
    const [id, chargeId] = [demoId(`pack ${index}`), demoId(`charge of pack ${index}`)];
    const sold = { organization_id, customer_id: customerId, created_at: at, updated_at: at };
    result.charges.push({
      ...{ ...sold, id: chargeId, kind: "pack", product_id: productId, label: draft.name, quantity: 1 },
      ...{ unit_price: draft.price, amount: draft.price, credited: 0, settled: draft.price, due_at: at, currency },
      vat_rate: plan.vatProfile === "standard" ? 2000 : 0,
    });
    result.payments.push({
      ...{ organization_id, id: demoId(`payment of pack ${index}`), event_id: null, charge_id: chargeId },
      ...{ user_id: paid[0]?.event.user_id ?? null, payer_name: customerNames.get(customerId) ?? "" },
      ...{ method: sale.method, status: "succeeded", amount: draft.price, currency, provider_fee: 0 },
      ...{ recorded_by: findDeskMember(people, plan.key).id, paid_at: at, created_at: at, updated_at: at },
    });
    for (const { event, units } of paid) {
      Object.assign(event, { covered: event.price, payment_status: "paid" });
      result.uses.push({
        ...{ organization_id, id: demoId(`use of pack ${event.id}`), pack_id: id, event_id: event.id, units },
        ...{ given_back: 0, active: true, created_at: event.created_at, updated_at: event.created_at },
      });
    }
    const used = paid.reduce((sum, { units }) => sum + units, 0);
    const endsSoon = expiresOn !== null && expiresOn <= today.add({ days: TOLD_DAYS }).toString();
    result.packs.push({
      ...{ ...sold, id, type_id: typeIdOf(sale.type), terms: JSON.stringify(stored), charge_id: chargeId },
      ...{ units_total: draft.units, units_used: used, starts_on: startsOn, expires_on: expiresOn },
      ...{ told_days: endsSoon ? TOLD_DAYS : null, updated_at: new Date(paid.at(-1)?.event.created_at ?? at) },
    });
  }
  return result;
}
