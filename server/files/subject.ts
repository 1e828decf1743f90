/** What photos are of: a facility or a field, as far as somebody sees it. */
import { sql } from "kysely";
import type { FileType } from "#contract/files.ts";
import { inScope, type Database } from "#server/kit/database.ts";
import type { Standing } from "#server/kit/house.ts";
import { noteChange } from "#server/kit/live.ts";
import { invalid, say, type Problem } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { seesFacility, seesField } from "#server/members/visibility.ts";

/** Whose photos, for whom. */
export interface View {
  organizationId: string;
  standing: Standing;
}
/** What a photo is of. */
export interface Subject {
  type: FileType;
  id: string;
}
export const one = sql<number>`1`.as("one");

/** Facilities that a person sees. */
export const facilities = (db: Database, { organizationId, standing }: View) =>
  db
    .selectFrom("facilities")
    .innerJoin("organizations", "organizations.id", "facilities.organization_id")
    .where(inScope("facilities.organization_id", organizationId))
    .where("facilities.archived_at", "is", null)
    .where("organizations.archived_at", "is", null)
    .where(seesFacility(standing));

/** Fields that a person sees, in facilities that are there. */
export const fields = (db: Database, view: View) =>
  facilities(db, view)
    .innerJoin("fields", (join) =>
      join
        .onRef("fields.organization_id", "=", "facilities.organization_id")
        .onRef("fields.facility_id", "=", "facilities.id"),
    )
    .where("fields.archived_at", "is", null)
    .where(seesField(view.standing));

/** Of what an upload names and nobody sees. */
export const unknown = ({ type }: Subject): Problem =>
  type === "facility"
    ? invalid({ facilityId: [say("facilities.unknown")] })
    : invalid({ fieldId: [say("fields.unknown")] });

/** @param orElse what is thrown where the person sees no such facility or field */
export async function findSubject(
  db: Database,
  view: View,
  { type, id }: Subject,
  orElse: () => Problem,
): Promise<void> {
  await subjects(db, view, { type, id }).executeTakeFirstOrThrow(orElse);
}

/** As `findSubject`, and its photos are nobody else's to change until the transaction ends. */
export async function holdSubject(db: Database, view: View, subject: Subject, orElse: () => Problem): Promise<void> {
  const table = subject.type === "facility" ? "facilities" : "fields";
  // Weak enough for bookings and new fields, which only need it to stay.
  await subjects(db, view, subject)
    .modifyEnd(sql`for no key update of ${sql.ref(table)}`)
    .executeTakeFirstOrThrow(orElse);
}

function subjects(db: Database, view: View, { type, id }: Subject) {
  return type === "facility"
    ? facilities(db, view).select(one).where("facilities.id", "=", id)
    : fields(db, view).select(one).where("fields.id", "=", id);
}

/** What an entry of the activity says it is. */
export const named = ({ type, id }: Subject) => (type === "facility" ? { facilityId: id } : { fieldId: id });

/** Whoever shows it hears that it looks otherwise. */
export async function tellSubject(
  { db, organizationId, now }: Pick<Call, "db" | "organizationId" | "now">,
  { type, id }: Subject,
): Promise<void> {
  const room = type === "facility" ? "facilities" : "fields";
  await noteChange(db, { organizationId, room, subjectId: id, at: now });
}
