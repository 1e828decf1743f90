/** Benchmark of bookings per second, in turns over HTTP and directly in PostgreSQL: `node bench/bookings.ts [SECONDS]`. */
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { temporaryFolder } from "#server/kit/db/embedded-binaries.ts";
import { startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { createTestClub } from "#tests/support/test-club.ts";
import openTemplate from "#tests/support/test-database.ts";
import { createTestApp } from "#tests/support/test-app.ts";

const secondsPerTurn = Number(process.argv[2] ?? 3);
const lanes = 8;
const turns = 3;
const halfHour = 1_800_000;

const dataDir = temporaryFolder("bench");
const embedded = await startEmbeddedDatabase({ dataDir, isForTests: true });
process.env.DATABASE_SERVER = embedded.url;
const close = await openTemplate();
const testApp = await createTestApp();
let refused = 0;

async function measureRate(book: (lane: number, turn: number) => Promise<void>): Promise<number> {
  let count = 0;
  const begun = performance.now();
  const end = begun + secondsPerTurn * 1000;
  const work = async (lane: number) => {
    while (performance.now() < end) await book(lane, count++);
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
  return (count * 1000) / (performance.now() - begun);
}

try {
  const club = await createTestClub(testApp);
  const staff = await testApp.member(testApp.organizationId, 3);
  const fieldIds: string[] = [];
  for (let lane = 0; lane < lanes; lane++) fieldIds.push(await club.addField({ name: `Court ${lane}` }));
  await club.addPrices(fieldIds, { 30: 1000 });
  const address = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  const next = fieldIds.map(() => Date.parse("2026-06-02T06:00:00Z"));
  const startOf = (lane: number) => {
    const start = next[lane] ?? 0;
    next[lane] = start + halfHour;
    return new Date(start);
  };

  const overHttp = async (lane: number) => {
    const { status } = await fetch(`${address}/api/v1${club.path("/events")}`, {
      method: "POST",
      headers: { authorization: `Bearer ${staff.token}`, "content-type": "application/json" },
      body: JSON.stringify({
        fieldId: fieldIds[lane],
        startTime: startOf(lane).toISOString(),
        duration: 30,
        name: "Bench",
        type: "other",
      }),
    });
    if (status !== 201) refused++;
  };
  await overHttp(0);

  // Rows of one booking, which are copied with other ids and times.
  const model = await testApp.db.selectFrom("events").selectAll().executeTakeFirstOrThrow();
  const { unit_id } = await testApp.db.selectFrom("occupancies").select("unit_id").executeTakeFirstOrThrow();
  const entry = await testApp.db
    .selectFrom("activity")
    .selectAll()
    .where("act", "=", "events.create")
    .executeTakeFirstOrThrow();
  const units = new Map(
    (await testApp.db.selectFrom("field_units").selectAll().execute()).map((row) => [row.field_id, row.unit_id]),
  );
  const directSql = async (lane: number) => {
    const [start, id] = [startOf(lane), uuidv7(testApp.clock.now())];
    const end = new Date(start.getTime() + halfHour);
    const field_id = fieldIds[lane] ?? "";
    await testApp.db.transaction().execute(async (db) => {
      const price_lines = JSON.stringify(model.price_lines);
      await db
        .insertInto("events")
        .values({ ...model, id, field_id, start_time: start, end_time: end, price_lines, cancellation: null })
        .execute();
      const taken = await db
        .insertInto("occupancies")
        .values({
          organization_id: testApp.organizationId,
          unit_id: units.get(field_id) ?? unit_id,
          event_id: id,
          during: `[${start.toISOString()},${end.toISOString()})`,
          active: true,
        })
        .onConflict((overlap) => overlap.doNothing())
        .returning("unit_id")
        .execute();
      if (taken.length !== 1) refused++;
      await db
        .insertInto("activity")
        .values({ ...entry, id: uuidv7(testApp.clock.now()), before: null, after: JSON.stringify(entry.after) })
        .execute();
      await sql`insert into changes (organization_id, module, subject_id, at) values (${testApp.organizationId}, 'events', ${id}, ${start})`.execute(
        db,
      );
    });
  };

  const rates = { http: [] as number[], directSql: [] as number[] };
  for (let turn = 0; turn < turns; turn++) {
    rates.directSql.push(await measureRate(directSql));
    rates.http.push(await measureRate(overHttp));
  }
  const median = (all: number[]) => all.toSorted((one, other) => one - other)[Math.floor(turns / 2)] ?? 0;
  const [http, peer] = [median(rates.http), median(rates.directSql)];
  console.log(
    `${refused > 0 ? "✗" : "✓"} bookings: ${http.toFixed(0)} per second over HTTP, ${peer.toFixed(0)} directly in PostgreSQL, ` +
      `ratio ${(http / peer).toFixed(2)}; ${lanes} at once, ${refused} refused`,
  );
  if (refused > 0) process.exitCode = 1;
} finally {
  await testApp.close();
  await close();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
