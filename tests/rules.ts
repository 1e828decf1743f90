/** Rules about the project's files: what each forbids, and a breakage on purpose that shows it is seen. */
import { describe, expect, test } from "vitest";
import { house } from "#contract/index.ts";
import { projectFiles, sourceFile, type SourceFile } from "./files.ts";

export interface Rule {
  /** What breaks it among these files. */
  find(files: SourceFile[]): string[];
  /** Path and text of files that break it. */
  breakage: Record<string, string>;
}

/** Rooms of the server alone, by the room of the contract that they stand before: the way to the payment provider, and its double. */
export const serverRooms: Record<string, readonly string[]> = {
  payments: ["sandbox", "provider"],
  invoices: ["reconciling"],
};
/** Parts of the planning that are too much for one room, on the web alone: each promises nothing itself. */
export const planningRooms = ["planner", "moving", "quick", "panel", "choosing", "looking", "sheets", "month"];
const before: Record<string, readonly string[]> = { ...serverRooms, views: planningRooms };
/** The corridor: a room may use those before it. Demo (server) promises nothing itself. */
export const corridor = [
  ...new Set([...Object.keys(house).flatMap((room) => [...(before[room] ?? []), room]), "overview", "demo"]),
];
export const isRoom = (file: SourceFile) => corridor.includes(file.room);
export const sides = ["contract", "server", "web"];

export const isSource = (file: SourceFile) => sides.includes(file.side) && /\.tsx?$/.test(file.path);
/** What is shipped, tests left out. */
export const isProduct = (file: SourceFile) => isSource(file) && !file.isTest;
export const onServer = (file: SourceFile) => isProduct(file) && file.side === "server";

export const told = (file: SourceFile, what: string | number = "") => `${file.path} ${what}`.trim();
export const where = (files: SourceFile[], wrong: (file: SourceFile) => boolean) =>
  files.filter(wrong).map((file) => told(file));
export const imports = (files: SourceFile[], wrong: (file: SourceFile, to: SourceFile["foreign"][number]) => boolean) =>
  files.flatMap((file) =>
    file.foreign.filter((to) => !to.to.endsWith(".css") && wrong(file, to)).map(({ to }) => told(file, `→ ${to}`)),
  );
/** Places in the code, comments left out, where a pattern occurs. */
export const occurrences = (files: SourceFile[], pattern: RegExp) =>
  files.flatMap((file) =>
    file.code.split("\n").flatMap((line) => (pattern.test(line) ? [told(file, `: ${line.trim()}`)] : [])),
  );

/** Tests of every rule: kept by the project's files, and broken by its breakage. */
export function enforce(rules: Record<string, Rule>): void {
  // These are full of breakages themselves.
  const files = projectFiles().filter(({ path }) => !/^tests\/(architecture|style)\.test\.ts$/.test(path));

  test("the files were found", () => {
    for (const side of sides)
      expect(files.filter((file) => isProduct(file) && file.side === side).length).toBeGreaterThan(5);
  });
  describe("the house", () => {
    test.each(Object.entries(rules))("%s", (_sentence, rule) => expect(rule.find(files)).toEqual([]));
  });
  describe("broken on purpose, it is seen", () => {
    test.each(Object.entries(rules))("%s", (_sentence, rule) => {
      const breakage = Object.entries(rule.breakage).map(([path, text]) => sourceFile(path, text));
      expect(rule.find(breakage)).not.toEqual([]);
    });
  });
}
