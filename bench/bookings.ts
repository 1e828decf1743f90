/**
 * Bookings per second (`node bench/bookings.ts [SECONDS]`): through the whole product over HTTP, beside the same rows sent
 * straight to PostgreSQL over as many connections, in turns on one database. Ends with 1 where anything is refused.
 */
import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { throwAwayFolder } from "#server/kit/embedded-native.ts";
import { startEmbedded } from "#server/kit/embedded.ts";
import { v7 } from "#server/kit/ids.ts";
import { openClub } from "#tests/club.ts";
import openTemplate from "#tests/database.ts";
import { openHouse } from "#tests/house.ts";

const secondsOfTurn = Number(process.argv[2] ?? 3);
const lanes = 8;
const turns = 3;
const halfHour = 1_800_000;

const dataDir = throwAwayFolder("bench");
const embedded = await startEmbedded({ dataDir });
process.env.DATABASE_SERVER = embedded.url;
const close = await openTemplate();
const house = await openHouse();
let refused = 0;

/** As many people as there are lanes work one after another until the time is over. */
async function perSecond(book: (lane: number, turn: number) => Promise<void>): Promise<number> {
  let count = 0;
  const begun = performance.now();
  const end = begun + secondsOfTurn * 1000;
  const work = async (lane: number) => {
    while (performance.now() < end) await book(lane, count++);
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
  return (count * 1000) / (performance.now() - begun);
}

try {
  const club = await openClub(house);
  const staff = await house.member(house.here, 3);
  const fieldIds: string[] = [];
  for (let lane = 0; lane < lanes; lane++) fieldIds.push(await club.addField({ name: `Court ${lane}` }));
  await club.addPrices(fieldIds, { 30: 1000 });
  const address = await house.app.listen({ port: 0, host: "127.0.0.1" });
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

  // What one booking leaves in each table, to be copied with another id and time.
  const model = await house.db.selectFrom("events").selectAll().executeTakeFirstOrThrow();
  const { unit_id } = await house.db.selectFrom("occupancies").select("unit_id").executeTakeFirstOrThrow();
  const entry = await house.db
    .selectFrom("activity")
    .selectAll()
    .where("act", "=", "events.create")
    .executeTakeFirstOrThrow();
  const units = new Map(
    (await house.db.selectFrom("field_units").selectAll().execute()).map((row) => [row.field_id, row.unit_id]),
  );
  const straight = async (lane: number) => {
    const [start, id] = [startOf(lane), v7(house.clock.now())];
    const end = new Date(start.getTime() + halfHour);
    const field_id = fieldIds[lane] ?? "";
    await house.db.transaction().execute(async (db) => {
      const price_lines = JSON.stringify(model.price_lines);
      await db
        .insertInto("events")
        .values({ ...model, id, field_id, start_time: start, end_time: end, price_lines })
        .execute();
      const taken = await db
        .insertInto("occupancies")
        .values({
          organization_id: house.here,
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
        .values({ ...entry, id: v7(house.clock.now()), before: null, after: JSON.stringify(entry.after) })
        .execute();
      await sql`insert into changes (organization_id, room, subject_id, at) values (${house.here}, 'events', ${id}, ${start})`.execute(
        db,
      );
    });
  };

  const rates = { http: [] as number[], straight: [] as number[] };
  for (let turn = 0; turn < turns; turn++) {
    rates.straight.push(await perSecond(straight));
    rates.http.push(await perSecond(overHttp));
  }
  const median = (all: number[]) => all.toSorted((one, other) => one - other)[Math.floor(turns / 2)] ?? 0;
  const [http, peer] = [median(rates.http), median(rates.straight)];
  console.log(
    `${refused > 0 ? "✗" : "✓"} bookings: ${http.toFixed(0)} per second over HTTP, ${peer.toFixed(0)} straight to PostgreSQL, ` +
      `ratio ${(http / peer).toFixed(2)}; ${lanes} at once, ${refused} refused`,
  );
  if (refused > 0) process.exitCode = 1;
} finally {
  await house.close();
  await close();
  await embedded.stop();
  // It may lie in memory, which others want.
  await rm(dataDir, { recursive: true, force: true });
}
