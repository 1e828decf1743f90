/**
 * A list as CSV, page by page from its own handler, while the client reads: within one snapshot, with as little in memory
 * as one page. It ends with the client, whichever way that goes.
 */
import { finished, Readable } from "node:stream";
import type { exports } from "#contract/exports.ts";
import type { Page } from "#contract/kit.ts";
import type { Permission } from "#contract/permissions.ts";
import { findZone } from "#server/activity/queries.ts";
import { byteOrderMark, csvText, dispositionOf } from "#server/kit/csv.ts";
import { everyOrganization } from "#server/kit/database.ts";
import { forbidden } from "#server/kit/gate.ts";
import type { House } from "#server/kit/house.ts";
import { parseQuery } from "#server/kit/parse.ts";
import { Problem, say } from "#server/kit/problem.ts";
import { handlerOf, type RawCall } from "#server/kit/serve.ts";
import { beginWalk } from "#server/kit/walk.ts";
import type { Reader } from "#server/kit/cells.ts";
import { findList, type List } from "./lists.ts";

type Exporting = RawCall<typeof exports.csv>;

export const rowsAtOnce = 1000;
/** Shorter than the database bears a transaction in which nothing is asked (30 seconds). */
export const longestPauseMs = 25_000;

/** Whose run in a house now: each holds a connection for as long as its client reads. */
const running = new WeakMap<House, string[]>();
const mostAtOnce = ({ config }: House) => Math.max(1, Math.floor(config.databasePool / 3));

function take({ house, user: { id } }: Exporting): () => void {
  const [now, most] = [running.get(house) ?? [], mostAtOnce(house)];
  // Nobody alone has all of them, however slowly they read.
  const own = now.filter((one) => one === id).length;
  if (now.length >= most || own >= Math.max(1, most - 1))
    throw new Problem(429, say("exports.busy"), { retryAfter: 10 });
  now.push(id);
  running.set(house, now);
  return () => void now.splice(now.indexOf(id), 1);
}

/** Whoever may not call the list may not export it. */
function admit({ standing }: Exporting, { endpoint: { allow } }: List): void {
  const isOpen = allow === "verified" || allow === "member";
  if (!isOpen && !standing.permissions.has(allow as Permission)) throw forbidden(allow as Permission);
}

function queryOf({ request }: Exporting, { endpoint, given }: List): object {
  const { page: _page, per_page: _perPage, ...asked } = request.query as Record<string, unknown>;
  return endpoint.query ? (parseQuery(endpoint.query, { ...asked, ...given }) as object) : {};
}

async function* textsOf(call: Exporting, list: List, reader: Reader, query: object): AsyncGenerator<string> {
  const give = take(call);
  try {
    const { heads, cellsOf } = list.columnsFor(reader);
    const db = await call.house.db
      .startTransaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute();
    try {
      beginWalk(db);
      const ask = handlerOf(list.endpoint);
      let before = byteOrderMark + csvText([heads], reader.language);
      for (let page = 1; ; page++) {
        const asked = Object.defineProperties({} as Exporting, Object.getOwnPropertyDescriptors(call));
        Object.assign(asked, { db, query: { ...query, page, per_page: rowsAtOnce } });
        const { data } = (await ask(asked as never)) as Page<unknown>;
        const text = before + (data.length > 0 ? csvText(data.map(cellsOf), reader.language) : "");
        before = "";
        if (text) yield text;
        if (data.length === 0) return;
      }
    } finally {
      // Nothing was written; where the connection is gone, so is the transaction.
      await db
        .rollback()
        .execute()
        .catch(() => undefined);
    }
  } finally {
    give();
  }
}

/**
 * What is read as it is asked for. It breaks off where nobody asks for so long: a client that stays and reads nothing would
 * keep the transaction and the place.
 * @param texts begun already: its first is `first`
 */
export function streamOf(first: string, texts: AsyncGenerator<string>): Readable {
  let pause: NodeJS.Timeout | undefined;
  const stream = new Readable({
    read() {
      clearTimeout(pause);
      texts.next().then(
        ({ done, value }) => (done ? stream.push(null) : give(value)),
        (error: Error) => stream.destroy(error),
      );
    },
    destroy(error, done) {
      clearTimeout(pause);
      texts.return(undefined).then(
        () => done(error),
        () => done(error),
      );
    },
  });
  const give = (text: string) => {
    if (stream.destroyed) return;
    pause = setTimeout(() => stream.destroy(new Error("Nobody read on")), longestPauseMs);
    stream.push(text);
  };
  // Fastify writes it to the log. Before it listens, and after, an error that nobody hears would end the process.
  stream.on("error", () => undefined);
  give(first);
  return stream;
}

/**
 * @throws Problem 404 where there is no such list, 403 without its permission, 422 for its filters, 429 where too many
 * exports run already
 */
export async function download(call: Exporting): Promise<void> {
  const { house, organizationId, params, language, t, standing, now, reply } = call;
  const isEverywhere = organizationId === everyOrganization;
  const list = findList(params.list, isEverywhere);
  admit(call, list);
  const query = queryOf(call, list);
  const timezone = await findZone(house.db, organizationId);
  const reader: Reader = { t, language, timezone, isEverywhere, isTeam: standing.isTeam };
  const date = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  const title = (t as (key: string) => string)(list.title);
  const send = (content: string | Readable) =>
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", dispositionOf(`${title} ${date.toString()}.csv`))
      .send(content);
  // Nobody reads what a HEAD would be answered with.
  if (call.request.method === "HEAD") return void (await send(""));
  const texts = textsOf(call, list, reader, query);
  // What goes wrong until here is told in words; after it the download breaks off.
  const first = await texts.next();
  const stream = streamOf(first.value ?? "", texts);
  // Whoever has left by now, or leaves before Fastify has taken the stream over, ends it all the same.
  finished(reply.raw, () => stream.destroy());
  await send(stream);
}
