/** Photos on their way to the server: what may be sent, and the sending. */
import * as z from "zod/mini";
import { files, MAX_UPLOAD_BYTES, type Photo } from "#contract/files.ts";
import { call, type RequestOptions } from "#web/kit/data/api.ts";
import { upload } from "#web/kit/data/upload.ts";
import { t } from "#web/kit/format/translation.ts";

/** Whose photo it is. */
export type PhotoTarget = { type: "facility"; facilityId: string } | { type: "field"; fieldId: string };

/** The photos chosen in a form: a member of its schema beside the contract's draft, `z.extend(FacilityDraft, { photos: ChosenPhotos })`. */
export const ChosenPhotos = z._default(z.array(z.instanceof(File)), []);

/**
 * Sends one photo.
 * @param organizationId of the one that the facility or field belongs to, never `all`
 * @param onProgress gets the part that is sent, from 0 to 1; at 1 the server is preparing it
 * @throws ApiError, whose message says what is wrong with the photo
 */
export async function uploadPhoto(
  organizationId: string,
  target: PhotoTarget,
  file: File,
  onProgress?: (sent: number) => void,
  options: RequestOptions = {},
): Promise<Photo> {
  const form = new FormData();
  for (const [name, value] of Object.entries(target)) form.append(name, value);
  form.append("file", file);
  const requestOptions = { ...options, ...(onProgress ? { onProgress } : {}) };
  return (await upload(files.upload, { params: { organizationId }, form }, requestOptions)).data;
}

/** Sends the photo of a form, and makes it the default one. */
export async function uploadDefaultPhoto(
  ...[organizationId, target, file, onProgress, options]: Parameters<typeof uploadPhoto>
): Promise<Photo> {
  const photo = await uploadPhoto(organizationId, target, file, onProgress, options);
  if (photo.default) return photo;
  return (await call(files.makeDefault, { params: { organizationId, fileId: photo.id } }, { quiet: true })).data;
}

/** The message why a file cannot be sent; undefined where it can. The server checks more. */
export async function findPhotoError(file: File): Promise<string | undefined> {
  if (!(await startsLikeJpeg(file))) return t("files.fileNotJpeg", { name: file.name });
  return file.size > MAX_UPLOAD_BYTES ? t("files.fileTooLarge", { name: file.name }) : undefined;
}

async function startsLikeJpeg(file: File): Promise<boolean> {
  // A folder that is dropped looks like a file, and cannot be read.
  const start = await file
    .slice(0, 3)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return [0xff, 0xd8, 0xff].every((byte, index) => new Uint8Array(start)[index] === byte);
}
