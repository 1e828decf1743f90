/** Uploads a photo. Its pictures are encoded and stored before the transaction, which only inserts the row. */
import type { FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { files, PhotoDraft, type Photo } from "#contract/files.ts";
import { recordActivity } from "#server/kit/activity/audit-log.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { parseInput } from "#server/kit/http/parse-input.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { encodePhoto } from "./encode-photo.ts";
import { keepStored, storePhoto } from "./stored-photos.ts";
import { storedPhotoNames, photoKey, type PhotoSize } from "./photo-names.ts";
import { readParts, requireFile } from "./read-parts.ts";
import { findNextPhotoPosition, findPhoto, insertPhoto } from "./queries.ts";
import {
  assertSubjectVisible,
  lockSubject,
  subjectReference,
  recordSubjectChange,
  unknownSubject,
  type PhotoSubject,
} from "./photo-subject.ts";

type UploadCall = Call<typeof files.upload>;

export async function uploadPhoto(call: UploadCall): Promise<Photo> {
  const { db, appContext, now, organizationId } = call;
  const { subject, file } = await readUploadForm(call.request);
  await assertSubjectVisible(db, call, subject, () => unknownSubject(subject));
  await findNextPhotoPosition(db, organizationId, subject);
  const encoded = await encodePhoto(file);
  const id = uuidv7(now);
  const picture = photoKey(id, file);
  const sizes = encoded.map(({ size }) => size);
  return keepStored(appContext, storedPhotoNames(picture, sizes), async () => {
    await storePhoto(appContext, picture, encoded);
    return insertUploadedPhoto(call, { id, subject, picture, sizes });
  });
}

async function insertUploadedPhoto(
  call: UploadCall,
  photo: { id: string; subject: PhotoSubject; picture: string; sizes: PhotoSize[] },
) {
  const { appContext, now, organizationId } = call;
  const { id, subject } = photo;
  return appContext.db.transaction().execute(async (db) => {
    await lockSubject(db, call, subject, () => unknownSubject(subject));
    const position = await findNextPhotoPosition(db, organizationId, subject);
    await insertPhoto(db, { ...photo, organization_id: organizationId, position, created_at: now });
    const added = await findPhoto(db, call, id);
    const noted = { subjectId: subject.id, after: { fileId: id, ...subjectReference(subject) } };
    await recordActivity({ ...call, db }, files.upload, noted, added);
    await recordSubjectChange({ ...call, db }, subject);
    return added;
  });
}

type UploadDraft = z.infer<typeof PhotoDraft>;

/** @throws HttpError 413 if the file is too large, 422 on missing or invalid parts */
async function readUploadForm(request: FastifyRequest): Promise<{ subject: PhotoSubject; file: Buffer }> {
  const { texts, file } = await readParts(request);
  const [subject, content] = await collectFieldErrors(
    () => draftSubject(parseInput(PhotoDraft, texts) as UploadDraft),
    () => requireFile(file),
  );
  return { subject, file: content };
}

function draftSubject({ type, facilityId, fieldId }: UploadDraft): PhotoSubject {
  const ids = { facility: facilityId, field: fieldId };
  const otherType = type === "facility" ? "field" : "facility";
  const subjectId = ids[type];
  if (!subjectId) throw invalidFields({ [`${type}Id`]: [message("kit.required")] });
  if (ids[otherType]) throw invalidFields({ [`${otherType}Id`]: [message("files.oneSubject")] });
  return { type, id: subjectId };
}
