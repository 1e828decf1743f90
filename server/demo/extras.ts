/** Extras of the demo's club: a small catalogue with its stock, and bookings with rackets, balls and lights. */
import type { Insertable } from "kysely";
import { ExtraDraft } from "#contract/extras.ts";
import { countLent, numberPieces, priceExtra, type Span } from "#contract/extras-rules.ts";
import { TimeWindowDraft } from "#contract/time-windows.ts";
import { extraColumnMap } from "#server/extras/column-map.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import { timeWindowColumnMap } from "#server/time-windows/column-map.ts";
import { findDeskMember } from "./bookers.ts";
import type { DemoField } from "./bookings.ts";
import type { SalePlanContext } from "./packs.ts";
import type { DemoPayment } from "./payments.ts";
import { type OrganizationPlan, padel, tennis } from "./plans.ts";
import { demoId, seededRandom } from "./random.ts";
import { DAY_MS, PUBLIC_KEY } from "./rows.ts";

type Event = Insertable<Tables["events"]>;
type Line = Insertable<Tables["event_extras"]>;

export interface DemoExtras {
  windows: Insertable<Tables["time_windows"]>[];
  extras: Insertable<Tables["extras"]>[];
  stocks: Insertable<Tables["extra_stocks"]>[];
  lines: Line[];
  uses: Insertable<Tables["extra_uses"]>[];
  charges: Insertable<Tables["charges"]>[];
  payments: DemoPayment[];
}

type Key = "padelRacket" | "tennisRacket" | "balls" | "lights";
const [TENNIS_PARK, PADEL_HALL] = ["Parc des Berges", "Padel de la Gare"];

/** The club has had them for four weeks. */
const MADE_DAYS = 28;
/** Bookings ahead whose court is paid, and their extras are not. */
const MAX_DUE = 3;
const MINUTE_MS = 60_000;

interface ExtraPlan {
  key: Key;
  draft: ExtraDraft;
  /** Share of the bookings with which it is offered. */
  share: number;
  mostPieces: number;
}

const stockIdOf = (key: Key, facilityId: string) => demoId(`stock ${key} ${facilityId}`);

function planCatalogue({ texts }: OrganizationPlan, fields: readonly DemoField[], windowId: string): ExtraPlan[] {
  const placesIn = (facility: string | undefined) => fields.filter((place) => place.facility === facility);
  const at = (facility: string | undefined, stock: object) => ({
    facilityId: placesIn(facility)[0]?.facilityId,
    ...stock,
  });
  const lit = placesIn(TENNIS_PARK).filter(({ plan }) => plan.space === "outdoor");
  const named = (key: Key, more: object) => ExtraDraft.parse({ name: texts.extras[key], ...more });
  return [
    {
      ...{ key: "padelRacket", share: 0.16, mostPieces: 4 },
      draft: named("padelRacket", {
        ...{ price: 300, per: "hour", maxQuantity: 4, sportIds: [padel] },
        stocks: [at(PADEL_HALL, { quantity: 12 })],
      }),
    },
    {
      ...{ key: "tennisRacket", share: 0.08, mostPieces: 2 },
      draft: named("tennisRacket", {
        ...{ price: 400, per: "piece", maxQuantity: 4, sportIds: [tennis] },
        stocks: [at(TENNIS_PARK, { quantity: 8, turnaroundMinutes: 10 })],
      }),
    },
    {
      ...{ key: "balls", share: 0.09, mostPieces: 1 },
      draft: named("balls", {
        ...{ price: 650, per: "piece", sportIds: [padel, tennis] },
        stocks: [at(TENNIS_PARK, { onHand: 144 }), at(PADEL_HALL, { onHand: 144 })],
      }),
    },
    {
      ...{ key: "lights", share: 1, mostPieces: 1 },
      draft: named("lights", {
        ...{ price: 400, per: "hour", mode: "in_windows", windowIds: [windowId], stepMinutes: 30 },
        ...{ fieldIds: lit.map(({ fieldId }) => fieldId), stocks: [at(TENNIS_PARK, {})] },
      }),
    },
  ];
}

