/** Reads the members of a backup, and finds what is damaged, cut off or of another key. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { PassThrough, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { extract } from "tar-stream";
import { CommandError } from "#server/kit/process/command.ts";
import {
  BACKUP_FORMAT,
  CHECKSUMS_NAME,
  FILES_FOLDER,
  Manifest,
  MANIFEST_NAME,
  ROW_COUNTS_NAME,
  RowCounts,
} from "./backup-format.ts";
import { decrypt, isEncrypted, type BackupKey } from "./encryption.ts";

/** Members that describe the others, in the order in which they are read. */
const DESCRIPTIONS = new Set([MANIFEST_NAME, ROW_COUNTS_NAME, CHECKSUMS_NAME]);

export interface Member {
  name: string;
  content: Buffer;
}

/**
 * The members in their order. What is damaged may only be found after members that are not.
 * @throws CommandError
 */
export async function* readMembers(file: string, key: BackupKey | undefined): AsyncIterable<Member> {
  const start = await readStart(file);
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 });
  const archive = extract();
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    archive.destroy();
  };
  try {
    const compressed = new PassThrough();
    const plain: Readable = isEncrypted(start) ? await decrypt(source, key) : source;
    const read = pipeline(plain, compressed).catch(fail);
    const unpacked = pipeline(compressed, createZstdDecompress(), archive as unknown as NodeJS.WritableStream).catch(
      fail,
    );
    for await (const entry of archive) yield { name: entry.header.name, content: await buffer(entry) };
    await Promise.all([read, unpacked]);
    if (failure !== undefined) throw failure;
  } catch (error) {
    throw explainReadError(failure ?? error, file);
  } finally {
    source.destroy();
  }
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === "ENOENT" ? `There is no file ${file}` : `${file} cannot be read (${error.code})`,
    );
  });
  try {
    const { buffer: bytes, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function explainReadError(error: unknown, file: string): unknown {
  if (error instanceof CommandError || !(error instanceof Error)) return error;
  const isCutOff = /unexpected end|too small|ciphertext size/i.test(error.message);
  return new CommandError(
    isCutOff
      ? `${file} is cut off: its end is missing. Take another backup`
      : `${file} is damaged, or no backup of Baseline (${error.message}). Take another backup`,
    { cause: error },
  );
}

export interface Contents {
  manifest: Manifest;
  counts: RowCounts;
  files: number;
}

/**
 * Reads the whole backup, and compares each member with its checksum.
 * @throws CommandError
 */
export async function verifyBackup(file: string, key: BackupKey | undefined): Promise<Contents> {
  const sums: string[] = [];
  const described = new Map<string, Buffer>();
  let files = 0;
  for await (const { name, content } of readMembers(file, key)) {
    if (DESCRIPTIONS.has(name)) described.set(name, content);
    if (name.startsWith(FILES_FOLDER)) files++;
    if (name !== CHECKSUMS_NAME) sums.push(`${createHash("sha256").update(content).digest("hex")}  ${name}\n`);
  }
  const [manifest, counts, expected] = [...DESCRIPTIONS].map((name) => described.get(name)?.toString());
  if (manifest === undefined || counts === undefined || expected === undefined)
    throw new CommandError(`${file} is cut off: its end is missing. Take another backup`);
  if (sums.join("") !== expected)
    throw new CommandError(`${file} is damaged: its checksums differ. Take another backup`);
  // A damaged manifest may be no JSON, or name another format, so its checksum is compared before it is read.
  return { manifest: parseManifest(manifest, file), counts: RowCounts.parse(JSON.parse(counts)), files };
}

function parseManifest(content: string, file: string): Manifest {
  const value = JSON.parse(content) as { format?: unknown; version?: unknown };
  if (typeof value.format === "number" && value.format > BACKUP_FORMAT)
    throw new CommandError(
      `${file} was written by a newer release of Baseline (${String(value.version)}): update first`,
    );
  return Manifest.parse(value);
}
