/** The release that this one is updated from, as the history of the project has it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const project = resolve(import.meta.dirname, "..");
const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: project, encoding: "utf8" }).trim();

const listMigrations = (folder: string) =>
  readdirSync(join(folder, "server/migrations"))
    .filter((name) => name.endsWith(".sql"))
    .toSorted();

/**
 * The commit of the last release, with which its backup was written (`tests/fixtures/write-release.ts`). Where no migration
 * came since, there is nothing to update: then the last commit before the one that brought the newest migration.
 */
function findReleaseBefore(): string {
  const newest = `server/migrations/${listMigrations(project).at(-1) ?? ""}`;
  const release = git("log", "-1", "--format=%H", "--", "tests/fixtures/releases");
  if (git("ls-tree", "--name-only", release, newest) === "") return release;
  return git("rev-parse", `${git("log", "-1", "--diff-filter=A", "--format=%H", "--", newest)}^`);
}

export interface ReleaseBefore {
  /** Its files, with the modules of this release. */
  folder: string;
  /** Its commit, in short. */
  name: string;
  /** Migrations that this release adds. */
  added: readonly string[];
  delete(): void;
}

/** @param ref its commit, branch or tag; without it, the last release */
export function unpackReleaseBefore(ref = findReleaseBefore()): ReleaseBefore {
  const folder = mkdtempSync(join(tmpdir(), "baseline-release-"));
  execFileSync("sh", ["-c", 'git archive "$1" | tar -x -C "$2"', "sh", ref, folder], { cwd: project });
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
  const before = new Set(listMigrations(folder));
  return {
    folder,
    name: git("rev-parse", "--short", ref),
    added: listMigrations(project).filter((name) => !before.has(name)),
    delete: () => rmSync(folder, { recursive: true, force: true }),
  };
}