export function generateDemoExtras(events: readonly Event[], context: SalePlanContext): DemoExtras {
  const { organizations, people, customerNames, productId, debts, now } = context;
  const plan = organizations.find(({ key }) => key === PUBLIC_KEY);
  if (!plan) throw new Error(`No organization ${PUBLIC_KEY}`);
  const organization_id = demoId(plan.key);
  const fields = context.fields.filter(({ organizationId }) => organizationId === organization_id);
  const fieldOf = new Map(fields.map((place) => [place.fieldId, place]));
  const made = new Date(now.getTime() - MADE_DAYS * DAY_MS);
  const hours = { weekdays: [1, 2, 3, 4, 5, 6, 7], start: "18:00", end: "23:00" };
  const window = {
    ...TimeWindowDraft.parse({ name: plan.texts.extras.window, ...hours }),
    ...{ fromDate: null, toDate: null },
  };
  const windowId = demoId(`${plan.key} time window`);
  const stamps = { organization_id, created_at: made, updated_at: made };
  const catalogue = planCatalogue(plan, fields, windowId);
  const result: DemoExtras = {
    windows: [{ ...timeWindowColumnMap.toRow(window), ...stamps, id: windowId }],
    extras: catalogue.map(({ key, draft }) => ({
      ...{ ...extraColumnMap.toRow(draft), ...stamps, id: demoId(`extra ${key}`) },
    })),
    ...{ stocks: [], lines: [], uses: [], charges: [], payments: [] },
  };
  const deskId = findDeskMember(people, plan.key).id;
  const loansOf = new Map<string, (Span & { lineId: string })[]>();
  const soldOf = new Map<string, number>();
  let due = 0;

  /** @returns false where the stock has no more at that time */
  const lend = (
    stockId: string,
    lineId: string,
    { pieces, span, most }: { pieces: number; span: Span; most: number | null },
  ) => {
    const loans = loansOf.get(stockId) ?? [];
    if (most !== null && countLent(loans, span) + pieces > most) return false;
    loansOf.set(stockId, [...loans, ...Array.from({ length: pieces }, () => ({ ...span, lineId }))]);
    return true;
  };

  const addLine = (event: Event, { key, draft, mostPieces }: ExtraPlan, place: DemoField) => {
    const chance = seededRandom(`extra ${key} of ${event.id}`);
    const [start, end] = [new Date(event.start_time), new Date(event.end_time)];
    const span = { start: start.getTime(), end: end.getTime() };
    const quantity = chance.integer(1, mostPieces);
    const price = priceExtra(draft, {
      ...{ span, people: event.people ?? 1, quantity, roleIds: [], timezone: plan.timezone },
      windows: draft.mode === "in_windows" ? [window] : [],
    });
    const stock = draft.stocks.find(({ facilityId }) => facilityId === place.facilityId);
    if (!price || !stock) return;
    const id = demoId(`extra ${key} of ${event.id}`);
    const stockId = stockIdOf(key, place.facilityId);
    const loan = { start: span.start, end: span.end + stock.turnaroundMinutes * MINUTE_MS };
    if (stock.onHand !== null) soldOf.set(stockId, (soldOf.get(stockId) ?? 0) + price.pieces);
    else if (!lend(stockId, id, { pieces: price.pieces, span: loan, most: stock.quantity })) return;
    const isAhead = start > now;
    const isDue = isAhead && draft.mode === "choice" && due < MAX_DUE && chance.is(0.5);
    if (isDue) due += 1;
    const isPaid = !isDue && !debts.has(event.id);
    const amount = price.unitPrice * price.charged;
    const chargeId = demoId(`charge of extra ${id}`);
    const times = { created_at: event.created_at, updated_at: event.created_at };
    result.lines.push({
      ...{ organization_id, id, event_id: event.id, extra_id: demoId(`extra ${key}`), stock_id: stockId },
      ...{ name: draft.name, quantity, pieces: price.pieces, charged: price.charged, unit_price: price.unitPrice },
      ...{ charge_id: chargeId, is_required: draft.mode !== "choice", state: "active", ...times },
    });
    result.charges.push({
      ...{ organization_id, id: chargeId, kind: "extra", customer_id: event.customer_id, product_id: productId },
      ...{ label: draft.name, quantity: price.charged, unit_price: price.unitPrice, amount, credited: 0 },
      ...{ settled: isPaid ? amount : 0, due_at: start, currency: plan.currency, ...times },
      vat_rate: plan.vatProfile === "standard" ? 2000 : 0,
    });
    if (!isPaid) return;
    const booked = new Date(event.created_at).getTime();
    const paidAt = new Date(isAhead ? booked + MINUTE_MS : start.getTime() - 2 * MINUTE_MS);
    result.payments.push({
      ...{ organization_id, id: demoId(`payment of extra ${id}`), event_id: null, charge_id: chargeId },
      ...{ user_id: event.user_id ?? null, payer_name: customerNames.get(event.customer_id ?? "") ?? event.name },
      ...{ method: chance.pick(["card_on_site", "cash"]), status: "succeeded", amount, currency: plan.currency },
      ...{ provider_fee: 0, recorded_by: deskId, paid_at: paidAt, created_at: paidAt, updated_at: paidAt },
    });
  };

  for (const event of events) {
    const place = fieldOf.get(event.field_id);
    const stands = event.status === "completed" || event.status === "approved";
    const isPlayed = new Date(event.start_time) <= now;
    if (!place || !stands || !event.customer_id || !event.price || event.series_id) continue;
    if (new Date(event.created_at) < made || (isPlayed && debts.has(event.id))) continue;
    for (const extra of catalogue) {
      const { fieldIds, sportIds } = extra.draft;
      const isOffered =
        (fieldIds.length === 0 || fieldIds.includes(place.fieldId)) &&
        (sportIds.length === 0 || sportIds.some((sport) => sport === event.sport_id));
      if (isOffered && seededRandom(`${extra.key} wanted ${event.id}`).is(extra.share)) addLine(event, extra, place);
    }
  }
  for (const [stockId, loans] of loansOf) {
    const units = numberPieces(loans);
    result.uses.push(
      ...loans.map(({ start, end, lineId }, index) => ({
        ...{ organization_id, id: demoId(`use ${stockId} ${lineId} ${units[index]}`), event_extra_id: lineId },
        ...{ stock_id: stockId, unit: units[index] ?? 0, active: true },
        during: `[${new Date(start).toISOString()},${new Date(end).toISOString()})`,
      })),
    );
  }
  result.stocks = catalogue.flatMap(({ key, draft }) =>
    draft.stocks.map(({ facilityId, quantity, turnaroundMinutes, onHand }) => {
      const id = stockIdOf(key, facilityId);
      return {
        ...{ ...stamps, id, extra_id: demoId(`extra ${key}`), facility_id: facilityId, quantity, active: true },
        ...{ turnaround_minutes: turnaroundMinutes, on_hand: onHand === null ? null : onHand - (soldOf.get(id) ?? 0) },
      };
    }),
  );
  return result;
}
