/** Replaces and removes the logo. */
import { type Looks, looks } from "#contract/looks.ts";
import { removePictures } from "#server/files/jobs.ts";
import { photoKey, storedPhotoNames } from "#server/files/photo-names.ts";
import { deleteLogo, findLogo, insertLogo } from "#server/files/queries.ts";
import { readParts, requireFile } from "#server/files/read-parts.ts";
import { keepStored, storeLogo } from "#server/files/stored-photos.ts";
import { recordActivity } from "#server/kit/activity/audit-log.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findOrganizationToChange } from "#server/organizations/queries.ts";
import { encodeLogo } from "./encode-logo.ts";
import { findLooks } from "./queries.ts";

/** The picture is stored before the transaction. @throws HttpError 413 or 422 on `file` */
export async function uploadLogo(call: Call<typeof looks.uploadLogo>): Promise<Looks> {
  const { appContext, now, organizationId } = call;
  if (organizationId === ALL_ORGANIZATIONS) throw notFound();
  const file = requireFile((await readParts(call.request)).file);
  const encoded = await encodeLogo(file);
  const id = uuidv7(now);
  const picture = photoKey(id, file);
  const sizes = encoded.map(({ size }) => size);
  return keepStored(appContext, storedPhotoNames(picture, sizes, "logo"), async () => {
    await storeLogo(appContext, picture, encoded);
    return appContext.db.transaction().execute(async (db) => {
      await findOrganizationToChange(db, organizationId);
      const former = await deleteLogo(db, organizationId);
      if (former.length > 0) await appContext.jobs.send(db, removePictures.name, { names: former });
      await insertLogo(db, { organization_id: organizationId, id, picture, sizes, created_at: now });
      const after = await findLooks(db, organizationId);
      const noted = { subjectId: organizationId, after: { logo: after.logo?.url } };
      await recordActivity({ ...call, db }, looks.uploadLogo, noted, after);
      return after;
    });
  });
}

/** @throws HttpError 404 without a logo */
export async function removeLogo(call: Call<typeof looks.deleteLogo>): Promise<null> {
  const { db, appContext, organizationId, record } = call;
  await findOrganizationToChange(db, organizationId);
  const before = await findLogo(db, organizationId);
  if (!before) throw notFound();
  await appContext.jobs.send(db, removePictures.name, { names: await deleteLogo(db, organizationId) });
  record({ subjectId: organizationId, before: { logo: before.url } });
  return null;
}
