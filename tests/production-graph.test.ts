import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { migrate } from "#server/kit/db/migrate.ts";
import { readConfig } from "#server/kit/process/config.ts";
import { createTestDatabase } from "./support/test-database.ts";
import { listProjectFiles } from "./support/project-files.ts";

const files = new Map(listProjectFiles().map((file) => [file.path, file]));
const { imports: aliases } = JSON.parse(readFileSync("package.json", "utf8")) as { imports: Record<string, string> };

/** Path of an import from the project root; undefined for packages. */
function resolve(from: string, to: string): string | undefined {
  if (to.startsWith(".")) return new URL(to, `file:///${from}`).pathname.slice(1);
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.replace("*", "");
    if (to.startsWith(prefix)) return target.replace("./", "").replace("*", "") + to.slice(prefix.length);
  }
  return undefined;
}

interface Import {
  to: string;
  isDynamic: boolean;
}

function importsOf(path: string): Import[] {
  const code = files.get(path)?.code ?? "";
  const all = [
    ...code.matchAll(/\b(import|export)\s+(type\s)?([^"';]*?\bfrom\s*)?"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g),
  ];
  return all.flatMap(([, , isType, names = "", from, dynamic]) => {
    const isErased = Boolean(isType) || /^\{(\s*type\s+[\w$]+(\s+as\s+[\w$]+)?\s*,?)+\s*\}\s*from/.test(names.trim());
    const to = resolve(path, from ?? dynamic ?? "");
    return to === undefined || isErased ? [] : [{ to, isDynamic: dynamic !== undefined }];
  });
}

function reach(entry: string, follow: (from: string, found: Import) => boolean): Set<string> {
  const found = new Set<string>();
  const left = [entry];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const one of importsOf(path)) if (follow(path, one)) left.push(one.to);
  }
  return found;
}

const isForeign = (path: string) => /^(dev|tests|bench|server\/demo)\//.test(path);
const entries = [
  "server/main.ts",
  "server/admin.ts",
  "server/backup.ts",
  "server/import-cli.ts",
  "server/jobs.ts",
  "server/restore.ts",
  "web/main.tsx",
];

test.each(entries)("%s loads nothing of the demo, of tests, or of what stands in for others", (entry) => {
  const loaded = reach(entry, (_from, { isDynamic }) => !isDynamic || entry.startsWith("web/"));
  // Proves that the traversal works.
  expect(loaded.size).toBeGreaterThan(10);
  expect([...loaded].filter(isForeign)).toEqual([]);
});

test("the demo and the emulator are loaded by main.ts alone, each where its setting asks for it", () => {
  const whole = reach("server/main.ts", (from) => !isForeign(from));
  const entryPoints = [...whole].flatMap((from) =>
    importsOf(from)
      .filter(({ to }) => !isForeign(from) && isForeign(to))
      .map(({ to, isDynamic }) => ({ from, to, isDynamic })),
  );
  expect(entryPoints).toEqual([
    { from: "server/main.ts", to: "dev/stripe-emulator/emulator.ts", isDynamic: true },
    { from: "server/main.ts", to: "server/demo/seed-demo.ts", isDynamic: true },
  ]);
  const main = files.get("server/main.ts")?.code ?? "";
  expect(main).toMatch(/config\.demo \? await import\("\.\/demo\/seed-demo\.ts"\)/);
  expect(main).toMatch(/config\.payments\.isEmulated \? await import\("#dev\/stripe-emulator\/emulator\.ts"\)/);
});

test("an import of the demo into the production graph is found", () => {
  const path = "server/payments/providers/stripe/client.ts";
  const file = files.get(path);
  if (!file) throw new Error(`${path} is not there`);
  files.set(path, { ...file, code: `${file.code}\nimport { listen } from "#dev/stripe-emulator/server.ts";` });
  try {
    expect([...reach("server/main.ts", (_from, { isDynamic }) => !isDynamic)].filter(isForeign)).not.toEqual([]);
  } finally {
    files.set(path, file);
  }
});

test("no setting but DEMO asks for them in production, and never where real money is taken", () => {
  const production = { NODE_ENV: "production", DATABASE_URL: "postgres://x@localhost/x", APP_URL: "https://x.example" };
  const loads = (env: Record<string, string>) => {
    const { demo, payments } = readConfig({ ...production, ...env });
    return [demo, payments.isEmulated];
  };
  const key = { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };
  expect(loads({})).toEqual([false, false]);
  expect(loads(key)).toEqual([false, false]);
  expect(loads({ DEMO: "1" })).toEqual([true, true]);
  expect(loads({ DEMO: "1", ...key })).toEqual([true, false]);
});

test("a production database has none of the emulator's tables", async () => {
  const database = await createTestDatabase({ migrated: false });
  try {
    await migrate(database.url);
    const { rows } = await database.pool.query(
      `select schemaname, tablename from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') and (schemaname <> 'public' or tablename ~ 'sandbox|emulator')`,
    );
    expect(rows).toEqual([]);
  } finally {
    await database.drop();
  }
});

test("the product's migrations and tables know no emulator", () => {
  const migrations = readdirSync("server/migrations").filter((name) => name > "0027");
  const texts = migrations.map((name) => readFileSync(`server/migrations/${name}`, "utf8"));
  expect(texts.filter((text) => /create table \w*(sandbox|emulator)/.test(text))).toEqual([]);
  expect(readFileSync("server/schema.sql", "utf8")).not.toMatch(/sandbox|emulator/);
  expect(readFileSync("server/kit/db/tables.ts", "utf8")).not.toMatch(/sandbox|emulator/i);
});
