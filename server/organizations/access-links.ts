/** Table `access_links`: addresses with a secret, of which only the hash is kept. A directory of the whole platform. */
import type { Database } from "#server/kit/db/database.ts";

/** `player`: of one invitation; `players`: of a booking with open places; `debts`: of a customer. */
type Purpose = "offer" | "booking" | "player" | "players" | "debts";

export interface AccessLink {
  secretHash: Buffer;
  organizationId: string;
  purpose: Purpose;
  subjectId: string;
  endsAt: Date;
}

export async function insertAccessLink(db: Database, link: AccessLink): Promise<void> {
  await db
    .insertInto("access_links")
    .values({
      secret_hash: link.secretHash,
      organization_id: link.organizationId,
      purpose: link.purpose,
      subject_id: link.subjectId,
      ends_at: link.endsAt,
    })
    .execute();
}

export const findAccessLink = (db: Database, purpose: Purpose, secretHash: Buffer, now: Date) =>
  db
    .selectFrom("access_links")
    .select(["organization_id", "subject_id", "ends_at"])
    .where("secret_hash", "=", secretHash)
    .where("purpose", "=", purpose)
    .where("ends_at", ">", now)
    .executeTakeFirst();

/** @returns whether anything has ever been told by a link that is still good */
export async function hasAccessLink(db: Database, purpose: Purpose, subjectId: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom("access_links")
    .select("subject_id")
    .where("subject_id", "=", subjectId)
    .where("purpose", "=", purpose)
    .where("ends_at", ">", now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function updateAccessLinksEnd(
  db: Database,
  { purpose, subjectId, endsAt }: Pick<AccessLink, "purpose" | "subjectId" | "endsAt">,
): Promise<void> {
  await db
    .updateTable("access_links")
    .set({ ends_at: endsAt })
    .where("subject_id", "=", subjectId)
    .where("purpose", "=", purpose)
    .execute();
}

export async function deleteAccessLinksOf(
  db: Database,
  { purpose, subjectId }: Pick<AccessLink, "purpose" | "subjectId">,
): Promise<void> {
  await db.deleteFrom("access_links").where("subject_id", "=", subjectId).where("purpose", "=", purpose).execute();
}

export async function deleteAccessLinksBefore(db: Database, now: Date): Promise<void> {
  await db.deleteFrom("access_links").where("ends_at", "<=", now).execute();
}
