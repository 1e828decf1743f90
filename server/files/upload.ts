/** Adds a photo. Its pictures are made and kept before the transaction, which only writes down that they are there. */
import type { FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { files, largestUpload, PhotoDraft, type Photo } from "#contract/files.ts";
import { noteActivity } from "#server/kit/activity.ts";
import { gather } from "#server/kit/gather.ts";
import { v7 } from "#server/kit/ids.ts";
import { parse } from "#server/kit/parse.ts";
import { invalid, Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { encode } from "./encode.ts";
import { keepPictures, removeUnnamed } from "./kept.ts";
import { namesOf, pictureOf, type Size } from "./pictures.ts";
import { findNextPosition, findPhoto, insertPhoto } from "./queries.ts";
import { findSubject, holdSubject, named, tellSubject, unknown, type Subject } from "./subject.ts";

type Upload = Call<typeof files.upload>;

export async function upload(call: Upload): Promise<Photo> {
  const { db, house, now, organizationId } = call;
  const { subject, file } = await readForm(call.request);
  await findSubject(db, call, subject, () => unknown(subject));
  await findNextPosition(db, organizationId, subject);
  const encoded = await encode(file);
  const id = v7(now);
  const picture = pictureOf(id, file);
  const sizes = encoded.map(({ size }) => size);
  try {
    await keepPictures(house, picture, encoded);
    return await insert(call, { id, subject, picture, sizes });
  } catch (error) {
    // Where even this fails, the sweep finds them.
    await removeUnnamed(house, namesOf(picture, sizes)).catch((err: unknown) => house.log.warn({ err }, "left over"));
    throw error;
  }
}

async function insert(call: Upload, photo: { id: string; subject: Subject; picture: string; sizes: Size[] }) {
  const { house, now, organizationId } = call;
  const { id, subject } = photo;
  return house.db.transaction().execute(async (db) => {
    await holdSubject(db, call, subject, () => unknown(subject));
    const position = await findNextPosition(db, organizationId, subject);
    await insertPhoto(db, { ...photo, organization_id: organizationId, position, created_at: now });
    const added = await findPhoto(db, call, id);
    const noted = { subjectId: subject.id, after: { fileId: id, ...named(subject) } };
    await noteActivity({ ...call, db }, files.upload, noted, added);
    await tellSubject({ ...call, db }, subject);
    return added;
  });
}

type Draft = z.infer<typeof PhotoDraft>;

/**
 * @returns the whole file, and what it is of
 * @throws Problem 413 where the file is too large, 422 beside what is missing or wrong
 */
async function readForm(request: FastifyRequest): Promise<{ subject: Subject; file: Buffer }> {
  const { texts, file } = await readParts(request);
  const [subject, content] = await gather(
    () => subjectOf(parse(PhotoDraft, texts) as Draft),
    () => {
      if (!file) throw invalid({ file: [say("kit.required")] });
      return file;
    },
  );
  return { subject, file: content };
}

function subjectOf({ type, facilityId, fieldId }: Draft): Subject {
  const subjectId = type === "facility" ? facilityId : fieldId;
  if (!subjectId) throw invalid({ [`${type}Id`]: [say("kit.required")] });
  return { type, id: subjectId };
}

async function readParts(request: FastifyRequest) {
  const texts = new Map<string, unknown>();
  let file: Buffer | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") texts.set(part.fieldname, part.value);
      else if (part.fieldname === "file") file = await part.toBuffer();
      else part.file.resume();
    }
  } catch (error) {
    if (error instanceof request.server.multipartErrors.RequestFileTooLargeError) throw tooLarge();
    throw error;
  }
  return { texts: Object.fromEntries(texts), file };
}

function tooLarge(): Problem {
  const saying = say("files.tooLarge", { megabytes: largestUpload / 1024 / 1024 });
  return new Problem(413, saying, { errors: { file: [saying] } });
}
