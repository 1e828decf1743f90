/** Fills a migrated, empty database: `node bench/data/fill-command.ts --url=postgres://… --events=1000000`. */
import { parseArgs } from "node:util";
import pg from "pg";
import { migrate } from "#server/kit/db/migrate.ts";
import { countOverview } from "./count-overview.ts";
import { fillDatabase } from "./fill.ts";
import { openBulkConnection } from "./bulk-connection.ts";

const { values } = parseArgs({ options: { url: { type: "string" }, events: { type: "string", default: "10000" } } });
if (!values.url) throw new Error("--url=postgres://… names the database to fill");
await migrate(values.url);
const db = openBulkConnection(values.url);
try {
  await fillDatabase({ db, events: Number(values.events), now: new Date() }, console.log);
} finally {
  await db.destroy();
}
await countOverview(values.url, console.log);
const client = new pg.Client({ connectionString: values.url });
await client.connect();
try {
  const { rows } = await client.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
  console.log(`${(Number(rows[0]?.bytes) / 1e9).toFixed(2)} GB with indexes, without the log`);
} finally {
  await client.end();
}
