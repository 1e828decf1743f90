/** The live stream of an organization: read by one of the tabs that are open, which tells the others. */
import { isAfter } from "#contract/kit.ts";
import { headersFor } from "./api.ts";
import { lead, pause } from "./lead.ts";
import { onForget, token } from "./session.ts";

/**
 * A change of a room, or null: some may have been missed; `back`: there is a connection again, for what could not be asked
 * without one.
 * @param version what is at least as new has it already
 */
export type Listener = (room: string | null, version: string) => void;

/** What the tab that reads says to all: where it is, after what, and which room changed. */
interface Said {
  after: string;
  version: string;
  room?: string;
  /** The versions before are another database's. */
  anew?: boolean;
  /** The first one of a connection. */
  back?: boolean;
}
const question = "where?";

interface Stream {
  listeners: Set<Listener>;
  /** Whether something was heard. */
  hasBegun: () => boolean;
  stop: () => void;
}

/** Pages follow each other: the next one mostly wants the same stream. */
const lingerMs = 10_000;
const retryMs = { least: 1000, most: 60_000 };
/** The server says every 25 seconds that it is there: after longer silence it is not. */
const silenceMs = 60_000;
/** The server knows the changes of a day. */
const forgottenMs = 12 * 3_600_000;

const streams = new Map<string, Stream>();
onForget(() => {
  for (const { stop } of streams.values()) stop();
  streams.clear();
});

/**
 * Hears the changes of an organization.
 * @param address of its stream
 * @returns what ends it
 */
export function join(address: string, listener: Listener): () => void {
  const stream = streams.get(address) ?? open(address);
  stream.listeners.add(listener);
  return () => {
    stream.listeners.delete(listener);
    setTimeout(
      () => {
        if (stream.listeners.size > 0 || streams.get(address) !== stream) return;
        streams.delete(address);
        stream.stop();
        // One that has not begun has nothing to go on with.
      },
      stream.hasBegun() ? lingerMs : 0,
    );
  };
}

function open(address: string): Stream {
  const listeners = new Set<Listener>();
  const bearer = token.get();
  // Each session has its own: whoever signs in next hears nothing of this one.
  const name = `live ${bearer?.slice(0, 8)} ${address}`;
  const channel = new BroadcastChannel(name);
  let [version, heardAt, leads] = ["", 0, false];
  /** What is told once the page is seen again. */
  const unseen = new Map<string | null, string>();

  const tell = (room: string | null) => {
    if (document.visibilityState !== "visible") return void unseen.set(room, version);
    for (const listener of listeners) listener(room, version);
  };
  const onSight = () => {
    if (document.visibilityState !== "visible") return;
    for (const [room, at] of unseen) for (const listener of listeners) listener(room, at);
    unseen.clear();
  };
  const hear = ({ after, version: next, room, anew, back }: Said) => {
    heardAt = Date.now();
    if (back && version !== "") tell("back");
    const before = version;
    if (before !== "" && !anew && !isAfter(next, before)) return;
    version = next;
    if (before === "" || anew || isAfter(after, before)) tell(null);
    else if (room !== undefined) tell(room);
  };
  const say = (said: Said) => {
    hear(said);
    channel.postMessage(said);
  };
  const work = async (signal: AbortSignal) => {
    leads = true;
    if (Date.now() - heardAt > forgottenMs) version = "";
    await follow(address, { bearer, signal, at: () => version, say }).finally(() => (leads = false));
  };
  channel.addEventListener("message", ({ data }: MessageEvent<Said | typeof question>) => {
    if (data !== question) hear(data);
    else if (leads && version) channel.postMessage({ after: version, version } satisfies Said);
  });
  document.addEventListener("visibilitychange", onSight);
  channel.postMessage(question);
  const rest = lead(name, work);
  const stream = {
    listeners,
    hasBegun: () => version !== "",
    stop: () => {
      rest();
      document.removeEventListener("visibilitychange", onSight);
      channel.close();
    },
  };
  streams.set(address, stream);
  return stream;
}

interface Following {
  bearer: string | null;
  signal: AbortSignal;
  /** The version to go on from. */
  at: () => string;
  say: (said: Said) => void;
}

/** Reads the stream, again and again, from where it was left; ends where one may not. */
async function follow(address: string, { bearer, signal, at, say }: Following): Promise<void> {
  let wait = retryMs.least;
  while (!signal.aborted) {
    // A connection that was lost is not waited for longer than it is away.
    const turn = new AbortController();
    const again = () => turn.abort();
    signal.addEventListener("abort", again);
    addEventListener("online", again);
    try {
      const headers = headersFor(bearer);
      headers.set("accept", "text/event-stream");
      const from = at();
      if (from) headers.set("last-event-id", from);
      const response = await fetch(address, { headers, signal: turn.signal });
      // Whoever may not listen is not welcome later either.
      if ([400, 401, 403, 404].includes(response.status)) return;
      if (!response.ok || !response.body) throw new Error(String(response.status));
      wait = retryMs.least;
      let isFirst = true;
      for await (const { id, data } of messages(response.body)) {
        if (id === undefined) continue;
        const room = data && (JSON.parse(data) as { type: string }).type;
        const anew = isFirst && from !== "" && isAfter(from, id);
        const first = isFirst && { back: true };
        say({ after: isFirst ? id : at(), version: id, ...(room && { room }), ...(anew && { anew }), ...first });
        isFirst = false;
      }
    } catch {
      // Lost, or not there: once more.
    }
    if (!signal.aborted) await pause(wait * (0.75 + Math.random() / 2), turn.signal);
    signal.removeEventListener("abort", again);
    removeEventListener("online", again);
    wait = Math.min(wait * 2, retryMs.most);
  }
}

interface Message {
  id?: string;
  data?: string;
}

/** Cuts a stream of server-sent events into its messages. */
export async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const part = await within(silenceMs, reader.read());
      if (part.done) return;
      const blocks = (rest + decoder.decode(part.value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield parse(block);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function within<Result>(ms: number, promise: Promise<Result>): Promise<Result> {
  const { promise: silence, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(new Error("silence")), ms);
  return Promise.race([promise, silence]).finally(() => clearTimeout(timer));
}

function parse(block: string): Message {
  const lines = block.split("\n").map((line) => /^(id|data): (.*)$/.exec(line));
  return Object.fromEntries(lines.flatMap((line) => (line ? [[line[1], line[2]]] : []))) as Message;
}
