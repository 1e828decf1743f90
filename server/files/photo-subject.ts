/** Finds the facility or field of a photo, as far as the viewer may see it. */
import { sql } from "kysely";
import type { FileType } from "#contract/files.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { invalidFields, message, type HttpError } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { isFacilityVisible, isFieldVisible } from "#server/members/visibility.ts";

export interface PhotoViewer {
  organizationId: string;
  access: MemberPermissions;
}
export interface PhotoSubject {
  type: FileType;
  id: string;
}
export const selectOne = sql<number>`1`.as("one");

export const visibleFacilities = (db: Database, { organizationId, access }: PhotoViewer) =>
  db
    .selectFrom("facilities")
    .innerJoin("organizations", "organizations.id", "facilities.organization_id")
    .where(inScope("facilities.organization_id", organizationId))
    .where("facilities.archived_at", "is", null)
    .where("organizations.archived_at", "is", null)
    .where(isFacilityVisible(access));

export const visibleFields = (db: Database, view: PhotoViewer) =>
  visibleFacilities(db, view)
    .innerJoin("fields", (join) =>
      join
        .onRef("fields.organization_id", "=", "facilities.organization_id")
        .onRef("fields.facility_id", "=", "facilities.id"),
    )
    .where("fields.archived_at", "is", null)
    .where(isFieldVisible(view.access, view.organizationId));

export const unknownSubject = ({ type }: PhotoSubject): HttpError =>
  type === "facility"
    ? invalidFields({ facilityId: [message("facilities.unknown")] })
    : invalidFields({ fieldId: [message("fields.unknown")] });

export async function assertSubjectVisible(
  db: Database,
  view: PhotoViewer,
  { type, id }: PhotoSubject,
  orElse: () => HttpError,
): Promise<void> {
  await subjectQuery(db, view, { type, id }).executeTakeFirstOrThrow(orElse);
}

export async function lockSubject(
  db: Database,
  view: PhotoViewer,
  subject: PhotoSubject,
  orElse: () => HttpError,
): Promise<void> {
  const table = subject.type === "facility" ? "facilities" : "fields";
  // This lock does not block bookings and new fields, which only need the row to stay.
  await subjectQuery(db, view, subject)
    .modifyEnd(sql`for no key update of ${sql.ref(table)}`)
    .executeTakeFirstOrThrow(orElse);
}

function subjectQuery(db: Database, view: PhotoViewer, { type, id }: PhotoSubject) {
  return type === "facility"
    ? visibleFacilities(db, view).select(selectOne).where("facilities.id", "=", id)
    : visibleFields(db, view).select(selectOne).where("fields.id", "=", id);
}

export const subjectReference = ({ type, id }: PhotoSubject) =>
  type === "facility" ? { facilityId: id } : { fieldId: id };

/** Records a live change of the subject, because its default picture may have changed. */
export async function recordSubjectChange(
  { db, organizationId, now }: Pick<Call, "db" | "organizationId" | "now">,
  { type, id }: PhotoSubject,
): Promise<void> {
  const module = type === "facility" ? "facilities" : "fields";
  await insertLiveChange(db, { organizationId, module, subjectId: id, at: now });
}
