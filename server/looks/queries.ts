import type { Looks } from "#contract/looks.ts";
import { findCoverPhoto, findLogo, listPagePhotos } from "#server/files/queries.ts";
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
