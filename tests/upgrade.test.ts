/** A database of each release before, as a backup that it wrote (tests/fixtures/write-release.ts), is migrated and served. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyBackup, type Contents } from "#server/kit/backup/read-backup.ts";
import { restoreBackup } from "#server/kit/backup/restore-backup.ts";
import { describeSchema } from "#server/kit/db/describe-schema.ts";
import { openFileStore } from "#server/kit/storage/file-store.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { password } from "./support/test-people.ts";

const fixtures = join(import.meta.dirname, "fixtures/releases");
describe.each(readdirSync(fixtures))("from %s", (name) => {
  const dataDir = mkdtempSync(join(tmpdir(), "baseline-upgrade-"));
  let database: TestDatabase;
  let contents: Contents;
  let server: RunningServer;
  beforeAll(async () => {
    contents = await verifyBackup(join(fixtures, name), undefined);
    database = await createTestDatabase({ migrated: false, max: 2 });
    await restoreBackup(join(fixtures, name), contents, {
      databaseUrl: database.url,
      store: openFileStore({ s3: undefined, dataDir }),
      key: undefined,
      isReplaced: false,
      show: () => {},
    });
    server = await startServer("upgrade", { DATABASE_URL: database.url, DEMO: "0", DATA_DIR: dataDir });
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("its schema is that of a new database, and no row of it is lost", async () => {
    const fresh = await createTestDatabase();
    try {
      expect(await describeSchema(database.pool)).toBe(await describeSchema(fresh.pool));
    } finally {
      await fresh.drop();
    }
    // Rows that the product never deletes by itself.
    for (const table of ["users", "organizations", "memberships", "fields", "events", "payments", "invoices"]) {
      const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
      expect([table, rows[0]?.count]).toEqual([table, contents.counts[table]]);
      expect(contents.counts[table]).toBeGreaterThan(0);
    }
  });

  test("people sign in with their passwords, and find what they had", async () => {
    const call = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${server.url}/api/v1${path}`, init);
      return { status: response.status, body: (await response.json()) as { data: unknown } };
    };
    const signIn = await call("/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "owner@release.test", password }),
    });
    expect(signIn.status).toBe(200);
    const headers = { authorization: `Bearer ${(signIn.body.data as { access_token: string }).access_token}` };
    const organizations = await call("/organizations", { headers });
    const organizationId = (organizations.body.data as { id: string; name: string }[]).find(
      ({ name }) => name === "Here",
    )?.id;
    for (const list of ["facilities", "fields", "events", "users", "payments", "invoices"]) {
      const { status, body } = await call(`/organizations/${organizationId}/${list}`, { headers });
      expect([list, status]).toEqual([list, 200]);
      expect(body.data, list).not.toEqual([]);
    }
  });

  test("the release before refuses the database once it is migrated", async () => {
    await database.pool.query("insert into migrations (name, sha256) values ('9999-later.sql', '')");
    try {
      await expect(startServer("downgrade", { DATABASE_URL: database.url, DEMO: "0" })).rejects.toThrow(
        "This database is of a newer release of Baseline: it has the migration 9999-later.sql",
      );
    } finally {
      await database.pool.query("delete from migrations where name = '9999-later.sql'");
    }
  });
});
