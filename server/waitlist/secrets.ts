/** Links of offers. Only the hash of a secret is kept. */
import { createHash, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

export const createOfferSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

export const hashOfferSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();

const LINK_DAYS_MS = 30 * 86_400_000;
/** The link goes on to say what became of the offer. */
export const offerLinkEnd = (expiresAt: Date): Date => new Date(expiresAt.getTime() + LINK_DAYS_MS);
