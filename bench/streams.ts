/**
 * Open live streams: the memory of the server for each, and its processor time for each reader who is told of a booking:
 * `node bench/streams.ts`. Options: `--streams` (2000), `--bookings` (50). Each person has 20 streams, as a server allows.
 */
import { randomUUID } from "node:crypto";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { readCpuMs, readMemoryMb } from "#bench/measure/processes.ts";
import { type Club, openClub, send } from "#faults/load.ts";
import { describeRun } from "#faults/report.ts";
import { hashToken, randomToken } from "#server/accounts/sessions.ts";
import { temporaryFolder } from "#server/kit/db/embedded-binaries.ts";
import { startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import { startServer } from "#tests/support/start-server.ts";

const { values: options } = parseArgs({
  options: { streams: { type: "string", default: "2000" }, bookings: { type: "string", default: "50" } },
});
const [STREAMS, BOOKINGS] = [Number(options.streams), Number(options.bookings)];
const STREAMS_PER_PERSON = 20;
const SETTLE_MS = 5000;

/** Managers of the club, as the demo's one. @returns the token of a session of each */
async function addManagers(db: pg.Client, club: Club, count: number): Promise<string[]> {
  const organizationId = club.path.split("/").at(-1);
  const tokens: string[] = [];
  const copy = async (table: string, changes: object, where: string) => {
    const { rows } = await db.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns
      from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    await db.query(
      `insert into ${table} (${rows[0]?.columns}) select ${rows[0]?.columns} from (
        select (jsonb_populate_record(null::${table}, to_jsonb(one) || $1)).* from ${table} as one where ${where}
      ) as copies`,
      [changes],
    );
  };
  const manager = "(select id from users where email = 'manager@demo.test')";
  for (let index = 0; index < count; index += 1) {
    const [id, token] = [randomUUID(), randomToken()];
    await copy("users", { id, email: `streams-${index}@demo.test` }, `id = ${manager}`);
    for (const table of ["memberships", "membership_roles"])
      await copy(table, { user_id: id }, `organization_id = '${organizationId}' and user_id = ${manager}`);
    await db.query(
      `insert into sessions (id, user_id, token_hash, device, created_at, last_used_at, expires_at)
      values ($1, $2, $3, 'bench', now(), now(), now() + interval '1 day')`,
      [randomUUID(), id, hashToken(token)],
    );
    tokens.push(token);
  }
  return tokens;
}

interface Streams {
  count: number;
  /** Changes that all streams have told. */
  told(): number;
  close(): void;
}
async function openStreams(origin: string, { path }: Club, tokens: readonly string[]): Promise<Streams> {
  const requests: ClientRequest[] = [];
  let told = 0;
  const open = (token: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      const request = get(`${origin}${path}/live`, { headers, agent: false }, (response: IncomingMessage) => {
        if (response.statusCode !== 200) return reject(new Error(`A stream answered ${response.statusCode}`));
        response.setEncoding("utf8").on("data", (part: string) => (told += part.split("event: change").length - 1));
        response.on("error", () => {});
        return resolve();
      });
      request.on("error", reject);
      requests.push(request);
    });
  for (const token of tokens) await Promise.all(Array.from({ length: STREAMS_PER_PERSON }, () => open(token)));
  return {
    count: requests.length,
    told: () => told,
    close() {
      for (const request of requests) request.on("error", () => {}).destroy();
    },
  };
}

let bookings = 0;
async function book(origin: string, { path, owner, fieldIds }: Club): Promise<void> {
  const count = ++bookings;
  const start = Temporal.Now.plainDateISO("UTC")
    .add({ days: 400 + Math.floor(count / 12) })
    .toZonedDateTime({ timeZone: "UTC", plainTime: { hour: 8 + (count % 12) } });
  const draft = { fieldId: fieldIds[0], startTime: start.toInstant().toString(), duration: 60, name: `Bench ${count}` };
  const body = { ...draft, type: "other", price: 1500, override: true, customer: { name: "Bench" } };
  const { status } = await send(origin, { method: "POST", path: `${path}/events`, token: owner, body });
  if (status !== 201) throw new Error(`A booking answered ${status}`);
}

/** @returns milliseconds of the server's processor for each booking, with all that it tells of it */
async function measureBookings(server: { url: string; pid: number }, club: Club): Promise<number> {
  const before = readCpuMs(server.pid);
  for (let count = 0; count < BOOKINGS; count += 1) {
    await book(server.url, club);
    // Bookings of one moment would be told together.
    await sleep(100);
  }
  await sleep(SETTLE_MS);
  return (readCpuMs(server.pid) - before) / BOOKINGS;
}

const { commit, machine, date } = describeRun();
console.log(`${commit}, ${machine}, ${date}, load average ${loadavg()[0]?.toFixed(1)}`);
const database = await startEmbeddedDatabase({ dataDir: temporaryFolder("streams"), isTemporary: true });
const server = await startServer("streams", {
  DATABASE_URL: database.url,
  DEMO: "1",
  WORKER: "off",
  LOG_LEVEL: "error",
});
const db = new pg.Client({ connectionString: database.url });
try {
  await db.connect();
  const club = await openClub(server.url);
  const tokens = await addManagers(db, club, Math.ceil(STREAMS / STREAMS_PER_PERSON));
  await measureBookings(server, club);
  const alone = await measureBookings(server, club);
  const memory = readMemoryMb(server.pid);
  const streams = await openStreams(server.url, club, tokens);
  await sleep(SETTLE_MS);
  const eachKb = ((readMemoryMb(server.pid) - memory) * 1000) / streams.count;
  console.log(`${streams.count} streams: ${eachKb.toFixed(0)} kB each, of ${readMemoryMb(server.pid).toFixed(0)} MB`);
  const before = streams.told();
  const together = await measureBookings(server, club);
  const readers = (streams.told() - before) / BOOKINGS;
  const eachMs = (together - alone) / readers;
  console.log(
    `A booking takes ${alone.toFixed(1)} ms of the server's processor alone, and ${together.toFixed(1)} ms with ${streams.count} readers, who are told ${(readers / streams.count).toFixed(1)} changes each: ${eachMs.toFixed(3)} ms for each told`,
  );
  if (readers < streams.count) process.exitCode = 1;
  streams.close();
} finally {
  await db.end();
  await server.stop();
  await database.stop();
}
