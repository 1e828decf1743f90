/** Stores, serves and deletes the pictures of photos in the file store. */
import { buffer } from "node:stream/consumers";
import type { files, Logo } from "#contract/files.ts";
import { matchesEtag } from "#server/kit/http/security-headers.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { StoreUnavailableError } from "#server/kit/storage/store-unavailable.ts";
import { withoutBackup } from "#server/kit/storage/deletion-lock.ts";
import type { EncodedPhoto } from "./encode-photo.ts";
import {
  photoFileName,
  PHOTO_FOLDER,
  photoFormats,
  parsePhotoFileName,
  type PhotoSize,
  storedPhotoNames,
} from "./photo-names.ts";
import { listReferencedPhotos } from "./queries.ts";

export async function storePhoto(
  { store }: AppContext,
  picture: string,
  encoded: readonly EncodedPhoto[],
): Promise<void> {
  for (const { size, ...contents } of encoded) {
    for (const format of photoFormats) {
      const storedFile = parsePhotoFileName(photoFileName(picture, size, format));
      if (!storedFile) throw new Error(`${picture} is no name of pictures`);
      await store.put(storedFile.name, contents[format], storedFile.type);
    }
  }
}

/** Pictures are stored before the transaction that names them, and removed if it fails. */
export async function keepStored<T>(
  appContext: AppContext,
  names: readonly string[],
  store: () => Promise<T>,
): Promise<T> {
  try {
    return await store();
  } catch (error) {
    // A store that is away would be waited for once more: the scheduled job deletes them later.
    if (error instanceof StoreUnavailableError) throw error;
    // If this fails too, so does the job.
    await removeUnreferencedPhotos(appContext, names).catch((err: unknown) =>
      appContext.log.warn({ err }, "left over"),
    );
    throw error;
  }
}

export async function storeLogo(
  { store }: AppContext,
  picture: string,
  encoded: readonly { size: PhotoSize; png: Buffer }[],
): Promise<void> {
  const names = storedPhotoNames(
    picture,
    encoded.map(({ size }) => size),
    "logo",
  );
  for (const [index, { png }] of encoded.entries()) await store.put(names[index] ?? "", png, "image/png");
}

/** The large logo as PNG; null without one, or where it is lost. */
export async function readLogo({ store }: Pick<AppContext, "store">, logo: Logo | null): Promise<Buffer | null> {
  const picture = logo && parsePhotoFileName(logo.url.slice(logo.url.lastIndexOf("/") + 1));
  const stored = picture && (await store.get(picture.name));
  return stored ? buffer(stored.body) : null;
}

/** The content of an address never changes, so clients may cache it forever. */
export async function sendPhoto({ appContext, params, request, reply }: RawCall<typeof files.picture>): Promise<void> {
  const picture = parsePhotoFileName(params.picture);
  const stored = picture && (await appContext.store.get(picture.name));
  if (!stored) throw notFound();
  const etag = `"${params.picture}"`;
  void reply.header("cache-control", "public, max-age=31536000, immutable").header("etag", etag);
  // Logos stand in mails, which are read on other sites.
  if (picture.type === "image/png") void reply.header("cross-origin-resource-policy", "cross-origin");
  if (matchesEtag(request, etag)) {
    stored.body.destroy();
    return reply.code(304).send();
  }
  return reply.type(picture.type).header("content-length", stored.bytes).send(stored.body);
}

/** While a backup is written, nothing is removed: the sweep does it later. */
export async function removeUnreferencedPhotos({ db, store }: AppContext, names: readonly string[]): Promise<void> {
  const pictures = new Map(
    names.map((name) => [name, parsePhotoFileName(name.slice(PHOTO_FOLDER.length + 1))?.picture]),
  );
  await withoutBackup(db, async (trx) => {
    const named = await listReferencedPhotos(
      trx,
      [...new Set(pictures.values())].filter((picture) => picture !== undefined),
    );
    for (const [name, picture] of pictures) if (!picture || !named.has(picture)) await store.delete(name);
  });
}

const NAMES_PER_BATCH = 500;
export async function* listPhotosStoredBefore({ store }: AppContext, instant: Date): AsyncIterable<string[]> {
  let names: string[] = [];
  for await (const { name, at } of store.list(PHOTO_FOLDER)) {
    if (at < instant) names.push(name);
    if (names.length < NAMES_PER_BATCH) continue;
    yield names;
    names = [];
  }
  if (names.length > 0) yield names;
}
