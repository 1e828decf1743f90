/** One open stream of server-sent events: from the version it was left at to its end, without gap or repeat. */
import type { ServerResponse } from "node:http";
import { isVersionAfter } from "#contract/kit.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import {
  findSessionsEndedUser,
  MAX_CHANGES_PER_READ,
  type ChangeRecord,
  type LiveChanges,
} from "#server/kit/notify/live-changes.ts";
import { findModule } from "#server/kit/process/modules.ts";

/** One change in a stream; `id` is null where the reader may only know that something changed. */
export interface StreamedChange {
  type: string;
  id: string | null;
  version: string;
}

export interface StreamOptions {
  live: LiveChanges;
  response: ServerResponse;
  organizationId: string;
  userId: string;
  /** The version that the client saw last; undefined: from now on. */
  lastSeenVersion: string | undefined;
  /** Keeps the changes that the reader may know of, in their order. */
  filterVisible(changes: ChangeRecord[]): Promise<StreamedChange[]>;
  /** Checks the reader's access: when a session ended, each minute, and before a change is sent that may have changed it. */
  isStillAllowed(): Promise<boolean>;
  onError(error: unknown): void;
}

export const HEARTBEAT_INTERVAL_MS = 25_000;
export const ACCESS_RECHECK_INTERVAL_MS = 60_000;
/** More than this is not kept for a slow reader: it is read again from the table, once the reader is ready. */
const MAX_WAITING_CHANGES = MAX_CHANGES_PER_READ;
const decidesAccess = ({ module }: ChangeRecord) => findModule(module)?.liveChanges?.decidesAccess === true;

/** Starts the stream; it ends when the client leaves, the server stops, or the reader loses access. */
export async function streamChanges(options: StreamOptions): Promise<void> {
  const { live, response, organizationId, userId, filterVisible: sift, isStillAllowed: isWelcome, onError } = options;
  let waiting: ChangeRecord[] = [];
  // Changes that were not kept, or not yet looked for: the table has them.
  let isBehind = true;
  let isOpen = true;
  // Until it is clear where to begin.
  let isBusy = true;
  let seen = options.lastSeenVersion;

  /** Resolves when the client has read what was written, or has left; undefined while nothing waits. */
  let drained: PromiseWithResolvers<void> | undefined;
  const continueWriting = () => {
    drained?.resolve();
    drained = undefined;
  };
  // One listener for the whole stream: a listener for each write would pile up while a client is slow.
  response.on("drain", continueWriting).once("close", continueWriting);
  const write = async (text: string) => {
    if (!isOpen || response.write(text)) return;
    drained ??= Promise.withResolvers<void>();
    await drained.promise;
  };
  const tell = async (changes: ChangeRecord[]) => {
    const fresh = changes.filter((change) => seen === undefined || isVersionAfter(change.version, seen));
    if (fresh.some(decidesAccess) && !(await isWelcome())) return end();
    for (const news of fresh.length > 0 ? await sift(fresh) : []) {
      await write(`id: ${news.version}\nevent: change\ndata: ${JSON.stringify(news)}\n\n`);
    }
    seen = fresh.at(-1)?.version ?? seen;
  };
  const catchUp = async () => {
    isBehind = false;
    waiting = [];
    for (let more = true; more && isOpen;) {
      const missed = await live.listSince(organizationId, seen ?? "");
      await tell(missed);
      more = missed.length === MAX_CHANGES_PER_READ;
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
  const hear = (change: ChangeRecord) => {
    const whose = findSessionsEndedUser(change);
    if (whose === userId) void look();
    if (whose !== undefined) return;
    if (organizationId !== ALL_ORGANIZATIONS && change.organizationId !== organizationId) return;
    if (waiting.length < MAX_WAITING_CHANGES) waiting.push(change);
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
  const heartbeat = setInterval(beat, HEARTBEAT_INTERVAL_MS);
  const recheck = setInterval(() => void look(), ACCESS_RECHECK_INTERVAL_MS);
  response.once("close", end).on("error", end);

  try {
    stop = await live.subscribe(hear, end);
    // A session may have ended before the stream subscribed.
    await look();
    if (!isOpen) return stop();
    const present = await live.version();
    // A version ahead of the present is another database's, as after a restore: nothing would ever come after it.
    if (seen === undefined || isVersionAfter(seen, present)) seen = present;
    await write(`retry: 2000\nid: ${seen}\n\n`);
  } catch (error) {
    onError(error);
    return end();
  }
  isBusy = false;
  void work();
}
