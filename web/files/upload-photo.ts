/** Photos on their way to the server: what may be sent, and the sending. */
import * as z from "zod/mini";
import { files, largestUpload, type Photo } from "#contract/files.ts";
import { call, type Options } from "#web/kit/api.ts";
import { upload } from "#web/kit/upload.ts";
import { t } from "#web/kit/words.ts";

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
  options: Options = {},
): Promise<Photo> {
  const form = new FormData();
  for (const [name, value] of Object.entries(target)) form.append(name, value);
  form.append("file", file);
  const given = { ...options, ...(onProgress ? { onProgress } : {}) };
  return (await upload(files.upload, { params: { organizationId }, form }, given)).data;
}

/** Sends the photo of a form, and makes it the default one. */
export async function uploadDefaultPhoto(
  ...[organizationId, target, file, onProgress, options]: Parameters<typeof uploadPhoto>
): Promise<Photo> {
  const photo = await uploadPhoto(organizationId, target, file, onProgress, options);
  if (photo.default) return photo;
  return (await call(files.makeDefault, { params: { organizationId, fileId: photo.id } }, { quiet: true })).data;
}

/** Why a file cannot be sent, in words; undefined where it can. The server looks closer. */
export async function faultOf(file: File): Promise<string | undefined> {
  if (!(await beginsAsJpeg(file))) return t("files.fileNotJpeg", { name: file.name });
  return file.size > largestUpload ? t("files.fileTooLarge", { name: file.name }) : undefined;
}

async function beginsAsJpeg(file: File): Promise<boolean> {
  // A folder that is dropped looks like a file, and cannot be read.
  const start = await file
    .slice(0, 3)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return [0xff, 0xd8, 0xff].every((byte, index) => new Uint8Array(start)[index] === byte);
}
