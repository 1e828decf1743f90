/** Runs rules about the source files, each with a deliberate violation that it must find. */
import { describe, expect, test } from "vitest";
import { moduleOrder } from "./layers.ts";
import { listProjectFiles, parseSourceFile, type SourceFile } from "./project-files.ts";

export interface Rule {
  find(files: SourceFile[]): string[];
  breakage: Record<string, string>;
}

export const isModuleFile = (file: SourceFile) => moduleOrder.includes(file.module);
export const sides = ["contract", "dev", "server", "web"];

export const isSource = (file: SourceFile) => sides.includes(file.side) && /\.tsx?$/.test(file.path);
export const isProduct = (file: SourceFile) => isSource(file) && !file.isTest;
export const isServerProduct = (file: SourceFile) => isProduct(file) && file.side === "server";

export const formatViolation = (file: SourceFile, what: string | number = "") => `${file.path} ${what}`.trim();
export const filesWhere = (files: SourceFile[], wrong: (file: SourceFile) => boolean) =>
  files.filter(wrong).map((file) => formatViolation(file));
export const importsWhere = (
  files: SourceFile[],
  wrong: (file: SourceFile, to: SourceFile["crossModuleImports"][number]) => boolean,
) =>
  files.flatMap((file) =>
    file.crossModuleImports
      .filter((to) => !to.to.endsWith(".css") && wrong(file, to))
      .map(({ to }) => formatViolation(file, `→ ${to}`)),
  );
export const codeMatches = (files: SourceFile[], pattern: RegExp) =>
  files.flatMap((file) =>
    file.code.split("\n").flatMap((line) => (pattern.test(line) ? [formatViolation(file, `: ${line.trim()}`)] : [])),
  );

/** Tests each rule twice: the project follows it, and the deliberate violation is found. */
export function enforceRules(rules: Record<string, Rule>): void {
  // These two files contain violations as strings.
  const files = listProjectFiles().filter(({ path }) => !/^tests\/(architecture|style)\.test\.ts$/.test(path));

  test("the files were found", () => {
    for (const side of sides)
      expect(files.filter((file) => isProduct(file) && file.side === side).length).toBeGreaterThan(5);
  });
  describe("the project", () => {
    test.each(Object.entries(rules))("%s", (_sentence, rule) => expect(rule.find(files)).toEqual([]));
  });
  describe("broken on purpose, it is seen", () => {
    test.each(Object.entries(rules))("%s", (_sentence, rule) => {
      const breakage = Object.entries(rule.breakage).map(([path, text]) => parseSourceFile(path, text));
      expect(rule.find(breakage)).not.toEqual([]);
    });
  });
}
