import type { Insertable } from "kysely";
import { findException, type HoursException } from "#contract/hours-rules.ts";
import type { Slot } from "#contract/hours-week-rules.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import type { DemoField } from "./bookings.ts";
import { demoClosures, demoHolidays, demoHoursPatterns, type HoursPlan } from "./opening-hours.ts";
import type { OrganizationPlan } from "./plans.ts";
import { demoId } from "./random.ts";
import { DAY_MS } from "./rows.ts";

const demoPatternId = ({ organization, name }: HoursPlan) => demoId(`hours ${organization} ${name}`);

export interface DemoHours {
  patterns: Insertable<Tables["opening_hour_patterns"]>[];
  closures: Insertable<Tables["closures"]>[];
  linksOf(places: readonly DemoField[]): Insertable<Tables["field_opening_hours"]>[];
  /** Local times at which a field is open on a date, without the hours of the previous day after midnight. */
  slotsOf(place: DemoField, date: Temporal.PlainDate): Slot[];
}

export function generateDemoHours(organizations: readonly OrganizationPlan[], now: Date): DemoHours {
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10));
  const made = new Date(now.getTime() - 440 * DAY_MS);
  const years = [today.year - 1, today.year, today.year + 1];
  const findOrganization = (key: string): OrganizationPlan => {
    const plan = organizations.find((one) => one.key === key);
    if (!plan) throw new Error(`No organization ${key}`);
    return plan;
  };
  const rows = new Map(
    demoHoursPatterns.map((plan) => {
      const organization = findOrganization(plan.organization);
      const holidays = organization.countryId === 840 ? demoHolidays.us : demoHolidays.fr;
      return [plan, years.flatMap((year) => holidays(year, organization.texts))] as const;
    }),
  );
  const planOf = (place: Pick<DemoField, "organization" | "facility">) =>
    demoHoursPatterns.find(
      ({ organization, facilities }) => organization === place.organization.key && facilities.includes(place.facility),
    );
  const dates = ({ first, last }: (typeof demoClosures)[number]) => ({
    from: today.add({ days: first }).toString(),
    to: today.add({ days: last }).toString(),
  });
  return {
    patterns: [...rows].map(([plan, exceptions]) => ({
      organization_id: demoId(plan.organization),
      id: demoPatternId(plan),
      name: findOrganization(plan.organization).texts.hours[plan.name],
      hours: JSON.stringify(plan.hours),
      exceptions: JSON.stringify(exceptions),
      created_at: made,
      updated_at: made,
    })),
    closures: demoClosures.map((closure) => ({
      organization_id: demoId(closure.organization),
      id: demoId(`closure ${closure.organization} ${closure.name}`),
      facility_id: demoId(`${closure.organization} ${closure.facility}`),
      field_id: closure.field && demoId(`${closure.organization} ${closure.facility} ${closure.field}`),
      name: findOrganization(closure.organization).texts.closures[closure.name],
      from_date: dates(closure).from,
      to_date: dates(closure).to,
      closed: true,
      created_at: new Date(now.getTime() - closure.age * DAY_MS),
    })),
    linksOf: (places) =>
      places.flatMap((place) => {
        const plan = planOf(place);
        const { organizationId: organization_id, fieldId: field_id } = place;
        return plan ? [{ organization_id, field_id, pattern_id: demoPatternId(plan) }] : [];
      }),
    slotsOf(place, date) {
      const plan = planOf(place);
      const own = demoClosures.filter(
        ({ organization, facility, field }) =>
          organization === place.organization.key &&
          facility === place.facility &&
          (field === null || field === place.plan.name),
      );
      const exceptions: HoursException[] = [
        ...(plan ? (rows.get(plan) ?? []) : []).map((one) => ({ ...one, place: "pattern" as const })),
        ...own.map((one) => ({ name: one.name, ...dates(one), closed: true, hours: [], place: "field" as const })),
      ];
      const exception = findException(date.toString(), exceptions);
      if (exception) return exception.closed ? [] : [...exception.hours];
      return plan?.hours.filter(({ weekday }) => weekday === date.dayOfWeek) ?? [];
    },
  };
}
