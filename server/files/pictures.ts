/** What the pictures of a photo are called: in the store, and in addresses. */
import { createHash } from "node:crypto";
import type { Image } from "#contract/files.ts";
import { basePath } from "#server/kit/serve.ts";

/** Width and height. */
export type Size = readonly [width: number, height: number];

/** Theirs in the store. */
export const folder = "photos";
export const formats = ["webp", "avif"] as const;
type Format = (typeof formats)[number];
const addressForm = /^([0-9a-f]{40})-\d{1,5}\.(webp|avif)$/;

/** What all sizes of a photo are called: another for each photo, and another where a single byte of it is. */
export const pictureOf = (photoId: string, original: Uint8Array): string =>
  createHash("sha256").update(photoId).update(original).digest("hex").slice(0, 40);

/** The longer side tells the sizes of one photo apart, whatever its shape. */
export const addressOf = (picture: string, size: Size, format: Format) => `${picture}-${Math.max(...size)}.${format}`;

/** Every picture of a photo, as it is called in the store. */
export const namesOf = (picture: string, sizes: readonly Size[]): string[] =>
  sizes.flatMap((size) => formats.map((format) => `${folder}/${addressOf(picture, size, format)}`));

/** A photo as the contract shows it. */
export function imageOf(picture: string, sizes: readonly Size[]): Image {
  const urlOf = (size: Size, format: Format) => `${basePath}/files/${addressOf(picture, size, format)}`;
  const all = sizes.map((size) => {
    const [width, height] = size;
    return { width, height, webp: urlOf(size, "webp"), avif: urlOf(size, "avif") };
  });
  const largest = all.at(-1);
  if (!largest) throw new Error(`The photo ${picture} has no size`);
  return { url: largest.webp, width: largest.width, height: largest.height, sizes: all };
}

export interface Picture {
  /** What all sizes of its photo are called. */
  picture: string;
  /** Its own name in the store. */
  name: string;
  /** Its media type. */
  type: string;
}

/** The picture of an address; undefined where it is the address of none. */
export function pictureAt(address: string): Picture | undefined {
  const [, picture, format] = addressForm.exec(address) ?? [];
  if (!picture || !format) return undefined;
  return { picture, name: `${folder}/${address}`, type: `image/${format}` };
}
