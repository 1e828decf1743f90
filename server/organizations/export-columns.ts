import { countryCodeOf } from "#contract/general-countries-rules.ts";
import type { Organization } from "#contract/organization-shape.ts";
import { dateTimeColumn, phoneColumn, textColumn, type Column } from "#server/kit/documents/columns.ts";
import { countryName } from "#server/kit/documents/country-name.ts";
import { organizationColumnMap } from "./column-map.ts";

/** Formats a SIRET in its usual groups: spreadsheets would show the number as 7,33E+13. */
const formatSiret = (number: string | null) =>
  number?.replace(/^(\d{3}) ?(\d{3}) ?(\d{3}) ?(\d{5})$/, "$1 $2 $3 $4") ?? null;

/** Every labelled member has a column; these are exported in a different order than the map's. */
const { name: organizationName, type, email, enabled, vatNumber, ...settings } = organizationColumnMap.exported;

export const organizationColumns: Column<Organization>[] = [
  organizationName,
  type,
  email,
  phoneColumn("organizations.phone", (row) => row.phone),
  enabled,
  textColumn("organizations.owner", (row) => row.owner?.full_name ?? null),
  textColumn("organizations.emailOwner", (row) => row.owner?.email ?? null),
  textColumn("organizations.country", (row, reader) => {
    const code = countryCodeOf(row.countryId);
    return code ? countryName(code, reader) : null;
  }),
  vatNumber,
  textColumn("organizations.identificationNumber", (row) => formatSiret(row.identificationNumber)),
  ...Object.values(settings),
  dateTimeColumn("kit.created", (row) => row.created_at),
  dateTimeColumn("kit.updated", (row) => row.updated_at),
  textColumn("organizations.id", (row) => row.id),
];
