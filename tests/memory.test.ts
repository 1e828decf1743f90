import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const node = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", env: { PATH: process.env.PATH, ...env } });

test("a command bounds the memory of its process, which V8 reads at its start only", () => {
  const options = ["--max-semi-space-size=4", "--max-old-space-size=256"];
  const script = `import { become } from "./bin/bootstrap.mjs";
    await become("tests/fixtures/print-heap.ts", [], ${JSON.stringify(options)});`;
  const { stdout, stderr } = node(["--input-type=module", "-e", script]);
  const [used, limit] = JSON.parse(stdout) as [string[], number];
  expect(used).toEqual(expect.arrayContaining(options));
  expect(limit).toBeGreaterThanOrEqual(256);
  expect(limit).toBeLessThan(320);
  expect(stderr).toBe("");
});

test("a bound that is no number of megabytes is refused before anything is installed or built", () => {
  const { status, stderr, stdout } = node(["bin/start.mjs"], { MAX_HEAP_MB: "much" });
  expect([status, stdout, stderr]).toEqual([1, "", 'MAX_HEAP_MB is "much", but it must be a number of megabytes.\n']);
});
