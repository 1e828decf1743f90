import type { Insertable } from "kysely";
import { proposeSlug } from "#contract/organizations-slugs-rules.ts";
import type { Language } from "#messages/translator.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import type { DemoField } from "./bookings.ts";
import type { FacilityPlan, FieldPlan, OrganizationPlan } from "./plans.ts";
import { seededRandom, demoId } from "./random.ts";

export const DAY_MS = 86_400_000;

/** Names of the demo are told apart by their words. */
const slugOf = (name: string) => proposeSlug(name, () => false, "place");

export const organizationRow = (plan: OrganizationPlan, now: Date): Insertable<Tables["organizations"]> => ({
  id: demoId(plan.key),
  name: plan.name,
  type: plan.type,
  country_id: plan.countryId,
  email: plan.email,
  phone: plan.phone,
  vat_number: plan.vatNumber,
  identification_number: plan.identificationNumber,
  legal_name: plan.seller[0],
  address_line: plan.seller[1],
  postal_code: plan.seller[2],
  city: plan.seller[3],
  region: plan.seller[4] ?? null,
  vat_profile: plan.vatProfile,
  timezone: plan.timezone,
  currency: plan.currency,
  booking_privacy: plan.hasOpenBookings ? "public" : "private",
  joining: plan.key === PUBLIC_KEY ? "request" : "closed",
  created_at: new Date(now.getTime() - 720 * DAY_MS),
  updated_at: new Date(now.getTime() - seededRandom(plan.key).integer(1, 60) * DAY_MS),
});

/** The club has opened its page, the others have not. */
export const PUBLIC_KEY = "club";

export const pageRows = (
  { key, texts }: OrganizationPlan,
  language: Language,
  now: Date,
): Insertable<Tables["pages"]>[] =>
  key === PUBLIC_KEY
    ? [
        {
          organization_id: demoId(key),
          state: "public",
          language,
          about: texts.pageAbout,
          publisher: "Camille Exemple",
          updated_at: now,
        },
      ]
    : [];

export const slugRows = ({ key, name }: OrganizationPlan): Insertable<Tables["slugs"]>[] =>
  key === PUBLIC_KEY ? [{ slug: slugOf(name), organization_id: demoId(key), is_current: true }] : [];

/** `12 quai des Platanes, 69007 Lyon` and `200 Campus Drive, Lakeshore, IL 60201`. */
function addressParts(address: string, countryId: number) {
  const french = /^(?<line1>.+), (?<postal_code>\d{5}) (?<city>[^,]+)$/;
  const american = /^(?<line1>.+), (?<city>[^,]+, [A-Z]{2}) (?<postal_code>\d{5})$/;
  const {
    line1 = null,
    postal_code = null,
    city = null,
  } = (countryId === 840 ? american : french).exec(address)?.groups ?? {};
  return { complete_address: address, line1, postal_code, city, country_code: countryId === 840 ? "US" : "FR" };
}

export function facilityRow(
  organization: OrganizationPlan,
  plan: FacilityPlan,
  now: Date,
): Insertable<Tables["facilities"]> {
  const [changing_room, restroom, shower, restaurant, shop] = plan.amenities;
  const chance = seededRandom(plan.name);
  return {
    organization_id: demoId(organization.key),
    id: demoId(`${organization.key} ${plan.name}`),
    name: plan.name,
    slug: slugOf(plan.name),
    description: plan.description ?? organization.texts.facilities[plan.name] ?? null,
    place_id: "manual:",
    ...addressParts(plan.address, organization.countryId),
    timezone: organization.timezone,
    parking_place: plan.parking,
    bicycle_parking_place: plan.bicycles,
    changing_room,
    restroom,
    shower,
    restaurant,
    shop,
    created_at: new Date(now.getTime() - chance.integer(200, 700) * DAY_MS),
    updated_at: new Date(now.getTime() - chance.integer(0, 40 * 24) * 3_600_000),
  };
}

export function listDemoFields(organization: OrganizationPlan, facility: FacilityPlan): DemoField[] {
  const place = (plan: FieldPlan, unitIds: string[], parent?: DemoField["parent"]): DemoField => ({
    organization,
    organizationId: demoId(organization.key),
    facility: facility.name,
    facilityId: demoId(`${organization.key} ${facility.name}`),
    fieldId: demoId(`${organization.key} ${facility.name} ${plan.name}`),
    plan,
    unitIds,
    ...(parent && { parent }),
  });
  return facility.fields.flatMap((plan) => {
    const unit = (name: string) => demoId(`unit ${organization.key} ${facility.name} ${name}`);
    const { parts = [], ...own } = plan;
    const parent = place(plan, [unit(plan.name), ...parts.map(unit)].sort());
    const [least, most] = own.people;
    const ofPart: [number, number] = [Math.ceil(least / 2), Math.ceil(most / parts.length)];
    return [
      parent,
      ...parts.map((name) =>
        place({ ...own, name, people: ofPart, demand: 0.55 }, [unit(name)], { id: parent.fieldId, name: plan.name }),
      ),
    ];
  });
}

export const fieldRow = ({ plan, ...place }: DemoField, now: Date): Insertable<Tables["fields"]> => ({
  organization_id: place.organizationId,
  id: place.fieldId,
  facility_id: place.facilityId,
  parent_id: place.parent?.id ?? null,
  above: place.parent ? [place.parent.name, place.parent.id] : [],
  name: plan.name,
  slug: slugOf(place.parent ? `${place.parent.name} ${plan.name}` : plan.name),
  status: plan.isClosed ? "closed" : "open",
  confidentiality: plan.isPrivate ? "private" : "public",
  bookable: !plan.isClosed,
  space: plan.space,
  lights: plan.space === "indoor" || plan.demand >= 0.5,
  handicap_access: seededRandom(place.fieldId).is(0.7),
  air_conditioning: plan.space === "indoor" ? seededRandom(`air ${place.fieldId}`).is(0.3) : null,
  heating: plan.space === "indoor" ? true : null,
  min_people_by_event: plan.people[0],
  max_people_by_event: plan.people[1],
  seats_stands: plan.seats ?? null,
  approval: plan.isManual ? "manual" : "automatic",
  created_at: new Date(now.getTime() - 200 * DAY_MS),
  updated_at: new Date(now.getTime() - seededRandom(`updated ${place.fieldId}`).integer(0, 30 * 24) * 3_600_000),
});
