/** Makes pictures out of a photo: decoded and drawn anew, so that nothing of the file is passed on but what is seen. */
import { availableParallelism } from "node:os";
import type { Sharp, SharpOptions } from "sharp";
import { MAX_UPLOAD_PIXELS } from "#contract/files.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { createLimiter } from "#server/kit/process/limiter.ts";
import { countScans } from "./jpeg.ts";
import type { PictureSize } from "./pictures.ts";

/** One size of a photo, in two formats. */
export interface EncodedPhoto {
  size: PictureSize;
  webp: Buffer;
  avif: Buffer;
}

/** Pixels of the longer side. */
const EDGE_LENGTHS = [480, 1080, 1920] as const;
const MAX_EDGE_LENGTH = EDGE_LENGTHS[2];
/** Photos that wait for their turn, each in memory. */
const MAX_WAITING_PHOTOS = 24;

/** A progressive photo has about ten; thousands of empty ones keep the decoder busy for minutes. */
const MAX_SCANS = 100;

/** Warnings that some cameras cause in every photo, and every viewer ignores. */
const harmlessWarnings = /Invalid SOS parameters|extraneous bytes before marker/;

async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // Half of the cores stay free for calls.
  sharp.concurrency(Math.max(1, Math.floor(availableParallelism() / 2)));
  sharp.cache(false);
  return sharp;
}

const invalidPhoto = (key: "files.notJpeg" | "files.broken" | "files.tooManyPixels") => {
  const refusal = key === "files.tooManyPixels" ? message(key, { most: MAX_UPLOAD_PIXELS / 1_000_000 }) : message(key);
  return invalidFields({ file: [refusal] });
};

const limitEncoding = createLimiter(MAX_WAITING_PHOTOS);

/**
 * The sizes of a JPEG photo, the smallest first, at least one: upright, in sRGB, without anything that its file said beside.
 * None is larger than the photo.
 * @throws HttpError 422 beside `file`: no JPEG by its content, broken, or of too many pixels; 503 when too many wait
 */
export async function encodePhoto(photo: Buffer): Promise<EncodedPhoto[]> {
  const sharp = await loadSharp();
  // A JPEG begins so; nothing else is even given to the decoder.
  if (!photo.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) throw invalidPhoto("files.notJpeg");
  if (countScans(photo) > MAX_SCANS) throw invalidPhoto("files.broken");
  const open = (more?: SharpOptions) =>
    sharp(photo, { limitInputPixels: MAX_UPLOAD_PIXELS, sequentialRead: true, ...more });
  await assertJpegHeader(open({ limitInputPixels: false }));
  return limitEncoding(async () => {
    const { data, info } = await decodePhoto(open);
    const { width, height, channels } = info;
    const longer = Math.max(width, height);
    const sizes = [...new Set(EDGE_LENGTHS.map((edge) => Math.min(edge, longer)))];
    const encoded: EncodedPhoto[] = [];
    for (const edge of sizes) encoded.push(await resizePhoto(sharp(data, { raw: { width, height, channels } }), edge));
    return encoded;
  });
}

/** Reads the head of the file alone. */
async function assertJpegHeader(photo: Sharp): Promise<void> {
  const { format, width, height } = await photo.metadata().catch(() => {
    throw invalidPhoto("files.broken");
  });
  if (format !== "jpeg") throw invalidPhoto("files.notJpeg");
  if (width * height > MAX_UPLOAD_PIXELS) throw invalidPhoto("files.tooManyPixels");
}

/** Pixels of the largest size. */
async function decodePhoto(open: (more?: SharpOptions) => Sharp) {
  const pixels = (failOn: "warning" | "error") =>
    open({ failOn })
      .autoOrient()
      .resize(MAX_EDGE_LENGTH, MAX_EDGE_LENGTH, { fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
  return pixels("warning")
    .catch((error: unknown) => {
      if (error instanceof Error && harmlessWarnings.test(error.message)) return pixels("error");
      throw error;
    })
    .catch(() => {
      throw invalidPhoto("files.broken");
    });
}

async function resizePhoto(pixels: Sharp, edge: number): Promise<EncodedPhoto> {
  const sized = pixels.resize(edge, edge, { fit: "inside", withoutEnlargement: true });
  const { data: webp, info } = await sized.clone().webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
  // One step quicker than usual costs a hundredth in size, and half the time.
  const avif = await sized.clone().avif({ quality: 55, effort: 3, chromaSubsampling: "4:2:0" }).toBuffer();
  return { size: [info.width, info.height], webp, avif };
}
