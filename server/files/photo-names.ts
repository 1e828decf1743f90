/** File names and sizes of stored pictures (thumbnails). */
import { createHash } from "node:crypto";
import type { Image, Logo } from "#contract/files.ts";
import { API_BASE_PATH } from "#server/kit/http/serve-module.ts";

export type PhotoSize = readonly [width: number, height: number];

export const PHOTO_FOLDER = "photos";
export const photoFormats = ["webp", "avif"] as const;
/** Mail programs and PDF files know no newer format. */
const LOGO_FORMAT = "png";
export type PictureFormat = (typeof photoFormats)[number] | typeof LOGO_FORMAT;
export type PicturePurpose = "logo" | "cover";
const fileNamePattern = /^([0-9a-f]{40})-\d{1,5}\.(webp|avif|png)$/;

/** Common prefix of the names of all sizes; depends on the photo's id and content. */
export const photoKey = (photoId: string, original: Uint8Array): string =>
  createHash("sha256").update(photoId).update(original).digest("hex").slice(0, 40);

/** The longer side is enough to distinguish the sizes of one photo. */
export const photoFileName = (picture: string, size: PhotoSize, format: PictureFormat) =>
  `${picture}-${Math.max(...size)}.${format}`;

/** Names in the file store. */
export const storedPhotoNames = (
  picture: string,
  sizes: readonly PhotoSize[],
  purpose?: PicturePurpose | null,
): string[] => {
  const formats: readonly PictureFormat[] = purpose === "logo" ? [LOGO_FORMAT] : photoFormats;
  return sizes.flatMap((size) => formats.map((format) => `${PHOTO_FOLDER}/${photoFileName(picture, size, format)}`));
};

const pictureUrl = (picture: string, size: PhotoSize, format: PictureFormat) =>
  `${API_BASE_PATH}/files/${photoFileName(picture, size, format)}`;

/** @param sizes the smallest first */
export function serializeLogo(picture: string, sizes: readonly PhotoSize[]): Logo {
  const [small, large] = [sizes[0], sizes.at(-1)];
  if (!small || !large) throw new Error(`The logo ${picture} has no size`);
  return {
    url: pictureUrl(picture, large, LOGO_FORMAT),
    size: large[0],
    smallUrl: pictureUrl(picture, small, LOGO_FORMAT),
  };
}

export function serializeImage(picture: string, sizes: readonly PhotoSize[]): Image {
  const all = sizes.map((size) => {
    const [width, height] = size;
    return { width, height, webp: pictureUrl(picture, size, "webp"), avif: pictureUrl(picture, size, "avif") };
  });
  const largest = all.at(-1);
  if (!largest) throw new Error(`The photo ${picture} has no size`);
  return { url: largest.webp, width: largest.width, height: largest.height, sizes: all };
}

export interface StoredPhoto {
  /** Common prefix of the names of all sizes. */
  picture: string;
  /** Name in the file store. */
  name: string;
  type: string;
}

export function parsePhotoFileName(fileName: string): StoredPhoto | undefined {
  const [, picture, format] = fileNamePattern.exec(fileName) ?? [];
  if (!picture || !format) return undefined;
  return { picture, name: `${PHOTO_FOLDER}/${fileName}`, type: `image/${format}` };
}
