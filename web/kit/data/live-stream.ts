/**
 * Reads an organization's live stream (server-sent events, SSE) in one open tab, and broadcasts it to the others. An
 * `EventSource` cannot send the header `Authorization`.
 */
import { type StorageKey, storageKeys } from "#contract/personal-data.ts";
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { isVersionAfter } from "#contract/kit.ts";
import { requestHeaders } from "./api.ts";
import { runAsLeader, abortableDelay } from "./leader-election.ts";
import { onSessionClear, token } from "./session.ts";

/**
 * @param module that changed; null when changes may have been missed; `back` when the connection is back
 * @param version answers with this version or a later one contain the change
 */
export type ChangeListener = (module: string | null, version: string) => void;

interface StreamMessage {
  after: string;
  version: string;
  module?: string;
  /** Set when earlier versions belong to another database. */
  anew?: boolean;
  /** Set on the first message of a connection. */
  back?: boolean;
}
const positionRequest = "where?";

interface Stream {
  listeners: Set<ChangeListener>;
  /** Empty until the stream has said it. */
  currentVersion: () => string;
  stop: () => void;
}

/** The stream stays open for the next page, which usually subscribes to the same one. */
const lingerMs = 10_000;
const retryMs = { min: 1000, max: 60_000 };
/** The server sends a heartbeat every 25 seconds. */
const silenceTimeoutMs = 60_000;
/** Half of the time that the server keeps changes, because clocks differ. */
const maxReplayAgeMs = retentionMs("liveChange") / 2;

const streams = new Map<string, Stream>();
onSessionClear(() => {
  for (const { stop } of streams.values()) stop();
  streams.clear();
});

/**
 * @param isLate whether the listener has read its data some time ago: on a stream that others have opened meanwhile it
 *   hears that it may have missed changes
 * @returns a function that unsubscribes
 */
export function subscribeToChanges(address: string, listener: ChangeListener, isLate = false): () => void {
  const stream = streams.get(address) ?? openStream(address);
  stream.listeners.add(listener);
  const version = stream.currentVersion();
  if (isLate && version) listener(null, version);
  return () => {
    stream.listeners.delete(listener);
    setTimeout(
      () => {
        if (stream.listeners.size > 0 || streams.get(address) !== stream) return;
        streams.delete(address);
        stream.stop();
      },
      stream.currentVersion() ? lingerMs : 0,
    );
  };
}

function openStream(address: string): Stream {
  const listeners = new Set<ChangeListener>();
  const bearer = token.get();
  // The name contains the session, so that the next person to sign in receives nothing of this one.
  const name: StorageKey = `${storageKeys.liveChanges}${bearer?.slice(0, 8)} ${address}`;
  const channel = new BroadcastChannel(name);
  let [version, receivedAt, isLeader] = ["", 0, false];
  const unseen = new Map<string | null, string>();

  const notify = (module: string | null) => {
    if (document.visibilityState !== "visible") return void unseen.set(module, version);
    for (const listener of listeners) listener(module, version);
  };
  const onVisibilityChange = () => {
    if (document.visibilityState !== "visible") return;
    for (const [module, at] of unseen) for (const listener of listeners) listener(module, at);
    unseen.clear();
  };
  const receive = ({ after, version: next, module, anew, back }: StreamMessage) => {
    receivedAt = Date.now();
    if (back && version !== "") notify("back");
    const before = version;
    if (before !== "" && !anew && !isVersionAfter(next, before)) return;
    version = next;
    if (before === "" || anew || isVersionAfter(after, before)) notify(null);
    else if (module !== undefined) notify(module);
  };
  const broadcast = (message: StreamMessage) => {
    receive(message);
    channel.postMessage(message);
  };
  const work = async (signal: AbortSignal) => {
    isLeader = true;
    if (Date.now() - receivedAt > maxReplayAgeMs) version = "";
    await readStream(address, { bearer, signal, currentVersion: () => version, publish: broadcast }).finally(
      () => (isLeader = false),
    );
  };
  channel.addEventListener("message", ({ data }: MessageEvent<StreamMessage | typeof positionRequest>) => {
    if (data !== positionRequest) receive(data);
    else if (isLeader && version) channel.postMessage({ after: version, version } satisfies StreamMessage);
  });
  document.addEventListener("visibilitychange", onVisibilityChange);
  channel.postMessage(positionRequest);
  const stopLeading = runAsLeader(name, work);
  const stream = {
    listeners,
    currentVersion: () => version,
    stop: () => {
      stopLeading();
      document.removeEventListener("visibilitychange", onVisibilityChange);
      channel.close();
    },
  };
  streams.set(address, stream);
  return stream;
}

interface ReadStreamOptions {
  bearer: string | null;
  signal: AbortSignal;
  currentVersion: () => string;
  publish: (message: StreamMessage) => void;
}

/** Reads the stream and reconnects from the last version; ends when the server refuses access. */
async function readStream(
  address: string,
  { bearer, signal, currentVersion, publish }: ReadStreamOptions,
): Promise<void> {
  let wait = retryMs.min;
  while (!signal.aborted) {
    const turn = new AbortController();
    const again = () => turn.abort();
    signal.addEventListener("abort", again);
    addEventListener("online", again);
    try {
      const headers = requestHeaders(bearer);
      headers.set("accept", "text/event-stream");
      const from = currentVersion();
      if (from) headers.set("last-event-id", from);
      const response = await fetch(address, { headers, signal: turn.signal });
      if ([400, 401, 403, 404].includes(response.status)) return;
      if (!response.ok || !response.body) throw new Error(String(response.status));
      wait = retryMs.min;
      let isFirst = true;
      for await (const { id, data } of parseServerSentEvents(response.body)) {
        if (id === undefined) continue;
        const module = data && (JSON.parse(data) as { type: string }).type;
        const anew = isFirst && from !== "" && isVersionAfter(from, id);
        const first = isFirst && { back: true };
        publish({
          after: isFirst ? id : currentVersion(),
          version: id,
          ...(module && { module }),
          ...(anew && { anew }),
          ...first,
        });
        isFirst = false;
      }
    } catch {
      // The connection failed: reconnect.
    }
    if (!signal.aborted) await abortableDelay(wait * (0.75 + Math.random() / 2), turn.signal);
    signal.removeEventListener("abort", again);
    removeEventListener("online", again);
    wait = Math.min(wait * 2, retryMs.max);
  }
}

interface ServerSentEvent {
  id?: string;
  data?: string;
}

export async function* parseServerSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const part = await withTimeout(silenceTimeoutMs, reader.read());
      if (part.done) return;
      const blocks = (rest + decoder.decode(part.value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield parseServerSentEvent(block);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function withTimeout<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
  const { promise: silence, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(new Error("silence")), ms);
  return Promise.race([promise, silence]).finally(() => clearTimeout(timer));
}

function parseServerSentEvent(block: string): ServerSentEvent {
  const lines = block.split("\n").map((line) => /^(id|data): (.*)$/.exec(line));
  return Object.fromEntries(lines.flatMap((line) => (line ? [[line[1], line[2]]] : []))) as ServerSentEvent;
}
