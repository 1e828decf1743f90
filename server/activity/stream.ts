/** One open stream of server-sent events: from the version it was left at to its end, without gap or repeat. */
import type { ServerResponse } from "node:http";
import { once } from "node:events";
import { everyOrganization } from "#server/kit/database.ts";
import { mostAtOnce, type Change, type Live } from "#server/kit/live.ts";

/** What a stream tells: `id` is null where the reader may only know that something changed. */
export interface News {
  type: string;
  id: string | null;
  version: string;
}

export interface StreamOptions {
  live: Live;
  response: ServerResponse;
  organizationId: string;
  /** The version that the client saw last; undefined: from now on. */
  after: string | undefined;
  /** What the reader may know of these changes, in their order. */
  sift(changes: Change[]): Promise<News[]>;
  /** Whether the reader may still listen; asked each minute. */
  isWelcome(): Promise<boolean>;
  onError(error: unknown): void;
}

export const heartbeatMs = 25_000;
export const recheckMs = 60_000;
/** More than this is not kept for a slow reader: it is read again from the table, once the reader is ready. */
const mostWaiting = mostAtOnce;

/** Orders versions: `transaction.row`, both numbers. */
export function isAfter(version: string, other: string): boolean {
  const [transaction = "0", row = "0"] = version.split(".");
  const [otherTransaction = "0", otherRow = "0"] = other.split(".");
  if (transaction === otherTransaction) return BigInt(row) > BigInt(otherRow);
  return BigInt(transaction) > BigInt(otherTransaction);
}

/** Starts the stream; it ends by itself when the client goes, the house closes, or the reader is no longer welcome. */
export async function stream(options: StreamOptions): Promise<void> {
  const { live, response, organizationId, sift, isWelcome, onError } = options;
  let waiting: Change[] = [];
  // Changes that were not kept, or not yet looked for: the table has them.
  let isBehind = true;
  let isOpen = true;
  // Until it is clear where to begin.
  let isBusy = true;
  let seen = options.after;

  const write = async (text: string) => {
    if (!isOpen || response.write(text)) return;
    const { signal, abort } = abortable();
    await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]).finally(abort);
  };
  const tell = async (changes: Change[]) => {
    const fresh = changes.filter((change) => seen === undefined || isAfter(change.version, seen));
    for (const news of fresh.length > 0 ? await sift(fresh) : []) {
      await write(`id: ${news.version}\nevent: change\ndata: ${JSON.stringify(news)}\n\n`);
    }
    seen = fresh.at(-1)?.version ?? seen;
  };
  const catchUp = async () => {
    isBehind = false;
    waiting = [];
    for (let more = true; more && isOpen;) {
      const missed = await live.since(organizationId, seen ?? "");
      await tell(missed);
      more = missed.length === mostAtOnce;
    }
  };
  const work = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      while (isOpen && (isBehind || waiting.length > 0)) await (isBehind ? catchUp() : tell(waiting.splice(0)));
    } catch (error) {
      onError(error);
      end();
    } finally {
      isBusy = false;
    }
  };
  const hear = (change: Change) => {
    if (organizationId !== everyOrganization && change.organizationId !== organizationId) return;
    if (waiting.length < mostWaiting) waiting.push(change);
    else isBehind = true;
    void work();
  };

  let stop = () => {};
  const end = () => {
    isOpen = false;
    clearInterval(heartbeat);
    clearInterval(recheck);
    stop();
    response.end();
  };
  const beat = () => {
    if (response.writableNeedDrain) return;
    // At rest the version goes with it, so that what was kept from the reader need not be sifted again.
    void write(`: still here\n${isBusy ? "" : `id: ${seen}\n`}\n`);
  };
  const heartbeat = setInterval(beat, heartbeatMs);
  const recheck = setInterval(() => void isWelcome().then((welcome) => welcome || end(), onError), recheckMs);
  response.once("close", end).on("error", end);

  try {
    stop = await live.subscribe(hear, end);
    if (!isOpen) return stop();
    const present = await live.version();
    // A version ahead of the present is another database's, as after a restore: nothing would ever come after it.
    if (seen === undefined || isAfter(seen, present)) seen = present;
    await write(`retry: 2000\nid: ${seen}\n\n`);
  } catch (error) {
    onError(error);
    return end();
  }
  isBusy = false;
  void work();
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
