/** Encodes an uploaded logo from its pixels alone, so that metadata and hidden content are dropped. */
import { MAX_LOGO_EDGE, MIN_LOGO_EDGE } from "#contract/looks.ts";
import { limitEncoding, loadSharp } from "#server/files/encode-photo.ts";
import { countScans, MAX_SCANS } from "#server/files/jpeg.ts";
import type { PhotoSize } from "#server/files/photo-names.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";

export interface EncodedLogo {
  size: PhotoSize;
  png: Buffer;
}

/** Pixels of an edge: beside a name on the densest screens, and in print. */
const EDGES = [128, 512] as const;

const signatures = [
  ["png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ["jpeg", Buffer.from([0xff, 0xd8, 0xff])],
] as const;

const refuse = (refusal: ReturnType<typeof message>) => invalidFields({ file: [refusal] });

/**
 * @returns the smaller size first
 * @throws HttpError 422 on `file` if it is neither PNG nor JPEG, broken, not square, too small or too large; 503 if too
 * many pictures wait
 */
export async function encodeLogo(file: Buffer): Promise<EncodedLogo[]> {
  const sharp = await loadSharp();
  // Decoders of other formats never see the file, whatever type the browser names.
  const format = signatures.find(([, start]) => file.subarray(0, start.length).equals(start))?.[0];
  if (!format) throw refuse(message("looks.logoFormat"));
  if (format === "jpeg" && countScans(file) > MAX_SCANS) throw refuse(message("files.broken"));
  const { width, height } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refuse(message("files.broken"));
    });
  if (width !== height) throw refuse(message("looks.logoSquare", { width, height }));
  if (width < MIN_LOGO_EDGE) throw refuse(message("looks.logoSmall", { edge: width, least: MIN_LOGO_EDGE }));
  if (width > MAX_LOGO_EDGE) throw refuse(message("looks.logoLarge", { edge: width, most: MAX_LOGO_EDGE }));
  return limitEncoding(() =>
    Promise.all(
      EDGES.map(async (edge) => {
        const options = { limitInputPixels: MAX_LOGO_EDGE ** 2, failOn: "error" } as const;
        const { data, info } = await sharp(file, options)
          .autoOrient()
          .resize(edge, edge, { withoutEnlargement: true })
          .toColourspace("srgb")
          .png({ compressionLevel: 9 })
          .toBuffer({ resolveWithObject: true });
        return { size: [info.width, info.height] as const, png: data };
      }),
    ).catch(() => {
      throw refuse(message("files.broken"));
    }),
  );
}
