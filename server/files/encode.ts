/** Makes pictures out of a photo: decoded and drawn anew, so that nothing of the file is passed on but what is seen. */
import { availableParallelism } from "node:os";
import type { Sharp, SharpOptions } from "sharp";
import { mostPixels } from "#contract/files.ts";
import { invalid, say } from "#server/kit/problem.ts";
import { openTurns } from "#server/kit/turns.ts";
import { countScans } from "./jpeg.ts";
import type { Size } from "./pictures.ts";

/** One size of a photo, in two formats. */
export interface Encoded {
  size: Size;
  webp: Buffer;
  avif: Buffer;
}

/** Pixels of the longer side. */
const edges = [480, 1080, 1920] as const;
const largest = edges[2];
/** Photos that wait for their turn, each in memory. */
const mostWaiting = 24;

/** A progressive photo has about ten; thousands of empty ones keep the decoder busy for minutes. */
const mostScans = 100;

/** What some cameras always do, and every viewer passes over. */
const harmless = /Invalid SOS parameters|extraneous bytes before marker/;

async function load() {
  const { default: sharp } = await import("sharp");
  // Photos leave room for calls that are answered meanwhile; of two cores, one.
  sharp.concurrency(Math.max(1, Math.floor(availableParallelism() / 2)));
  sharp.cache(false);
  return sharp;
}

const refused = (key: "files.notJpeg" | "files.broken" | "files.tooManyPixels") => {
  const saying = key === "files.tooManyPixels" ? say(key, { most: mostPixels / 1_000_000 }) : say(key);
  return invalid({ file: [saying] });
};

const inTurn = openTurns(mostWaiting);

/**
 * The sizes of a JPEG photo, the smallest first, at least one: upright, in sRGB, without anything that its file said beside.
 * None is larger than the photo.
 * @throws Problem 422 beside `file`: no JPEG by its content, broken, or of too many pixels; 503 when too many wait
 */
export async function encode(photo: Buffer): Promise<Encoded[]> {
  const sharp = await load();
  // A JPEG begins so; nothing else is even given to the decoder.
  if (!photo.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) throw refused("files.notJpeg");
  if (countScans(photo) > mostScans) throw refused("files.broken");
  const open = (more?: SharpOptions) => sharp(photo, { limitInputPixels: mostPixels, sequentialRead: true, ...more });
  await examine(open({ limitInputPixels: false }));
  return inTurn(async () => {
    const { data, info } = await decode(open);
    const { width, height, channels } = info;
    const longer = Math.max(width, height);
    const sizes = [...new Set(edges.map((edge) => Math.min(edge, longer)))];
    const encoded: Encoded[] = [];
    for (const edge of sizes) encoded.push(await draw(sharp(data, { raw: { width, height, channels } }), edge));
    return encoded;
  });
}

/** Reads the head of the file alone. */
async function examine(photo: Sharp): Promise<void> {
  const { format, width, height } = await photo.metadata().catch(() => {
    throw refused("files.broken");
  });
  if (format !== "jpeg") throw refused("files.notJpeg");
  if (width * height > mostPixels) throw refused("files.tooManyPixels");
}

/** Pixels of the largest size. */
async function decode(open: (more?: SharpOptions) => Sharp) {
  const pixels = (failOn: "warning" | "error") =>
    open({ failOn })
      .autoOrient()
      .resize(largest, largest, { fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
  return pixels("warning")
    .catch((error: unknown) => {
      if (error instanceof Error && harmless.test(error.message)) return pixels("error");
      throw error;
    })
    .catch(() => {
      throw refused("files.broken");
    });
}

async function draw(pixels: Sharp, edge: number): Promise<Encoded> {
  const sized = pixels.resize(edge, edge, { fit: "inside", withoutEnlargement: true });
  const { data: webp, info } = await sized.clone().webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
  // One step quicker than usual costs a hundredth in size, and half the time.
  const avif = await sized.clone().avif({ quality: 55, effort: 3, chromaSubsampling: "4:2:0" }).toBuffer();
  return { size: [info.width, info.height], webp, avif };
}
