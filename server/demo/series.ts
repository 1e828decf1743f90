/** Series of the demo: two that run, and one of a company that has ended. */
import type { Insertable } from "kysely";
import type { SeriesTable } from "#server/kit/db/tables.ts";
import type { DemoField } from "./bookings.ts";
import type { Booker } from "./bookers.ts";
import type { LocalDay } from "./local-days.ts";
import type { DemoTexts } from "./texts.ts";
import { demoId } from "./random.ts";

interface SeriesPlan {
  name: "school" | "adults" | "companyLeague";
  organization: string;
  facility: string;
  field: string;
  weekday: number;
  /** Minutes since midnight. */
  start: number;
  minutes: number;
  /** Weeks from this one to the first. */
  firstWeek: number;
  count: number;
  /** Index of the company that books it at the price of its customers; the others are the club's own. */
  company?: number;
  /** A date that was called off, counted from the first. */
  canceled: number;
}

const plans: SeriesPlan[] = [
  {
    name: "school",
    organization: "club",
    facility: "Parc des Berges",
    field: "Court couvert",
    weekday: 3,
    start: 14 * 60,
    minutes: 90,
    firstWeek: -11,
    count: 26,
    canceled: 6,
  },
  {
    name: "adults",
    organization: "club",
    facility: "Padel de la Gare",
    field: "Padel 4",
    weekday: 4,
    start: 19 * 60,
    minutes: 90,
    firstWeek: -8,
    count: 20,
    canceled: 3,
  },
  {
    name: "companyLeague",
    organization: "club",
    facility: "Halle Bellecombe",
    field: "Badminton 3",
    weekday: 2,
    start: 12 * 60 + 30,
    minutes: 60,
    firstWeek: -26,
    count: 20,
    company: 0,
    canceled: 9,
  },
];

export interface SeriesDate {
  seriesId: string;
  title: string;
  start: number;
  minutes: number;
  company: number | undefined;
  isCanceled: boolean;
  createdAt: Date;
}

const weekOf = ({ offset, weekday }: LocalDay, today: LocalDay): number =>
  Math.round((offset - weekday + today.weekday) / 7);
const seriesId = ({ organization, name }: SeriesPlan) => demoId(`series ${organization} ${name}`);
/** Ten days before the first date. */
const createdAt = (plan: SeriesPlan, today: LocalDay): Date =>
  new Date(today.at(0) + ((plan.firstWeek * 7 - 10) * 24 + 15) * 3_600_000);

/** The date of a series that a field has on a day. */
export function findSeriesDate(
  { organization, facility, plan: { name } }: DemoField,
  day: LocalDay,
  today: LocalDay,
): SeriesDate | undefined {
  const plan = plans.find(
    (one) =>
      one.organization === organization.key &&
      one.facility === facility &&
      one.field === name &&
      one.weekday === day.weekday,
  );
  if (!plan) return undefined;
  const index = weekOf(day, today) - plan.firstWeek;
  if (index < 0 || index >= plan.count) return undefined;
  return {
    seriesId: seriesId(plan),
    title: organization.texts[plan.name],
    start: plan.start,
    minutes: plan.minutes,
    company: plan.company,
    isCanceled: index === plan.canceled,
    createdAt: createdAt(plan, today),
  };
}

interface SeriesContext {
  today: LocalDay;
  texts: DemoTexts;
  fields: readonly DemoField[];
  companies: readonly Booker[];
  deskId: string;
  dayAt(offset: number): LocalDay;
}

export const seriesRows = (
  organization: string,
  { today, texts, fields, companies, deskId, dayAt }: SeriesContext,
): Insertable<SeriesTable>[] =>
  plans
    .filter((plan) => plan.organization === organization)
    .map((plan) => {
      const place = fields.find((one) => one.facility === plan.facility && one.plan.name === plan.field);
      if (!place) throw new Error(`No field ${plan.field}`);
      const first = dayAt(plan.firstWeek * 7 + plan.weekday - today.weekday);
      const customer = plan.company === undefined ? undefined : companies[plan.company];
      const made = createdAt(plan, today);
      return {
        organization_id: place.organizationId,
        id: seriesId(plan),
        field_id: place.fieldId,
        name: texts[plan.name],
        rule: JSON.stringify({ interval: 1, weekdays: [plan.weekday], until: null, count: plan.count }),
        template: JSON.stringify({
          kind: "event",
          fieldId: place.fieldId,
          startTime: new Date(first.at(plan.start)).toISOString(),
          duration: plan.minutes,
          name: texts[plan.name],
          type: "training",
          override: false,
          ...(customer
            ? { customer: { customerId: customer.customerId } }
            : { price: 0, priceReason: texts.ownPrice, confidentiality: "public" }),
        }),
        created_by: deskId,
        created_at: made,
        updated_at: made,
      };
    });
