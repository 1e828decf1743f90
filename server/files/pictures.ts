/** Names of the pictures of a photo, in the store and in addresses. */
import { createHash } from "node:crypto";
import type { Image } from "#contract/files.ts";
import { API_BASE_PATH } from "#server/kit/http/serve-module.ts";

/** Width and height. */
export type PictureSize = readonly [width: number, height: number];

/** Theirs in the store. */
export const PICTURE_FOLDER = "photos";
export const pictureFormats = ["webp", "avif"] as const;
type PictureFormat = (typeof pictureFormats)[number];
const addressPattern = /^([0-9a-f]{40})-\d{1,5}\.(webp|avif)$/;

/** Common part of the names of all sizes: differs for each photo, and for each byte of it. */
export const pictureKey = (photoId: string, original: Uint8Array): string =>
  createHash("sha256").update(photoId).update(original).digest("hex").slice(0, 40);

/** The longer side distinguishes the sizes of one photo, whatever its shape. */
export const pictureAddress = (picture: string, size: PictureSize, format: PictureFormat) =>
  `${picture}-${Math.max(...size)}.${format}`;

/** Every picture of a photo, as it is called in the store. */
export const storedPictureNames = (picture: string, sizes: readonly PictureSize[]): string[] =>
  sizes.flatMap((size) => pictureFormats.map((format) => `${PICTURE_FOLDER}/${pictureAddress(picture, size, format)}`));

/** A photo as the contract shows it. */
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
  /** Common part of the names of all sizes. */
  picture: string;
  /** Its own name in the store. */
  name: string;
  /** Its media type. */
  type: string;
}

/** The picture of an address; undefined where it is the address of none. */
export function parsePictureAddress(address: string): Picture | undefined {
  const [, picture, format] = addressPattern.exec(address) ?? [];
  if (!picture || !format) return undefined;
  return { picture, name: `${PICTURE_FOLDER}/${address}`, type: `image/${format}` };
}
