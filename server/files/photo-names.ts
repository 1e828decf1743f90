import { createHash } from "node:crypto";
import type { Image } from "#contract/files.ts";
import { API_BASE_PATH } from "#server/kit/http/serve-module.ts";

export type PictureSize = readonly [width: number, height: number];

export const PICTURE_FOLDER = "photos";
export const pictureFormats = ["webp", "avif"] as const;
type PictureFormat = (typeof pictureFormats)[number];
const addressPattern = /^([0-9a-f]{40})-\d{1,5}\.(webp|avif)$/;

/** Common prefix of the names of all sizes; depends on the photo's id and content. */
export const pictureKey = (photoId: string, original: Uint8Array): string =>
  createHash("sha256").update(photoId).update(original).digest("hex").slice(0, 40);

/** The longer side is enough to distinguish the sizes of one photo. */
export const pictureAddress = (picture: string, size: PictureSize, format: PictureFormat) =>
  `${picture}-${Math.max(...size)}.${format}`;

export const storedPictureNames = (picture: string, sizes: readonly PictureSize[]): string[] =>
  sizes.flatMap((size) => pictureFormats.map((format) => `${PICTURE_FOLDER}/${pictureAddress(picture, size, format)}`));

export function serializeImage(picture: string, sizes: readonly PictureSize[]): Image {
  const urlOf = (size: PictureSize, format: PictureFormat) =>
    `${API_BASE_PATH}/files/${pictureAddress(picture, size, format)}`;
  const all = sizes.map((size) => {
    const [width, height] = size;
    return { width, height, webp: urlOf(size, "webp"), avif: urlOf(size, "avif") };
  });
  const largest = all.at(-1);
  if (!largest) throw new Error(`The photo ${picture} has no size`);
  return { url: largest.webp, width: largest.width, height: largest.height, sizes: all };
}

export interface Picture {
  /** Common prefix of the names of all sizes. */
  picture: string;
  /** Name in the file store. */
  name: string;
  type: string;
}

export function parsePictureAddress(address: string): Picture | undefined {
  const [, picture, format] = addressPattern.exec(address) ?? [];
  if (!picture || !format) return undefined;
  return { picture, name: `${PICTURE_FOLDER}/${address}`, type: `image/${format}` };
}
