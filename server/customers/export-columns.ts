import type { Customer } from "#contract/customers.ts";
import { booleanColumn, dateTimeColumn, phoneColumn, textColumn, type Column } from "#server/kit/documents/columns.ts";
import { roleName } from "#server/members/roles.ts";
import { customerColumnMap } from "./column-map.ts";

const {
  kind,
  externalId,
  birthDate,
  addressLine,
  postalCode,
  city,
  region,
  identificationNumber,
  vatNumber,
  billing,
  paymentDays,
} = customerColumnMap.exported;

export const customerColumns: Column<Customer>[] = [
  textColumn("members.name", (row) => row.name),
  kind,
  textColumn("members.email", (row) => row.email),
  phoneColumn("members.phone", (row) => row.phone),
  textColumn("customers.categories", (row, { t }) => row.roles.map((role) => roleName(role, t))),
  booleanColumn("members.active", (row) => row.active),
  externalId,
  birthDate,
  addressLine,
  postalCode,
  city,
  region,
  identificationNumber,
  vatNumber,
  billing,
  paymentDays,
  textColumn("customers.guardian", (row) => row.guardian?.name ?? null),
  dateTimeColumn("kit.created", (row) => row.created_at),
  textColumn("organizations.id", (row) => row.id),
];
