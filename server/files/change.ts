/** Moves and deletes photos. Positions stay dense: the others make room, or close up. */
import type { files, Photo } from "#contract/files.ts";
import { notFound } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { removePictures } from "./jobs.ts";
import { namesOf } from "./pictures.ts";
import { deletePhoto, findPhoto, findPhotoRow, listIds, sizesOf, subjectOf, updateOrder } from "./queries.ts";
import { holdSubject, named, tellSubject } from "./subject.ts";

type Change = Call<typeof files.update> | Call<typeof files.makeDefault> | Call<typeof files.delete>;

/** The photo and those beside it, in their order, which is the caller's to change. */
async function hold(call: Change) {
  const { db, organizationId, params } = call;
  const row = await findPhotoRow(db, call, params.fileId);
  const subject = subjectOf(row);
  await holdSubject(db, call, subject, notFound);
  const ids = await listIds(db, organizationId, subject);
  const position = ids.indexOf(row.id);
  // Deleted while this one waited.
  if (position < 0) throw notFound();
  return { row, subject, position, others: ids.toSpliced(position, 1) };
}

/** @param to from 0; beyond the last, it becomes the last */
async function move(call: Change, to: number): Promise<Photo> {
  const { db, organizationId, record } = call;
  const { row, subject, position, others } = await hold(call);
  const after = Math.min(to, others.length);
  const [isDone, what] = [after === position, { fileId: row.id, ...named(subject) }];
  record({ subjectId: subject.id, before: { position, ...what }, after: { position: after, ...what }, isDone });
  if (after !== position) {
    await updateOrder(db, organizationId, others.toSpliced(after, 0, row.id));
    await tellSubject(call, subject);
  }
  return findPhoto(db, call, row.id);
}

export const update = (call: Call<typeof files.update>): Promise<Photo> => move(call, call.body.position ?? 0);
export const makeDefault = (call: Call<typeof files.makeDefault>): Promise<Photo> => move(call, 0);

export async function remove(call: Call<typeof files.delete>): Promise<null> {
  const { db, house, organizationId, record } = call;
  const { row, subject, others } = await hold(call);
  await deletePhoto(db, organizationId, row.id);
  await updateOrder(db, organizationId, others);
  await house.jobs.send(db, removePictures.name, { names: namesOf(row.picture, sizesOf(row)) });
  record({ subjectId: subject.id, before: { fileId: row.id, ...named(subject) } });
  await tellSubject(call, subject);
  return null;
}
