import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { HttpError } from "#server/kit/http/http-error.ts";
import { createJpeg } from "#tests/fixtures/photos.ts";
import { encodePhoto } from "./encode-photo.ts";
import { countScans } from "./jpeg.ts";

const pictures = async (file: Buffer) => (await encodePhoto(file)).flatMap(({ webp, avif }) => [webp, avif]);
const sizes = async (file: Buffer) => (await encodePhoto(file)).map(({ size }) => [...size]);

test.each([
  [
    [2400, 1800],
    [
      [480, 360],
      [1080, 810],
      [1920, 1440],
    ],
  ],
  [
    [900, 1200],
    [
      [360, 480],
      [810, 1080],
      [900, 1200],
    ],
  ],
  [
    [600, 300],
    [
      [480, 240],
      [600, 300],
    ],
  ],
  [[480, 480], [[480, 480]]],
  [[7, 5], [[7, 5]]],
  [[1, 1], [[1, 1]]],
  [
    [3, 9000],
    [
      [1, 480],
      [1, 1080],
      [1, 1920],
    ],
  ],
])(
  "the sizes of %j are %j: three at most, none larger than the photo, at least one",
  async ([width = 0, height = 0], expected) => {
    const encoded = await encodePhoto(await createJpeg(width, height));
    expect(encoded.map(({ size }) => size)).toEqual(expected);
    for (const { size, webp, avif } of encoded) {
      const [ofWebp, ofAvif] = [await sharp(webp).metadata(), await sharp(avif).metadata()];
      expect([ofWebp.format, ofWebp.width, ofWebp.height]).toEqual(["webp", ...size]);
      expect([ofAvif.format, ofAvif.compression, ofAvif.width, ofAvif.height]).toEqual(["heif", "av1", ...size]);
    }
  },
);

async function colors(picture: Buffer) {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * info.channels);
    return red > 150 && blue < 90 ? "red" : blue > 130 && red < 90 ? "blue" : `${red} ${green} ${blue}`;
  };
  const middle = Math.floor(info.height / 2);
  return { left: at(2, middle), right: at(info.width - 3, middle), top: at(5, 2) };
}

test("a photo is turned upright, and what else its file said stays behind: place, camera, owner, profile", async () => {
  const north = { GPSLatitudeRef: "N", GPSLatitude: "45/1 45/1 349/10" };
  const east = { GPSLongitudeRef: "E", GPSLongitude: "4/1 50/1 0/1" };
  const file = await sharp(await createJpeg(120, 60))
    .withExif({ IFD0: { Make: "Leaky Camera", Copyright: "Somebody" }, IFD3: { ...north, ...east } })
    .withMetadata({ orientation: 6, icc: "p3" })
    .toBuffer();
  const before = await sharp(file).metadata();
  expect([before.orientation, before.icc === undefined, file.includes("Leaky Camera")]).toEqual([6, false, true]);
  expect(await sizes(file)).toEqual([[60, 120]]);
  for (const picture of await pictures(file)) {
    const { exif, icc, xmp, iptc, orientation = 1 } = await sharp(picture).metadata();
    expect([exif, icc, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, 1]);
    for (const word of ["Leaky", "Somebody", "GPS", "Exif"]) expect(picture.includes(word)).toBe(false);
    // After rotation, the left side of the stored picture is at the top.
    expect((await colors(picture)).top).toBe("red");
  }
});

test.each([
  ["CMYK", (photo: Sharp) => photo.toColourspace("cmyk").jpeg()],
  ["Display P3", (photo: Sharp) => photo.withIccProfile("p3").jpeg()],
  ["progressive", (photo: Sharp) => photo.jpeg({ progressive: true })],
])("a %s photo keeps its colors, in sRGB", async (_kind, change) => {
  for (const picture of await pictures(await change(sharp(await createJpeg(200, 100))).toBuffer())) {
    expect((await sharp(picture).metadata()).space).toBe("srgb");
    expect(await colors(picture)).toMatchObject({ left: "red", right: "blue" });
  }
});

test("a gray photo is one too", async () => {
  expect(
    await sizes(
      await sharp(await createJpeg(200, 100))
        .grayscale()
        .jpeg()
        .toBuffer(),
    ),
  ).toEqual([[200, 100]]);
});

/** Replaces the size in the header; the file stays small. */
function withDeclaredSize(file: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(file);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}
const scanOf = (file: Buffer) => file.indexOf(Buffer.from([0xff, 0xda]));

test("a photo is taken although its camera wrote what every viewer passes over", async () => {
  const file = Buffer.from(await createJpeg(100, 80));
  const scan = scanOf(file);
  // Spectral selection from 0 to 0, as some phones write it.
  file.writeUInt8(0, scan + 2 + file.readUInt16BE(scan + 2) - 2);
  await expect(sharp(file).toBuffer()).rejects.toThrow("Invalid SOS parameters");
  expect(await sizes(file)).toEqual([[100, 80]]);
});

async function createNoisyJpeg(): Promise<Buffer> {
  const file = Buffer.from(
    await sharp(await createJpeg(800, 600))
      .blur(9)
      .jpeg({ quality: 100 })
      .toBuffer(),
  );
  const from = scanOf(file) + 500;
  for (let at = from; at < from + 400; at++) file[at] = (at * 37) % 255;
  return file;
}

