/** From rows to fields: with the whole that a field is a part of, its own parts and its sports, each as far as the reader sees it. */
import type { Field } from "#contract/fields.ts";
import type { Image } from "#contract/files.ts";
import type { Named } from "#contract/organizations.ts";
import type { Sport } from "#contract/sports.ts";
import type { View } from "#server/facilities/queries.ts";
import { listDefaultImages } from "#server/files/queries.ts";
import { among, inScope, type Database } from "#server/kit/database.ts";
import { seesField } from "#server/members/visibility.ts";
import { sportName } from "#server/sports/queries.ts";
import { wholesOf } from "./tree.ts";
import { listPatternsOf } from "./linked.ts";

export type Reader = Omit<View, "language">;

/** Fields with their facility and their organization. */
export const fieldsAtPlaces = (db: Database) =>
  db
    .selectFrom("fields")
    .innerJoin("organizations", "organizations.id", "fields.organization_id")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    );

/** Those that a person may see, archived ones too. */
export const known = (db: Database, { organizationId, standing }: Reader) =>
  fieldsAtPlaces(db).where(inScope("fields.organization_id", organizationId)).where(seesField(standing));

/** Of an archived facility or organization nothing shows, although its fields are not archived themselves. */
export const visible = (db: Database, reader: Reader) =>
  known(db, reader)
    .where("fields.archived_at", "is", null)
    .where("facilities.archived_at", "is", null)
    .where("organizations.archived_at", "is", null);

export const whole = (db: Database, reader: Reader) =>
  visible(db, reader)
    .selectAll("fields")
    .select(["organizations.name as organization_name", "facilities.name as facility_name", "facilities.timezone"]);
export type Row = Awaited<ReturnType<ReturnType<typeof whole>["executeTakeFirstOrThrow"]>>;

interface Surroundings {
  /** The wholes above all these fields, by id. */
  wholes: Map<string, Named>;
  parts: Named[];
  sports: Sport[];
  image: Image | null;
}

const shape = (row: Row, { wholes, parts, sports, image }: Surroundings): Field => {
  const parent = wholes.get(row.parent_id ?? "") ?? null;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status as Field["status"],
    confidentiality: row.confidentiality as Field["confidentiality"],
    bookable: row.bookable,
    space: row.space as Field["space"],
    lights: row.lights,
    handicapAccess: row.handicap_access,
    airConditioning: row.air_conditioning,
    heating: row.heating,
    minPeopleByEvent: row.min_people_by_event,
    maxPeopleByEvent: row.max_people_by_event,
    seatsStands: row.seats_stands,
    startStep: row.start_step,
    turnaround: row.turnaround,
    approval: row.approval as Field["approval"],
    cancellationDeadline: row.cancellation_deadline,
    parentId: parent?.id ?? null,
    parent,
    depth: wholesOf(row.above).filter((id) => wholes.has(id)).length,
    parts,
    timezone: row.timezone,
    facility: { id: row.facility_id, name: row.facility_name },
    organization: { id: row.organization_id, name: row.organization_name },
    sports,
    image,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
};

async function listWholes(db: Database, rows: Row[], reader: Reader): Promise<Surroundings["wholes"]> {
  const ids = [...new Set(rows.flatMap((row) => wholesOf(row.above)))];
  if (ids.length === 0) return new Map();
  const wholes = await visible(db, reader)
    .select(["fields.id", "fields.name"])
    .where(among("fields.id", ids))
    .execute();
  return new Map(wholes.map((one) => [one.id, one]));
}

async function listParts(db: Database, ids: string[], reader: Reader): Promise<Map<string | null, Named[]>> {
  const parts = await visible(db, reader)
    .select(["fields.parent_id", "fields.id", "fields.name"])
    .where(among("fields.parent_id", ids))
    .orderBy("fields.trail")
    .execute();
  return Map.groupBy(parts, (part) => part.parent_id);
}

async function listSports(db: Database, ids: string[], { organizationId, language }: View) {
  const sports = await db
    .selectFrom("field_sports")
    .innerJoin("sports", "sports.id", "field_sports.sport_id")
    .select(["field_sports.field_id", "sports.id", sportName(language).as("name")])
    .where(inScope("field_sports.organization_id", organizationId))
    .where(among("field_sports.field_id", ids))
    .orderBy("field_sports.position")
    .execute();
  return Map.groupBy(sports, (sport) => sport.field_id);
}

const plain = ({ id, name }: Named): Named => ({ id, name });

/** A handful of look-ups, however many rows there are. */
export async function shapeAll(db: Database, rows: Row[], view: View): Promise<Field[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const wholes = await listWholes(db, rows, view);
  const parts = await listParts(db, ids, view);
  const sports = await listSports(db, ids, view);
  const images = await listDefaultImages(db, view.organizationId, "field", ids);
  const patternsOf = await listPatternsOf(db, view.organizationId, ids);
  return rows.map((row) => ({
    ...shape(row, {
      wholes,
      parts: (parts.get(row.id) ?? []).map(plain),
      sports: (sports.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
      image: images.get(row.id) ?? null,
    }),
    ...patternsOf(row.id),
  }));
}
