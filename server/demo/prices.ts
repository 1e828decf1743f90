import type { Insertable } from "kysely";
import type { PriceDetail, Timeslot } from "#contract/prices-grid-rules.ts";
import type { PricePattern } from "#contract/prices-rules.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import type { DemoField } from "./bookings.ts";
import type { OrganizationPlan } from "./plans.ts";
import type { DemoTexts } from "./texts.ts";
import { demoId } from "./random.ts";

interface PricePlan {
  organization: OrganizationPlan["key"];
  name: keyof DemoTexts["prices"];
  facility: string;
  /** Applies to the fields of the facility with this price per hour. */
  hourly: number;
  /** Cents per hour and person, if people pay instead of the field. */
  each?: number;
}

const pricePlans: PricePlan[] = [
  { organization: "club", name: "outdoor", facility: "Parc des Berges", hourly: 1400 },
  { organization: "club", name: "indoor", facility: "Parc des Berges", hourly: 2200 },
  { organization: "club", name: "padel", facility: "Padel de la Gare", hourly: 3200 },
  { organization: "club", name: "badminton", facility: "Halle Bellecombe", hourly: 1000 },
  { organization: "club", name: "badmintonEach", facility: "Halle Bellecombe", hourly: 1000, each: 400 },
  { organization: "club", name: "squash", facility: "Halle Bellecombe", hourly: 1200 },
  { organization: "town", name: "town", facility: "Tennis municipal", hourly: 600 },
  { organization: "university", name: "university", facility: "Tennis Pavilion", hourly: 1500 },
];

/** Share of the hourly price; same order as the timeslots. */
const timeslotFactors = [0.8, 1.2, 1];
const GUEST_FACTOR = 1.3;
export const MEMBER_ROLE_ID = 4;

const workdays = [1, 2, 3, 4, 5];
const createTimeslots = ([daytime = "", evening = "", weekend = ""]: readonly string[]): Timeslot[] => [
  { name: daytime, start: "06:00", end: "17:00", weekdays: workdays },
  { name: evening, start: "17:00", end: "02:00", weekdays: workdays },
  { name: weekend, start: "06:00", end: "02:00", weekdays: [6, 7] },
];

const roundPrice = (cents: number) => Math.round(cents / 50) * 50;

function createPricePattern(plan: PricePlan, texts: DemoTexts, made: Date): PricePattern {
  const timeslots = createTimeslots(texts.timeslots);
  const durations = Object.entries(texts.durations).map(([minutes, name]) => ({
    name,
    duration: Number(minutes),
  }));
  const hourly = plan.each ?? plan.hourly;
  const details = timeslots.flatMap((timeslot, index) =>
    durations.flatMap(({ name, duration }): PriceDetail[] => {
      const price = (hourly * (timeslotFactors[index] ?? 1) * duration) / 60;
      const cell = { timeslot: timeslot.name, plan: name };
      return [
        { ...cell, roleId: null, price: roundPrice(price * GUEST_FACTOR) },
        { ...cell, roleId: MEMBER_ROLE_ID, price: roundPrice(price) },
      ];
    }),
  );
  return {
    id: demoId(`prices ${plan.organization} ${plan.name}`),
    name: texts.prices[plan.name],
    type: plan.each ? "user" : "field",
    createdAt: made.toISOString(),
    timeslots,
    plans: durations,
    details,
  };
}

export interface DemoPrices {
  patterns: Insertable<Tables["price_patterns"]>[];
  linksOf(places: readonly DemoField[]): Insertable<Tables["field_price_patterns"]>[];
  patternsOf(place: DemoField): PricePattern[];
}

export function generateDemoPrices(organizations: readonly OrganizationPlan[], now: Date): DemoPrices {
  const made = new Date(now.getTime() - 440 * 86_400_000);
  const all = pricePlans.map((plan) => {
    const organization = organizations.find(({ key }) => key === plan.organization);
    if (!organization) throw new Error(`No organization ${plan.organization}`);
    return { plan, pattern: createPricePattern(plan, organization.texts, made) };
  });
  const patternsOf = (place: DemoField) =>
    all
      .filter(
        ({ plan }) =>
          plan.organization === place.organization.key &&
          plan.facility === place.facility &&
          plan.hourly === place.plan.hourly,
      )
      .map(({ pattern }) => pattern);
  return {
    patterns: all.map(({ plan, pattern: { id, name, type, timeslots, plans: lengths, details } }) => ({
      organization_id: demoId(plan.organization),
      id,
      name,
      type,
      timeslots: JSON.stringify(timeslots),
      plans: JSON.stringify(lengths),
      details: JSON.stringify(details),
      created_at: made,
      updated_at: made,
    })),
    linksOf: (places) =>
      places.flatMap((place) =>
        patternsOf(place).map(({ id }) => ({
          organization_id: place.organizationId,
          field_id: place.fieldId,
          pattern_id: id,
        })),
      ),
    patternsOf,
  };
}
