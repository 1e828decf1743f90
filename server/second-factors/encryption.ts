/** Encryption of what must be read again (AES-256-GCM), such as the secrets of authenticator apps. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

const findKey = (db: Database) => findOrCreateSecret(db, "second-factors");

/** @param owner whose it is: a row that is copied to somebody else cannot be read */
export async function encrypt(db: Database, owner: string, plain: Buffer): Promise<Buffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, await findKey(db), iv).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** @throws Error if it was encrypted for somebody else, or changed */
export async function decrypt(db: Database, owner: string, sealed: Buffer): Promise<Buffer> {
  const [iv, tag] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  const decipher = createDecipheriv(ALGORITHM, await findKey(db), iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
