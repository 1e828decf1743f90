import type { Field } from "#contract/fields.ts";
import { platformOnly, dateTimeColumn, textColumn, type Column } from "#server/kit/documents/columns.ts";
import { fieldColumnMap } from "./column-map.ts";

const { name, confidentiality, status, bookable, seatsStands, minPeopleByEvent, maxPeopleByEvent, ...fieldDetails } =
  fieldColumnMap.exported;

export const fieldColumns: Column<Field>[] = [
  name,
  platformOnly(textColumn("organizations.one", (row) => row.organization.name)),
  textColumn("fields.facility", (row) => row.facility.name),
  textColumn("fields.partOf", (row) => row.parent?.name ?? null),
  confidentiality,
  status,
  bookable,
  seatsStands,
  minPeopleByEvent,
  maxPeopleByEvent,
  textColumn("fields.sports", (row) => row.sports.map((sport) => sport.name)),
  ...Object.values(fieldDetails),
  dateTimeColumn("kit.created", (row) => row.created_at),
  dateTimeColumn("kit.updated", (row) => row.updated_at),
  textColumn("organizations.id", (row) => row.id),
];
