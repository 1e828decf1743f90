/** One open stream of server-sent events: from the version it was left at to its end, without gap or repeat. */
import type { ServerResponse } from "node:http";
import { once } from "node:events";
import { isAfter } from "#contract/kit.ts";
import { everyOrganization } from "#server/kit/database.ts";
import { endsSessionsOf, mostAtOnce, type Change, type Live } from "#server/kit/live.ts";

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
  userId: string;
  /** The version that the client saw last; undefined: from now on. */
  after: string | undefined;
  /** What the reader may know of these changes, in their order. */
  sift(changes: Change[]): Promise<News[]>;
  /** Whether the reader may still listen; asked when a session ended, each minute, and before anything is told that may have changed it. */
  isWelcome(): Promise<boolean>;
  onError(error: unknown): void;
}

export const heartbeatMs = 25_000;
export const recheckMs = 60_000;
/** More than this is not kept for a slow reader: it is read again from the table, once the reader is ready. */
const mostWaiting = mostAtOnce;
/** Where it is decided who belongs, and may do what. */
const decisive = new Set(["members", "organizations"]);

/** Starts the stream; it ends by itself when the client goes, the house closes, or the reader is no longer welcome. */
export async function stream(options: StreamOptions): Promise<void> {
  const { live, response, organizationId, userId, sift, isWelcome, onError } = options;
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
    if (fresh.some(({ room }) => decisive.has(room)) && !(await isWelcome())) return end();
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
    const whose = endsSessionsOf(change);
    if (whose === userId) void look();
    if (whose !== undefined) return;
    if (organizationId !== everyOrganization && change.organizationId !== organizationId) return;
    if (waiting.length < mostWaiting) waiting.push(change);
    else isBehind = true;
    void work();
  };

  let stop = () => {};
  const look = () => isWelcome().then((welcome) => welcome || end(), onError);
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
    write(`: still here\n${isBusy ? "" : `id: ${seen}\n`}\n`).catch(onError);
  };
  const heartbeat = setInterval(beat, heartbeatMs);
  const recheck = setInterval(() => void look(), recheckMs);
  response.once("close", end).on("error", end);

  try {
    stop = await live.subscribe(hear, end);
    // A session that ended before was told to nobody yet.
    await look();
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
