/**
 * Sends messages to browsers by their makers' push services (Web Push): encrypted for the browser alone (RFC 8291), signed
 * with a key of this server (VAPID, RFC 8292).
 */
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
  type ECDH,
  type KeyObject,
} from "node:crypto";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateValue } from "#server/kit/db/secrets.ts";
import { findUrlFault, type PublicRequest, sendPublicRequest } from "#server/kit/http/public-request.ts";
import { isLoopback } from "#server/kit/process/config.ts";
import type { Config } from "#server/kit/process/config.ts";

const CURVE = "prime256v1";
/** One record holds the whole message. */
const RECORD_BYTES = 4096;
const TOKEN_SECONDS = 12 * 3600;
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 1024;

/** Bytes as the browser gives them. */
export interface PushKeys {
  publicKey: Buffer;
  authSecret: Buffer;
}

/** @throws Error for keys that are no point of the curve */
export function encryptPush(
  message: Buffer,
  { publicKey, authSecret }: PushKeys,
  { sender = createSender(), salt = randomBytes(16) }: { sender?: ECDH; salt?: Buffer } = {},
): Buffer {
  const own = sender.getPublicKey();
  const shared = sender.computeSecret(publicKey);
  const derive = (secret: Buffer, by: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, by, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, own]);
  const input = derive(shared, authSecret, info, 32);
  const cipher = createCipheriv(
    "aes-128-gcm",
    derive(input, salt, "Content-Encoding: aes128gcm\0", 16),
    derive(input, salt, "Content-Encoding: nonce\0", 12),
  );
  // The byte after the message says that this record is the last one.
  const record = Buffer.concat([cipher.update(Buffer.concat([message, Buffer.of(2)])), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.of(own.length), own, record, cipher.getAuthTag()]);
}

function createSender(): ECDH {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return sender;
}

export const isPushKey = (publicKey: Buffer): boolean => {
  try {
    createSender().computeSecret(publicKey);
    return true;
  } catch {
    return false;
  }
};

const base64url = (value: Buffer | string): string => Buffer.from(value).toString("base64url");

interface SigningKey {
  publicKey: Buffer;
  privateKey: KeyObject;
}

/** By database: keys do not change while a process runs. */
const signingKeys = new WeakMap<Database, SigningKey>();

/** Made at the first start, and the same for all processes: browsers subscribe for it alone. @param db the pool */
async function findSigningKey(db: Database): Promise<SigningKey> {
  const known = signingKeys.get(db);
  if (known) return known;
  const secret = await findOrCreateValue(db, "push", () => createSender().getPrivateKey());
  const pair = createECDH(CURVE);
  pair.setPrivateKey(secret);
  const publicKey = pair.getPublicKey();
  const [x, y, d] = [publicKey.subarray(1, 33), publicKey.subarray(33), secret].map(base64url);
  const jwk = { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "", d: d ?? "" };
  const key = { publicKey, privateKey: createPrivateKey({ key: jwk, format: "jwk" }) };
  signingKeys.set(db, key);
  return key;
}

export const findPushKey = async (db: Database): Promise<string> => base64url((await findSigningKey(db)).publicKey);

/** @param contact whom the push service may ask: an address of the web or a mail address */
export function signPush({ publicKey, privateKey }: SigningKey, endpoint: URL, contact: string, now: Date): string {
  const part = (value: object) => base64url(JSON.stringify(value));
  const expires = Math.floor(now.getTime() / 1000) + TOKEN_SECONDS;
  const signed = `${part({ typ: "JWT", alg: "ES256" })}.${part({ aud: endpoint.origin, exp: expires, sub: contact })}`;
  const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${base64url(signature)}, k=${base64url(publicKey)}`;
}

/** Hosts for Chrome and Edge, Firefox, Safari, and Windows. A name stands for all below it. */
const pushServices = [
  "fcm.googleapis.com",
  "push.services.mozilla.com",
  "push.apple.com",
  "notify.windows.com",
] as const;

type PushConfig = Pick<Config, "pushHosts" | "isProduction" | "securityContact" | "appUrl">;

const allowsLocalhost = ({ pushHosts, isProduction }: PushConfig): boolean =>
  !isProduction && pushHosts.some((host) => isLoopback(host));

/** Whether it is an address of a push service. Whether that is a public one is checked with each message. */
export function isPushEndpoint(config: PushConfig, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (findUrlFault(url, { allowsLocalhost: allowsLocalhost(config) }) !== undefined) return false;
  return [...pushServices, ...config.pushHosts].some(
    (host) => url.hostname === host || url.hostname.endsWith(`.${host}`),
  );
}

export interface PushMessage {
  /** JSON for the service worker. */
  content: object;
  /** The newer one of two that were not delivered yet takes its place: 32 letters of base64url at most. */
  topic: string;
  /** Seconds after which it is of no use. */
  seconds: number;
  urgency: "low" | "normal" | "high";
}

/**
 * @returns `gone` where the browser has ended it
 * @throws RequestFailure, and Error where the service refuses
 */
export async function sendPush(
  { db, config, now }: { db: Database; config: PushConfig; now: Date },
  { endpoint, keys }: { endpoint: string; keys: PushKeys },
  message: PushMessage,
  request: Pick<PublicRequest, "resolve" | "isAllowed"> = {},
): Promise<"sent" | "gone"> {
  if (!isPushEndpoint(config, endpoint)) return "gone";
  const contact = config.securityContact ?? config.appUrl;
  const { status } = await sendPublicRequest({
    url: endpoint,
    method: "POST",
    headers: {
      authorization: signPush(await findSigningKey(db), new URL(endpoint), contact, now),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: String(message.seconds),
      topic: message.topic,
      urgency: message.urgency,
    },
    body: encryptPush(Buffer.from(JSON.stringify(message.content)), keys),
    timeoutMs: TIMEOUT_MS,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    allowsLocalhost: allowsLocalhost(config),
    ...request,
  });
  if (status === 404 || status === 410) return "gone";
  if (status < 200 || status > 299) throw new Error(`The push service answered ${status}`);
  return "sent";
}
