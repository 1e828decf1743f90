/** JSON-LD (schema.org) of a page: the organization, its facilities with their hours, and their fields. */
import type { OrganizationType } from "#contract/organization-options.ts";
import type { Slot } from "#contract/hours-week-rules.ts";
import { languageTags } from "#messages/dates.ts";
import { formatShortMoney } from "#messages/format-money.ts";
import { findPriceRange } from "./price-lines.ts";
import { DAYS_AHEAD, type PublicClub } from "./public-club.ts";
import type { PublicFacility, PublicField } from "./queries.ts";
import { groupHours, listSpecialDays } from "./week-hours.ts";

const typesOfOrganizations: Record<OrganizationType, string> = {
  club: "SportsClub",
  association: "SportsOrganization",
  private_owner: "Organization",
  school: "School",
  city_hall: "GovernmentOrganization",
  league: "SportsOrganization",
  tournament: "SportsOrganization",
  federation: "SportsOrganization",
  university: "CollegeOrUniversity",
};
const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The vocabulary has no 24:00: hours past midnight close before they open. */
const opens = ({ start, end }: Slot) => ({
  opens: start,
  closes: end === "00:00" && start === "00:00" ? "23:59" : end,
});
/** An hour without any length is a day on which nothing opens. */
const closed = { opens: "00:00", closes: "00:00" };

function describeHours(club: PublicClub, fields: readonly PublicField[]) {
  const groups = groupHours(club, fields);
  const [usual] = groups.toSorted((one, other) => other.fields.length - one.fields.length);
  if (!usual) return {};
  return {
    openingHoursSpecification: usual.week.flatMap(({ weekdays, slots }) =>
      slots.map((slot) => ({
        "@type": "OpeningHoursSpecification",
        dayOfWeek: weekdays.map((weekday) => `https://schema.org/${dayNames[weekday - 1]}`),
        ...opens(slot),
      })),
    ),
    specialOpeningHoursSpecification: listSpecialDays(club, usual.fields, DAYS_AHEAD).flatMap(({ from, to, slots }) =>
      (slots.length === 0 ? [closed] : slots.map(opens)).map((hours) => ({
        "@type": "OpeningHoursSpecification",
        validFrom: from,
        validThrough: to,
        ...hours,
      })),
    ),
  };
}

/** The lowest and the highest price of what is booked as a whole, or of one person where nothing is. */
function describePrices(club: PublicClub, fields: readonly PublicField[]) {
  const ranges = fields.flatMap((field) => (field.bookable ? (findPriceRange(club, field) ?? []) : []));
  if (!club.page.shows_prices || ranges.length === 0) return {};
  const ofFields = ranges.filter(({ priceType }) => priceType !== "user");
  const same = ofFields.length > 0 ? ofFields : ranges;
  const [from, to] = [Math.min(...same.map(({ lowest }) => lowest)), Math.max(...same.map(({ highest }) => highest))];
  const write = (minor: number) => formatShortMoney(minor, club.organization.currency, languageTags[club.language]);
  return { priceRange: from === to ? write(from) : `${write(from)} – ${write(to)}` };
}

const amenityNames = [
  ["changing_room", "Changing rooms"],
  ["restroom", "Restrooms"],
  ["shower", "Showers"],
  ["restaurant", "Restaurant"],
  ["shop", "Shop"],
] as const;

const describeAmenities = (facility: PublicFacility) =>
  amenityNames.flatMap(([column, name]) =>
    facility[column] === null ? [] : [{ "@type": "LocationFeatureSpecification", name, value: facility[column] }],
  );

export function describeFacility(
  club: PublicClub,
  facility: PublicFacility,
  { appUrl, phone }: { appUrl: string; phone: string | null },
): object {
  const url = `${appUrl}/c/${club.slug}/${facility.address}`;
  const fields = club.fields.filter((field) => field.facility_id === facility.id);
  const { latitude, longitude, image } = facility;
  return {
    "@type": "SportsActivityLocation",
    "@id": url,
    ...{ url, name: facility.name },
    ...(facility.description && { description: facility.description }),
    ...(phone && { telephone: phone }),
    ...(image && { image: appUrl + image.url }),
    ...(facility.complete_address && {
      address: {
        "@type": "PostalAddress",
        ...(facility.line1 && { streetAddress: facility.line1 }),
        ...(facility.postal_code && { postalCode: facility.postal_code }),
        ...(facility.city && { addressLocality: facility.city }),
        ...(facility.country_code && { addressCountry: facility.country_code }),
      },
    }),
    ...(latitude !== null && longitude !== null && { geo: { "@type": "GeoCoordinates", latitude, longitude } }),
    ...describeHours(club, fields),
    ...describePrices(club, fields),
    amenityFeature: describeAmenities(facility),
    potentialAction: {
      "@type": "ReserveAction",
      target: { "@type": "EntryPoint", urlTemplate: `${appUrl}/c/${club.slug}/find` },
    },
    containsPlace: fields.map((field) => ({
      "@type": "SportsActivityLocation",
      "@id": `${url}/${field.address}`,
      url: `${url}/${field.address}`,
      name: field.name,
      ...describePrices(club, [field]),
    })),
  };
}

export function describeClub(
  club: PublicClub,
  { appUrl, phone, email }: { appUrl: string; phone: string | null; email: string | null },
): object {
  const { organization } = club;
  const url = `${appUrl}/c/${club.slug}`;
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": typesOfOrganizations[organization.type as OrganizationType],
        "@id": url,
        ...{ url, name: organization.name },
        ...(organization.legal_name && { legalName: organization.legal_name }),
        ...(phone && { telephone: phone }),
        ...(email && { email }),
        ...(club.logo && { logo: appUrl + club.logo.url }),
      },
      ...club.facilities.map((facility) => describeFacility(club, facility, { appUrl, phone })),
    ],
  };
}

export const describeField = (
  club: PublicClub,
  { facility, field, appUrl }: { facility: PublicFacility; field: PublicField; appUrl: string },
): object => ({
  "@context": "https://schema.org",
  "@type": "SportsActivityLocation",
  url: `${appUrl}/c/${club.slug}/${facility.address}/${field.address}`,
  name: field.name,
  ...(field.description && { description: field.description }),
  ...(field.image && { image: appUrl + field.image.url }),
  ...describePrices(club, [field]),
  containedInPlace: {
    "@type": "SportsActivityLocation",
    "@id": `${appUrl}/c/${club.slug}/${facility.address}`,
    name: facility.name,
  },
});
