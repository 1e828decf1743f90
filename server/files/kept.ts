/** The pictures in the store: kept, given to whoever knows their address, and removed when no photo names them. */
import type { files } from "#contract/files.ts";
import { isKnown } from "#server/kit/headers.ts";
import type { House } from "#server/kit/house.ts";
import { notFound } from "#server/kit/problem.ts";
import type { RawCall } from "#server/kit/serve.ts";
import type { Encoded } from "./encode.ts";
import { addressOf, folder, formats, pictureAt } from "./pictures.ts";
import { listNamed } from "./queries.ts";

export async function keepPictures({ store }: House, picture: string, encoded: readonly Encoded[]): Promise<void> {
  for (const { size, ...contents } of encoded) {
    for (const format of formats) {
      const kept = pictureAt(addressOf(picture, size, format));
      if (!kept) throw new Error(`${picture} is no name of pictures`);
      await store.put(kept.name, contents[format], kept.type);
    }
  }
}

/** What an address means never changes, so nobody need ask twice. */
export async function givePicture({ house, params, request, reply }: RawCall<typeof files.picture>): Promise<void> {
  const picture = pictureAt(params.picture);
  const stored = picture && (await house.store.get(picture.name));
  if (!stored) throw notFound();
  const etag = `"${params.picture}"`;
  void reply.header("cache-control", "public, max-age=31536000, immutable").header("etag", etag);
  if (isKnown(request, etag)) {
    stored.body.destroy();
    return reply.code(304).send();
  }
  return reply.type(picture.type).header("content-length", stored.bytes).send(stored.body);
}

/** @param names as they are called in the store; those that a photo names stay */
export async function removeUnnamed({ db, store }: House, names: readonly string[]): Promise<void> {
  const pictures = new Map(names.map((name) => [name, pictureAt(name.slice(folder.length + 1))?.picture]));
  const named = await listNamed(
    db,
    [...new Set(pictures.values())].filter((picture) => picture !== undefined),
  );
  for (const [name, picture] of pictures) if (!picture || !named.has(picture)) await store.delete(name);
}

const atOnce = 500;
/** The names of pictures that were put before an instant, some hundreds at a time. */
export async function* listBefore({ store }: House, instant: Date): AsyncIterable<string[]> {
  let names: string[] = [];
  for await (const { name, at } of store.list(folder)) {
    if (at < instant) names.push(name);
    if (names.length < atOnce) continue;
    yield names;
    names = [];
  }
  if (names.length > 0) yield names;
}
