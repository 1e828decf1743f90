/** Reads the ZIP file of an organization's copy, and finds what is damaged, of another format, or of a newer release. */
import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import { isStoredFileName } from "#server/kit/storage/file-store.ts";
import { CommandError } from "#server/kit/process/command.ts";
import { COPY_FORMAT, CopyManifest, FILES_FOLDER, MANIFEST_NAME, PEOPLE_NAME, tableFileName } from "./copy-format.ts";

const noCopy = (cause?: unknown) =>
  new CommandError("This file is no copy of an organization, or is cut off", { cause });

export interface OrganizationCopy {
  manifest: CopyManifest;
  /** @throws CommandError if it is damaged */
  readTable(name: string): string[];
  readPeople(): string[];
  /** @param name in the store */
  readFile(name: string): Uint8Array;
}

/** @throws CommandError */
export function openCopy(zip: Uint8Array): OrganizationCopy {
  const read = (name: string): Uint8Array => {
    try {
      const content = unzipSync(zip, { filter: (entry) => entry.name === name })[name];
      if (content) return content;
    } catch (error) {
      throw noCopy(error);
    }
    throw noCopy();
  };
  const readChecked = (name: string, sha256: string): Uint8Array => {
    const content = read(name);
    if (createHash("sha256").update(content).digest("hex") !== sha256)
      throw new CommandError(`The copy is damaged: ${name} is another one than it was. Download it again`);
    return content;
  };
  const readLines = (name: string, sha256: string): string[] =>
    Buffer.from(readChecked(name, sha256)).toString("utf8").split("\n").filter(Boolean);
  const manifest = parseManifest(Buffer.from(read(MANIFEST_NAME)).toString("utf8"));
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  const files = new Map(manifest.files.map((file) => [file.name, file.sha256]));
  return {
    manifest,
    readTable: (name) => readLines(tableFileName(name), tables.get(name)?.sha256 ?? ""),
    readPeople: () => readLines(PEOPLE_NAME, manifest.people.sha256),
    readFile: (name) => readChecked(`${FILES_FOLDER}${name}`, files.get(name) ?? ""),
  };
}

function parseManifest(text: string): CopyManifest {
  let value: { format?: unknown; version?: unknown };
  try {
    value = JSON.parse(text) as typeof value;
  } catch (error) {
    throw noCopy(error);
  }
  if (typeof value.format === "number" && value.format > COPY_FORMAT)
    throw new CommandError(`The copy was made by a newer release of Baseline (${String(value.version)}): update first`);
  const parsed = CopyManifest.safeParse(value);
  if (!parsed.success || parsed.data.files.some(({ name }) => !isStoredFileName(name) || !name.startsWith("photos/")))
    throw noCopy(parsed.error);
  return parsed.data;
}
