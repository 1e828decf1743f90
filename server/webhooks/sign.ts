/** Signatures of Standard Webhooks, version 1: HMAC-SHA256 of `id.timestamp.body` (www.standardwebhooks.com). */
import { createHmac, randomBytes } from "node:crypto";

const SECRET_START = "whsec_";
const SECRET_BYTES = 32;

export const createSecret = (): string => `${SECRET_START}${randomBytes(SECRET_BYTES).toString("base64")}`;

function sign(secret: string, text: string): string {
  const key = Buffer.from(secret.slice(SECRET_START.length), "base64");
  return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
}

/** @param secrets each signs, so that a receiver may know either */
export function buildSignedHeaders(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => sign(secret, `${id}.${timestamp}.${body}`)).join(" "),
  };
}
