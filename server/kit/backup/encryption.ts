/** Encryption of backups with age (X25519 and ChaCha20-Poly1305 in chunks): a changed byte or a missing end is found. */
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import type { Config } from "#server/kit/process/config.ts";
import { CommandError } from "#server/kit/process/command.ts";

const SECRET_KEY = /^AGE-SECRET-KEY-1[0-9A-Z]+$/;
const PUBLIC_KEY = /^age1[0-9a-z]+$/;
const HEADER = "age-encryption.org/";

export interface BackupKey {
  /** Encrypts. */
  recipient: string;
  /** Decrypts; undefined where only the public key is set. */
  identity: string | undefined;
}

export async function createBackupKey(): Promise<{ secretKey: string; publicKey: string }> {
  const secretKey = await generateX25519Identity();
  return { secretKey, publicKey: await identityToRecipient(secretKey) };
}

async function readKeyText({ key, keyFile }: Config["backup"]): Promise<string | undefined> {
  if (key !== undefined || keyFile === undefined) return key;
  const text = await readFile(keyFile, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`BACKUP_KEY_FILE cannot be read: ${keyFile} (${error.code})`);
  });
  // Files that `age-keygen` writes have comments.
  return text
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "" && !line.startsWith("#"));
}

/**
 * @returns undefined without a key: backups are not encrypted then
 * @throws CommandError
 */
export async function readBackupKey(settings: Config["backup"]): Promise<BackupKey | undefined> {
  const text = await readKeyText(settings);
  if (text === undefined) return undefined;
  if (PUBLIC_KEY.test(text)) return { recipient: text, identity: undefined };
  try {
    if (SECRET_KEY.test(text)) return { recipient: await identityToRecipient(text), identity: text };
  } catch {
    // The checksum within the key is wrong.
  }
  throw new CommandError(
    "The key of backups is not usable: expected AGE-SECRET-KEY-1… or age1…; `npm run backup -- --new-key` makes one",
  );
}

const fromWeb = (stream: unknown) => Readable.fromWeb(stream as ReadableStream<Uint8Array>);
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;

export async function encrypt(plain: Readable, { recipient }: BackupKey): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return fromWeb(await encrypter.encrypt(toWeb(plain)));
}

/** @param start the first bytes of a file */
export const isEncrypted = (start: Buffer): boolean => start.toString("latin1").startsWith(HEADER);

/** @throws CommandError without the secret key, or where it is another one */
export async function decrypt(encrypted: Readable, key: BackupKey | undefined): Promise<Readable> {
  if (!key) throw new CommandError("The backup is encrypted: set BACKUP_KEY or BACKUP_KEY_FILE to its secret key");
  if (!key.identity)
    throw new CommandError(
      "The backup is encrypted, and BACKUP_KEY is a public key: set the secret key that belongs to it",
    );
  const decrypter = new Decrypter();
  decrypter.addIdentity(key.identity);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(encrypted)));
  } catch (error) {
    if (error instanceof Error && /no identity matched/.test(error.message))
      throw new CommandError("The backup was encrypted with another key than the one that is set", { cause: error });
    throw error;
  }
}