const segment = (marker: number, ...content: number[]) =>
  Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content]);

/** Each scan holds one zero bit of one frequency (2,647 at most). A video follows, as some phones append one. */
function createJpegWithScans(times: number): Buffer {
  const table = (kind: number, symbol: number) => segment(0xc4, kind << 4, 1, ...Buffer.alloc(15), symbol);
  const frame = segment(0xc2, 8, 0, 64, 0, 64, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0);
  const whole = [segment(0xda, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0), Buffer.alloc(24)];
  const details = Array.from({ length: times - 1 }, (_, at) => {
    const [frequency, component, bit] = [Math.floor(at / 42) + 1, (Math.floor(at / 14) % 3) + 1, 13 - (at % 14)];
    const bits = ((bit === 13 ? 0 : bit + 1) << 4) | bit;
    return [segment(0xda, 1, component, 0, frequency, frequency, bits), Buffer.from([0, 1])];
  });
  const film = Buffer.from([0xff, 0xda, 0, 12].flatMap((byte) => Array.from({ length: 500 }, () => byte)));
  return Buffer.concat([
    ...[Buffer.from([0xff, 0xd8]), segment(0xdb, 0, ...Buffer.alloc(64, 1)), frame, table(0, 0), table(1, 0xe0)],
    ...[...whole, ...details.flat(), Buffer.from([0xff, 0xd9]), film],
  ]);
}

test("a photo of many scans is taken", async () => expect(await sizes(createJpegWithScans(100))).toEqual([[64, 64]]));

test("every scan of a photo counts, and nothing beside the picture", async () => {
  expect([1, 10, 2647].map((times) => countScans(createJpegWithScans(times)))).toEqual([1, 10, 2647]);
  const photo = sharp(await createJpeg(640, 480));
  expect(countScans(await photo.clone().jpeg({ quality: 100 }).toBuffer())).toBe(1);
  expect(countScans(await photo.clone().jpeg({ quality: 100, progressive: true }).toBuffer())).toBe(10);
});

describe("refused beside `file`", () => {
  const files: [string, string, () => Promise<Buffer> | Buffer][] = [
    ["nothing at all", "notJpeg", () => Buffer.alloc(0)],
    [
      "a PNG",
      "notJpeg",
      async () =>
        sharp(await createJpeg(20, 20))
          .png()
          .toBuffer(),
    ],
    [
      "a WebP",
      "notJpeg",
      async () =>
        sharp(await createJpeg(20, 20))
          .webp()
          .toBuffer(),
    ],
    ["an SVG", "notJpeg", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ["a text", "notJpeg", () => Buffer.from("photo")],
    ["a beginning without an end", "broken", () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ["a JPEG's first bytes, then a script", "broken", () => Buffer.from("\xff\xd8\xff<script>", "latin1")],
    ["a photo that breaks off", "broken", async () => (await createJpeg(800, 600)).subarray(0, -2000)],
    ["a photo whose middle is noise", "broken", createNoisyJpeg],
    ["a photo of thousands of scans", "broken", () => createJpegWithScans(2647)],
    [
      "a photo of sixty megapixels",
      "tooManyPixels",
      async () => withDeclaredSize(await createJpeg(64, 64), 10_000, 6000),
    ],
    [
      "a small file of 4,225 megapixels",
      "tooManyPixels",
      async () => withDeclaredSize(await createJpeg(64, 64), 65_000, 65_000),
    ],
  ];
  test.each(files)("%s", async (_what, key, make) => {
    const refusal: unknown = await encodePhoto(await make()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(HttpError);
    const { status, errors } = refusal as HttpError;
    expect([status, errors?.["file"]?.map((refusal) => refusal.key)]).toEqual([422, [`files.${key}`]]);
  });
});

test("fifty megapixels are taken, while the server goes on", { timeout: 60_000 }, async () => {
  const create = { width: 10_000, height: 5000, channels: 3 as const, background: "#208040" };
  const file = await sharp({ create }).jpeg().toBuffer();
  let beats = 0;
  const beat = setInterval(() => (beats += 1), 10);
  expect(await sizes(file)).toEqual([
    [480, 240],
    [1080, 540],
    [1920, 960],
  ]);
  clearInterval(beat);
  // A blocked event loop would fire the timer only once or twice.
  expect(beats).toBeGreaterThan(10);
});

test("one photo is decoded at a time, many wait, and more are refused with 503", async () => {
  const [large, file] = [await createJpeg(1200, 900), await createJpeg(30, 30)];
  // The first is not done before the last has asked, since all headers are read before they wait.
  const asked = await Promise.allSettled(Array.from({ length: 40 }, () => encodePhoto(large)));
  const refused = asked.flatMap((one) => (one.status === "rejected" ? [one.reason as HttpError] : []));
  expect(refused).toHaveLength(16);
  expect(new Set(refused.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(new Set(["503 10"]));
  expect(await sizes(file)).toEqual([[30, 30]]);
  // Two dozen photos are decoded one after another.
}, 90_000);
