/** The columns of organizations, facilities and fields. */
import type { Facility } from "#contract/facilities.ts";
import type { Field } from "#contract/fields.ts";
import { countryCodes } from "#contract/general.ts";
import type { Organization } from "#contract/organizations.ts";
import { count, everywhere, moment, phone, text, word, yesNo, type Column } from "#server/kit/columns.ts";
import type { Reader } from "#server/kit/cells.ts";

const countryName = (code: string, { language }: Reader) =>
  new Intl.DisplayNames(language, { type: "region", fallback: "code" }).of(code) ?? code;
const codeOf = (countryId: number) => Object.entries(countryCodes).find(([id]) => Number(id) === countryId)?.[1];

const typeLabels = {
  club: "organizations.typeClub",
  association: "organizations.typeAssociation",
  private_owner: "organizations.typePrivateOwner",
  school: "organizations.typeSchool",
  city_hall: "organizations.typeCityHall",
  league: "organizations.typeLeague",
  tournament: "organizations.typeTournament",
  federation: "organizations.typeFederation",
  university: "organizations.typeUniversity",
} as const;

/** A SIRET in its usual groups: without them it would be told as 7,33E+13. */
const grouped = (number: string | null) =>
  number?.replace(/^(\d{3}) ?(\d{3}) ?(\d{3}) ?(\d{5})$/, "$1 $2 $3 $4") ?? null;

export const organizationColumns: Column<Organization>[] = [
  text("organizations.name", (row) => row.name),
  word("organizations.type", typeLabels, (row) => row.type),
  text("organizations.email", (row) => row.email),
  phone("organizations.phone", (row) => row.phone),
  yesNo("organizations.enabled", (row) => row.enabled),
  text("organizations.owner", (row) => row.owner?.full_name ?? null),
  text("organizations.emailOwner", (row) => row.owner?.email ?? null),
  text("organizations.country", (row, reader) => {
    const code = codeOf(row.countryId);
    return code ? countryName(code, reader) : null;
  }),
  text("organizations.vatNumber", (row) => row.vatNumber),
  text("organizations.identificationNumber", (row) => grouped(row.identificationNumber)),
  text("organizations.timezone", (row) => row.timezone),
  text("organizations.currency", (row) => row.currency),
  moment("kit.created", (row) => row.created_at),
  moment("kit.updated", (row) => row.updated_at),
  text("organizations.id", (row) => row.id),
];

export const facilityColumns: Column<Facility>[] = [
  text("facilities.name", (row) => row.name),
  everywhere(text("organizations.one", (row) => row.organization.name)),
  text("facilities.sports", (row) => row.sports.map((sport) => sport.name)),
  text("facilities.address", (row) => row.localization.completeAddress),
  text("exports.city", (row) => row.localization.address?.city ?? null),
  text("organizations.country", (row, reader) => {
    const code = row.localization.address?.countryCode;
    return code ? countryName(code, reader) : null;
  }),
  text("facilities.timezone", (row) => row.timezone),
  text("facilities.description", (row) => row.description),
  count("facilities.parkingPlace", (row) => row.parkingPlace),
  count("facilities.bicycleParkingPlace", (row) => row.bicycleParkingPlace),
  yesNo("facilities.changingRoom", (row) => row.changingRoom),
  yesNo("facilities.restroom", (row) => row.restroom),
  yesNo("facilities.shower", (row) => row.shower),
  yesNo("facilities.restaurant", (row) => row.restaurant),
  yesNo("facilities.shop", (row) => row.shop),
  moment("kit.created", (row) => row.created_at),
  moment("kit.updated", (row) => row.updated_at),
  text("organizations.id", (row) => row.id),
];

const confidentialityLabels = { public: "fields.public", private: "fields.private" } as const;
const statusLabels = { open: "fields.statusOpen", closed: "fields.statusClosed" } as const;
const spaceLabels = { indoor: "fields.spaceIndoor", outdoor: "fields.spaceOutdoor" } as const;
const approvalLabels = { automatic: "fields.approvalAutomatic", manual: "fields.approvalManual" } as const;

export const fieldColumns: Column<Field>[] = [
  text("fields.name", (row) => row.name),
  everywhere(text("organizations.one", (row) => row.organization.name)),
  text("fields.facility", (row) => row.facility.name),
  text("fields.partOf", (row) => row.parent?.name ?? null),
  word("fields.confidentiality", confidentialityLabels, (row) => row.confidentiality),
  word("fields.status", statusLabels, (row) => row.status),
  yesNo("fields.bookable", (row) => row.bookable),
  count("fields.seats", (row) => row.seatsStands),
  count("fields.minPeople", (row) => row.minPeopleByEvent),
  count("fields.maxPeople", (row) => row.maxPeopleByEvent),
  text("fields.sports", (row) => row.sports.map((sport) => sport.name)),
  word("fields.space", spaceLabels, (row) => row.space),
  yesNo("fields.lights", (row) => row.lights),
  yesNo("fields.handicapAccess", (row) => row.handicapAccess),
  yesNo("fields.airConditioning", (row) => row.airConditioning),
  yesNo("fields.heating", (row) => row.heating),
  text("fields.description", (row) => row.description),
  count("exports.startStep", (row) => row.startStep),
  count("exports.turnaround", (row) => row.turnaround),
  word("fields.approval", approvalLabels, (row) => row.approval),
  count("exports.cancellationDeadline", (row) => row.cancellationDeadline),
  moment("kit.created", (row) => row.created_at),
  moment("kit.updated", (row) => row.updated_at),
  text("organizations.id", (row) => row.id),
];
