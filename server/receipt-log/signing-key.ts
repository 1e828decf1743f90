/** Key of the installation (Ed25519) that signs the totals of the receipt log: made on first use, and kept in `secrets`. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateValue, findValue } from "#server/kit/db/secrets.ts";

const SECRET = "receipt-log";

/** SPKI in base64, as totals name it. */
const exportPublicKey = (key: KeyObject): string =>
  createPublicKey(key).export({ type: "spki", format: "der" }).toString("base64");
const readKey = (key: Buffer): KeyObject => createPrivateKey({ key, type: "pkcs8", format: "der" });
const createKey = (): Buffer => generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "der" });

export interface SigningKey {
  publicKey: string;
  sign(hash: Buffer): Buffer;
}

export async function findSigningKey(db: Database): Promise<SigningKey> {
  const key = readKey(await findOrCreateValue(db, SECRET, createKey));
  return { publicKey: exportPublicKey(key), sign: (hash) => sign(null, hash, key) };
}

/** @returns undefined before the first total */
export async function findPublicKey(db: Database): Promise<string | undefined> {
  const key = await findValue(db, SECRET);
  return key && exportPublicKey(readKey(key));
}

export function isSignedBy(publicKey: string, hash: Buffer, signature: Buffer): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), type: "spki", format: "der" });
    return verify(null, hash, key, signature);
  } catch {
    // Text that is no key.
    return false;
  }
}
