import type { Facility } from "#contract/facility-shape.ts";
import { platformOnly, dateTimeColumn, textColumn, type Column } from "#server/kit/documents/columns.ts";
import { countryName } from "#server/kit/documents/country-name.ts";
import { facilityColumnMap } from "./column-map.ts";

const { name: facilityName, ...facilityDetails } = facilityColumnMap.exported;

export const facilityColumns: Column<Facility>[] = [
  facilityName,
  platformOnly(textColumn("organizations.one", (row) => row.organization.name)),
  textColumn("facilities.sports", (row) => row.sports.map((sport) => sport.name)),
  textColumn("facilities.address", (row) => row.localization.completeAddress),
  textColumn("exports.city", (row) => row.localization.address?.city ?? null),
  textColumn("organizations.country", (row, reader) => {
    const code = row.localization.address?.countryCode;
    return code ? countryName(code, reader) : null;
  }),
  textColumn("facilities.timezone", (row) => row.timezone),
  ...Object.values(facilityDetails),
  dateTimeColumn("kit.created", (row) => row.created_at),
  dateTimeColumn("kit.updated", (row) => row.updated_at),
  textColumn("organizations.id", (row) => row.id),
];
