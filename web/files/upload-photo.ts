import * as z from "zod/mini";
import { files, MAX_UPLOAD_BYTES, type Photo } from "#contract/files.ts";
import { call, type RequestOptions } from "#web/kit/data/api.ts";
import { upload } from "#web/kit/data/upload.ts";
import { t } from "#web/kit/format/translation.ts";

export type PhotoTarget = { type: "facility"; facilityId: string } | { type: "field"; fieldId: string };

/** Photos chosen in a form. Add it to the contract's draft: `z.extend(FacilityDraft, { photos: ChosenPhotos })`. */
export const ChosenPhotos = z._default(z.array(z.instanceof(File)), []);

/**
 * Uploads one photo.
 * @param organizationId owner of the facility or field, never `all`
 * @param onProgress gets the sent share from 0 to 1; at 1 the server processes the photo
 * @throws ApiError whose message says what is wrong with the photo
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

export async function uploadDefaultPhoto(
  ...[organizationId, target, file, onProgress, options]: Parameters<typeof uploadPhoto>
): Promise<Photo> {
  const photo = await uploadPhoto(organizationId, target, file, onProgress, options);
  if (photo.default) return photo;
  return (await call(files.makeDefault, { params: { organizationId, fileId: photo.id } }, { quiet: true })).data;
}

/** Error message for a file that is no JPEG or too large; undefined if it may be sent. The server checks more. */
export async function findPhotoError(file: File): Promise<string | undefined> {
  if (!(await startsLikeJpeg(file))) return t("files.fileNotJpeg", { name: file.name });
  return file.size > MAX_UPLOAD_BYTES ? t("files.fileTooLarge", { name: file.name }) : undefined;
}

async function startsLikeJpeg(file: File): Promise<boolean> {
  // A dropped folder looks like a file but cannot be read.
  const start = await file
    .slice(0, 3)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return [0xff, 0xd8, 0xff].every((byte, index) => new Uint8Array(start)[index] === byte);
}
