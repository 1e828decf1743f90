import { expect, test } from "vitest";
import { isVersionAfter } from "#contract/kit.ts";
import { containsTransaction, isVersion, readVersion, versionOfSnapshot, versionWithinBatch } from "./live-version.ts";

test("versions follow each other as the snapshots of PostgreSQL do", () => {
  const inOrder = ["90:90:", "90:100:90,95,97", "90:100:90,95", "95:100:95", "100:100:", "99:101:99", "101:101:"];
  const versions = inOrder.map(versionOfSnapshot);
  for (const [index, version] of versions.slice(1).entries()) {
    expect(isVersion(version)).toBe(true);
    expect(isVersionAfter(version, versions[index] ?? "")).toBe(true);
  }
});

test("a version contains what had been committed, and neither later transactions nor those that ran", () => {
  const snapshot = readVersion(versionOfSnapshot("90:100:90,95"));
  const contained = ["89", "91", "96", "99"].map((transaction) => containsTransaction(snapshot, transaction));
  const missing = ["90", "95", "100", "1000"].map((transaction) => containsTransaction(snapshot, transaction));
  expect([contained, missing]).toEqual([Array(4).fill(true), Array(4).fill(false)]);
});

test("changes of a batch come after what was before it, in order, and a client that received some gets all again", () => {
  const [before, after] = ["90:100:90,95", "95:100:95"].map(versionOfSnapshot) as [string, string];
  const versions = [before, ...[2, 1, 0].map((left) => versionWithinBatch(before, after, left))];
  for (const [index, version] of versions.slice(1).entries())
    expect(isVersionAfter(version, versions[index] ?? "")).toBe(true);
  expect(versions.at(-1)).toBe(after);
  expect(readVersion(versions[1] ?? "")).toEqual(readVersion(before));
});

test("a version of an earlier release, which names a transaction, resumes at that transaction", () => {
  expect(readVersion("100.9223372036854775807")).toEqual({ next: "100", running: [] });
  expect(isVersionAfter(versionOfSnapshot("101:101:"), "100.9223372036854775807")).toBe(true);
});

test.each(["", "1", "1.", "a.b", "1.2.x", "1.9999999999999999999", "1.1.9223372036854775808"])(
  "%j is no version of a database, and counts as the beginning",
  (text) => {
    expect(isVersion(text)).toBe(false);
    expect(readVersion(text)).toEqual({ next: "0", running: [] });
  },
);
