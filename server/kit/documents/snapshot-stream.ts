/** Streams files of many rows: they are read page by page within one database snapshot. Only one page is in memory. */
import { finished, Readable } from "node:stream";
import type { Database } from "#server/kit/db/database.ts";
import { startStreamCursor } from "#server/kit/db/stream-cursor.ts";
import { contentDisposition } from "./csv.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call, RawCall } from "#server/kit/http/serve-module.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";

export const ROWS_PER_PAGE = 1000;
/** Below the database's limit for idle transactions (30 seconds). */
export const MAX_PAUSE_MS = 25_000;

type Chunk = string | Buffer;

/** User ids of running exports: each holds a connection as long as its client reads. */
const runningExports = new WeakMap<AppContext, string[]>();
const maxConcurrentExports = ({ config }: AppContext) => Math.max(1, Math.floor(config.databasePool / 3));

function acquireSlot({ appContext, user: { id } }: Pick<Call, "appContext" | "user">): () => void {
  const [now, most] = [runningExports.get(appContext) ?? [], maxConcurrentExports(appContext)];
  // One user cannot take all slots.
  const own = now.filter((one) => one === id).length;
  if (now.length >= most || own >= Math.max(1, most - 1))
    throw new HttpError(429, message("exports.busy"), { retryAfter: 10 });
  now.push(id);
  runningExports.set(appContext, now);
  return () => void now.splice(now.indexOf(id), 1);
}

/**
 * @param read gets a transaction in which `paginate` continues where it stopped (`startStreamCursor`)
 * @throws HttpError 429 if too many exports are running
 */
export async function* readSnapshot<Part extends Chunk>(
  call: Pick<Call, "appContext" | "user">,
  read: (db: Database) => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  const releaseSlot = acquireSlot(call);
  try {
    const db = await call.appContext.db
      .startTransaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute();
    try {
      await startStreamCursor(db);
      yield* read(db);
    } finally {
      // Nothing was written; if the connection is lost, so is the transaction.
      await db
        .rollback()
        .execute()
        .catch(() => undefined);
    }
  } finally {
    releaseSlot();
  }
}

/** Reads only as fast as the client. Aborts after a long pause: an idle client would keep the transaction and its slot. */
export function createExportStream<Part extends Chunk>(first: Part, parts: AsyncGenerator<Part>): Readable {
  let pause: NodeJS.Timeout | undefined;
  const stream = new Readable({
    read() {
      clearTimeout(pause);
      parts.next().then(
        ({ done, value }) => (done ? stream.push(null) : pushPart(value)),
        (error: Error) => stream.destroy(error),
      );
    },
    destroy(error, done) {
      clearTimeout(pause);
      parts.return(undefined).then(
        () => done(error),
        () => done(error),
      );
    },
  });
  const pushPart = (part: Chunk) => {
    if (stream.destroyed) return;
    pause = setTimeout(() => stream.destroy(new Error("Nobody read on")), MAX_PAUSE_MS);
    stream.push(part);
  };
  // Fastify logs errors while it streams. Before and after, an error without a listener would end the process.
  stream.on("error", () => undefined);
  pushPart(first);
  return stream;
}

/**
 * Sends the parts as a file; errors of the first part are answered as usual, later ones abort the download. A HEAD request
 * reads nothing.
 * @param file.type media type, with its character set
 * @param file.beforeSending called once the first part is there
 */
export async function sendParts<Part extends Chunk>(
  { reply, request }: Pick<RawCall, "reply" | "request">,
  { name, type, beforeSending }: { name: string; type: string; beforeSending?: () => Promise<void> },
  parts: AsyncGenerator<Part>,
): Promise<void> {
  const isHead = request.method === "HEAD";
  const first = isHead ? undefined : await parts.next();
  if (!isHead)
    await beforeSending?.().catch(async (error: unknown) => {
      // Gives the connection back.
      await parts.return(undefined);
      throw error;
    });
  reply.type(type).header("content-disposition", contentDisposition(name));
  if (isHead) return void (await reply.send(""));
  const stream = createExportStream<Chunk>(first?.value ?? "", parts);
  // Also end the stream if the client disconnects before Fastify starts to send it.
  finished(reply.raw, () => stream.destroy());
  await reply.send(stream);
}
