import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { findWarnings } from "./warnings.mjs";

const run = (program: string) => {
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  return findWarnings(stdout + stderr);
};

test("whatever Node warns of is found, each once", () => {
  expect(run('process.emitWarning("old", "DeprecationWarning", "DEP0000"); console.log("fine")')).toEqual([
    "[DEP0000] DeprecationWarning: old",
  ]);
  const listeners = 'const { EventEmitter } = require("node:events"); const one = new EventEmitter();';
  const [leak, ...others] = run(`${listeners} for (let i = 0; i < 11; i++) one.on("close", () => {});`);
  expect(leak).toMatch(/^MaxListenersExceededWarning: Possible EventEmitter memory leak/);
  expect(others).toEqual([]);
  expect(findWarnings("\u001b[33m(node:1) Warning: same\u001b[39m\n(node:2) Warning: same\n")).toEqual([
    "Warning: same",
  ]);
});

test("what programs print otherwise is no warning", () => {
  expect(findWarnings('{"level":"warn","msg":"slow"}\nWarning: of a test\n✓ a warning is told (node:fs)')).toEqual([]);
});
