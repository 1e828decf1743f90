/** Kills a process in the middle of an import. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import type { TestApp } from "./test-app.ts";

interface KilledImport {
  organizationId: string;
  importId: string;
  /** Rows after which it is killed. */
  rows: number;
  /** Imports of the program. */
  imports: string;
  /** Expression that runs the import with `{ db, clock }`, `key`, and `onRows`, which is told the rows that are done. */
  run: string;
}

export async function killImportWorker(testApp: TestApp, killed: KilledImport): Promise<void> {
  const { organizationId, importId, rows: most, imports, run } = killed;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(testApp.db);
  const url = new URL(process.env.TEST_DATABASE_SERVER ?? "");
  url.pathname = `/${rows[0]?.name}`;
  const program = `
    import { openDatabase } from "#server/kit/db/database.ts";
    import { findPlanMode } from "#server/kit/db/distribute.ts";
    ${imports}
    const planMode = await findPlanMode(process.env.URL);
    const { db } = openDatabase(process.env.URL, planMode && { planMode });
    const clock = { now: () => new Date(process.env.NOW) };
    const key = { organizationId: process.env.ORGANIZATION, importId: process.env.IMPORT };
    const onRows = (done) => {
      console.log(done);
      if (done === ${most}) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    };
    await ${run};`;
  const worker = spawn(process.execPath, ["--input-type=module", "-e", program], {
    env: {
      ...process.env,
      URL: url.href,
      NOW: testApp.clock.now().toISOString(),
      ORGANIZATION: organizationId,
      IMPORT: importId,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for (let said = ""; !said.includes(String(most));) said += String((await once(worker.stdout, "data"))[0]);
  worker.kill("SIGKILL");
  await once(worker, "exit");
}
