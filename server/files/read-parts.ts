/** Reads a form with a picture in it (multipart). */
import type { FastifyRequest } from "fastify";
import { MAX_UPLOAD_BYTES } from "#contract/files.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";

/** @throws HttpError 413 if the file is too large */
export async function readParts(
  request: FastifyRequest,
): Promise<{ texts: Record<string, unknown>; file: Buffer | undefined }> {
  const texts = new Map<string, unknown>();
  let file: Buffer | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === "field") texts.set(part.fieldname, part.value);
      else if (part.fieldname === "file") file = await part.toBuffer();
      else part.file.resume();
    }
  } catch (error) {
    if (error instanceof request.server.multipartErrors.RequestFileTooLargeError) throw fileTooLargeError();
    throw error;
  }
  return { texts: Object.fromEntries(texts), file };
}

/** @throws HttpError 422 on `file` without one */
export function requireFile(file: Buffer | undefined): Buffer {
  if (!file) throw invalidFields({ file: [message("kit.required")] });
  return file;
}

function fileTooLargeError(): HttpError {
  const refusal = message("files.tooLarge", { megabytes: MAX_UPLOAD_BYTES / 1024 / 1024 });
  return new HttpError(413, refusal, { errors: { file: [refusal] } });
}
