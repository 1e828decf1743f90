import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { Database } from "#server/kit/db/database.ts";
import { openLiveChanges } from "./live-changes.ts";

test("listening to live changes fails while the current revision cannot be read", async () => {
  let isDown = true;
  class Driver extends DummyDriver {
    override async acquireConnection() {
      if (isDown) throw new Error("The database is away");
      return super.acquireConnection();
    }
  }
  const db: Database = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const live = openLiveChanges(db, pino({ level: "silent" }));
  await expect(live.subscribe(() => {})).rejects.toThrow("Live changes cannot be read");
  isDown = false;
  const leave = await live.subscribe(() => {});
  leave();
  await live.close();
});
