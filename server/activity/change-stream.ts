/** Server-sent events: resumes after the client's last version, without gaps or repeats. */
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

/** `id` is null if the reader may only know that something changed. */
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
  /** Last version received by the client; undefined: start now. */
  lastSeenVersion: string | undefined;
  filterVisible(changes: ChangeRecord[]): Promise<StreamedChange[]>;
  /** Called when a session ended, each minute, and before a change is sent that may affect the reader's access. */
  isStillAllowed(): Promise<boolean>;
  onError(error: unknown): void;
}

export const HEARTBEAT_INTERVAL_MS = 25_000;
export const ACCESS_RECHECK_INTERVAL_MS = 60_000;
/** With a slow client, further changes are not buffered but read from the table later. */
const MAX_WAITING_CHANGES = MAX_CHANGES_PER_READ;
const decidesAccess = ({ module }: ChangeRecord) => findModule(module)?.liveChanges?.decidesAccess === true;

export async function streamChanges(options: StreamOptions): Promise<void> {
  const { live, response, organizationId, userId, filterVisible: sift, isStillAllowed: isWelcome, onError } = options;
  let waiting: ChangeRecord[] = [];
  // True if changes are not in `waiting`: read them from the table.
  let isBehind = true;
  let isOpen = true;
  let isBusy = true;
  let seen = options.lastSeenVersion;

  let drained: PromiseWithResolvers<void> | undefined;
  const continueWriting = () => {
    drained?.resolve();
    drained = undefined;
  };
  // One listener for the whole stream: with one per write, they would pile up for slow clients.
  response.on("drain", continueWriting).once("close", continueWriting);
  const write = async (text: string) => {
    if (!isOpen || response.write(text)) return;
    drained ??= Promise.withResolvers<void>();
    await drained.promise;
  };
  const sendChanges = async (changes: ChangeRecord[]) => {
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
      await sendChanges(missed);
      more = missed.length === MAX_CHANGES_PER_READ;
    }
  };
  const work = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      while (isOpen && (isBehind || waiting.length > 0)) await (isBehind ? catchUp() : sendChanges(waiting.splice(0)));
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
    // When idle, also send the version, so that a reconnecting client skips changes that were filtered out.
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
    // After a restore of the database, the client's version may be in the future, and no change would follow it.
    if (seen === undefined || isVersionAfter(seen, present)) seen = present;
    await write(`retry: 2000\nid: ${seen}\n\n`);
  } catch (error) {
    onError(error);
    return end();
  }
  isBusy = false;
  void work();
}
