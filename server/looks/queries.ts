import { type LetterKind, letterKinds, type Looks, type MailText } from "#contract/looks.ts";
import { findCoverPhoto, findLogo, listPagePhotos } from "#server/files/queries.ts";
import type { Language } from "#messages/translator.ts";
import type { Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { findOrganizationLooks } from "#server/organizations/queries.ts";

export async function findLooks(db: Database, organizationId: string): Promise<Looks> {
  const found = await findOrganizationLooks(db, organizationId);
  if (!found) throw notFound();
  const { accent, senderName } = found;
  const cover = await findCoverPhoto(db, organizationId);
  return {
    ...{ accent, senderName, coverId: cover?.id ?? null },
    logo: await findLogo(db, organizationId),
    photos: await listPagePhotos(db, organizationId),
  };
}

interface MailTextKey {
  kind: string;
  language: Language;
}

export const findMailText = (
  db: Database,
  organizationId: string,
  { kind, language }: MailTextKey,
): Promise<{ opening: string | null; closing: string | null } | undefined> =>
  db
    .selectFrom("mail_texts")
    .select(["opening", "closing"])
    .where("organization_id", "=", organizationId)
    .where("kind", "=", kind)
    .where("language", "=", language)
    .executeTakeFirst();

/** In the order of the kinds. */
export async function listMailTexts(db: Database, organizationId: string): Promise<MailText[]> {
  const rows = await db
    .selectFrom("mail_texts")
    .select(["kind", "language", "opening", "closing"])
    .where("organization_id", "=", organizationId)
    .orderBy("language")
    .execute();
  return letterKinds.flatMap((kind) =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({ ...row, kind: kind satisfies LetterKind, language: row.language as Language })),
  );
}

/** Without opening and closing, the row is deleted. */
export async function updateMailText(db: Database, organizationId: string, text: MailText): Promise<void> {
  const { kind, language, opening = null, closing = null } = text;
  if (opening === null && closing === null) {
    await db
      .deleteFrom("mail_texts")
      .where("organization_id", "=", organizationId)
      .where("kind", "=", kind)
      .where("language", "=", language)
      .execute();
    return;
  }
  await db
    .insertInto("mail_texts")
    .values({ organization_id: organizationId, kind, language, opening, closing })
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "kind", "language"]).doUpdateSet({ opening, closing }),
    )
    .execute();
}
