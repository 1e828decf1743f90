/** Changes the photos of a facility or field: order, default, deletion. */
import type { files, Photo } from "#contract/files.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { removePictures } from "./jobs.ts";
import { storedPhotoNames } from "./photo-names.ts";
import {
  deletePhoto,
  findPhoto,
  findPhotoRow,
  listPhotoIds,
  photoSizes,
  photoSubject,
  updatePhotoOrder,
} from "./queries.ts";
import { lockSubject, subjectReference, recordSubjectChange } from "./photo-subject.ts";

type PhotoCall = Call<typeof files.update> | Call<typeof files.makeDefault> | Call<typeof files.delete>;

/** Locks the photo's subject: only the caller changes the order of its photos. */
async function lockPhoto(call: PhotoCall) {
  const { db, organizationId, params } = call;
  const row = await findPhotoRow(db, call, params.fileId);
  const subject = photoSubject(row);
  await lockSubject(db, call, subject, notFound);
  const ids = await listPhotoIds(db, organizationId, subject);
  const position = ids.indexOf(row.id);
  // Another request deleted it while this one waited for the lock.
  if (position < 0) throw notFound();
  return { row, subject, position, others: ids.toSpliced(position, 1) };
}

/** @param to from 0; a larger value moves it to the end */
async function movePhoto(call: PhotoCall, to: number): Promise<Photo> {
  const { db, organizationId, record } = call;
  const { row, subject, position, others } = await lockPhoto(call);
  const after = Math.min(to, others.length);
  const [isDone, what] = [after === position, { fileId: row.id, ...subjectReference(subject) }];
  record({
    subjectId: subject.id,
    before: { position, ...what },
    after: { position: after, ...what },
    skipsEntry: isDone,
  });
  if (after !== position) {
    await updatePhotoOrder(db, organizationId, others.toSpliced(after, 0, row.id));
    await recordSubjectChange(call, subject);
  }
  return findPhoto(db, call, row.id);
}

export const changePhotoPosition = (call: Call<typeof files.update>): Promise<Photo> =>
  movePhoto(call, call.body.position ?? 0);
export const makePhotoDefault = (call: Call<typeof files.makeDefault>): Promise<Photo> => movePhoto(call, 0);

export async function removePhoto(call: Call<typeof files.delete>): Promise<null> {
  const { db, appContext, organizationId, record } = call;
  const { row, subject, others } = await lockPhoto(call);
  await deletePhoto(db, organizationId, row.id);
  await updatePhotoOrder(db, organizationId, others);
  await appContext.jobs.send(db, removePictures.name, { names: storedPhotoNames(row.picture, photoSizes(row)) });
  record({ subjectId: subject.id, before: { fileId: row.id, ...subjectReference(subject) } });
  await recordSubjectChange(call, subject);
  return null;
}
