/** Server-sent events: resumes after the client's last version, without gaps; a batch that broke off is repeated. */
import type { ServerResponse } from "node:http";
import { isVersionAfter } from "#contract/kit.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import {
  findSessionsEndedUser,
  isPersonalChange,
  type ChangeBatch,
  type ChangeRecord,
  type LiveChanges,
} from "#server/kit/notify/live-changes.ts";
import { containsTransaction, readVersion, versionWithinBatch } from "#server/kit/notify/live-version.ts";
import { findModule } from "#server/kit/process/modules.ts";

/** `id` is null if the reader may only know that something changed. */
export interface StreamedChange {
  type: string;
  id: string | null;
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
/** With a slow client, further changes are not kept but read from the table later. */
const MAX_WAITING_CHANGES = 1000;
const decidesAccess = ({ module }: ChangeRecord) => findModule(module)?.liveChanges?.decidesAccess === true;

export async function streamChanges(options: StreamOptions): Promise<void> {
  const { live, response, organizationId, userId, filterVisible, isStillAllowed, onError } = options;
  const waiting: ChangeBatch[] = [];
  let waitingCount = 0;
  // True if changes are not in `waiting`: read them from the table.
  let isBehind = false;
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
  const sendBatch = async ({ version, changes }: ChangeBatch) => {
    // Too many to be told one by one: a client that opens its stream anew reloads what it shows.
    if (!changes) return end();
    const before = seen ?? version;
    const snapshot = readVersion(before);
    const fresh = changes.filter(({ transaction }) => !containsTransaction(snapshot, transaction));
    if (fresh.some(decidesAccess) && !(await isStillAllowed())) return end();
    const all = fresh.length > 0 ? await filterVisible(fresh) : [];
    for (const [index, news] of all.entries()) {
      const id = versionWithinBatch(before, version, all.length - 1 - index);
      await write(`id: ${id}\nevent: change\ndata: ${JSON.stringify({ ...news, version: id })}\n\n`);
    }
    if (isVersionAfter(version, before)) seen = version;
  };
  const takeWaiting = (): ChangeBatch[] => {
    waitingCount = 0;
    return waiting.splice(0);
  };
  const catchUp = async () => {
    isBehind = false;
    takeWaiting();
    await sendBatch(await live.listSince(organizationId, seen ?? "", userId));
  };
  const work = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      while (isOpen && (isBehind || waiting.length > 0)) {
        if (isBehind) await catchUp();
        else for (const batch of takeWaiting()) await sendBatch(batch);
      }
    } catch (error) {
      onError(error);
      end();
    } finally {
      isBusy = false;
    }
  };
  const isOfStream = (change: ChangeRecord) =>
    findSessionsEndedUser(change) === undefined &&
    (organizationId === ALL_ORGANIZATIONS ||
      change.organizationId === organizationId ||
      isPersonalChange(change, userId));
  const hear = ({ version, changes }: ChangeBatch) => {
    if (!changes || changes.some((change) => findSessionsEndedUser(change) === userId)) void look();
    const own = changes?.filter(isOfStream) ?? [];
    waitingCount += own.length;
    if (changes && waitingCount <= MAX_WAITING_CHANGES) waiting.push({ version, changes: own });
    else isBehind = true;
    void work();
  };

  let stop = () => {};
  const look = () => isStillAllowed().then((welcome) => welcome || end(), onError);
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
    const isKnown = seen !== undefined && !isVersionAfter(seen, present);
    const missed = isKnown ? await live.listSince(organizationId, seen ?? "", userId) : undefined;
    if (!missed?.changes) seen = present;
    await write(`retry: 2000\nid: ${seen}\n\n`);
    if (missed?.changes) await sendBatch(missed);
  } catch (error) {
    onError(error);
    return end();
  }
  isBusy = false;
  void work();
}
