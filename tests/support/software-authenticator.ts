/** Stands for a browser with an authenticator: keeps passkeys by ES256, and answers what WebAuthn asks. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { PasskeyCreation, PasskeyRequest } from "#contract/second-factors.ts";

const ORIGIN = "http://localhost:3000";
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64 = (data: Buffer | string) => Buffer.from(data).toString("base64url");

/** CBOR by RFC 8949, as far as an attestation needs it. */
function encodeHead(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(type << 5) | size]);
  if (size < 256) return Buffer.from([(type << 5) | 24, size]);
  return Buffer.from([(type << 5) | 25, size >> 8, size & 0xff]);
}
type Cbor = number | string | Buffer | [Cbor, Cbor][];
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value);
  if (typeof value === "string") return Buffer.concat([encodeHead(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeHead(2, value.length), value]);
  return Buffer.concat([encodeHead(5, value.length), ...value.flat().map(encodeCbor)]);
}

const flag = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, attested: 64 };

export interface SoftwarePasskey {
  id: Buffer;
  privateKey: KeyObject;
  userHandle: string;
  counter: number;
}

/** Deviations of a thief, another site or a broken device. */
export interface Wrongs {
  origin?: string;
  rpId?: string;
  isUserVerified?: boolean;
  isBackedUp?: boolean;
  userHandle?: string | undefined;
  /** As if the authenticator had counted so far. */
  counter?: number;
}

const clientData = (type: string, challenge: string, origin: string) =>
  base64(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData(
  rpId: string,
  counter: number,
  { isUserVerified = true, isBackedUp }: Wrongs,
  attested?: Buffer,
) {
  const flags =
    flag.userPresent |
    (isUserVerified ? flag.userVerified : 0) |
    (isBackedUp === undefined ? 0 : flag.backupEligible) |
    (isBackedUp ? flag.backedUp : 0) |
    (attested ? flag.attested : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
}

/** @returns the new passkey, and the body that adds it */
export function createPasskey(options: PasskeyCreation, wrongs: Wrongs = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  const key = encodeCbor([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ]);
  const length = Buffer.from([0, id.length]);
  const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
  const counter = wrongs.counter ?? 0;
  const data = authenticatorData(wrongs.rpId ?? options.rp.id, counter, wrongs, attested);
  const passkey: SoftwarePasskey = { id, privateKey, userHandle: options.user.id, counter };
  const attestation = {
    id: base64(id),
    rawId: base64(id),
    type: "public-key",
    response: {
      clientDataJSON: clientData("webauthn.create", options.challenge, wrongs.origin ?? ORIGIN),
      attestationObject: base64(
        encodeCbor([
          ["fmt", "none"],
          ["attStmt", []],
          ["authData", data],
        ]),
      ),
      transports: ["internal"],
    },
  };
  return { passkey, body: { attestation } };
}

/** @returns what the passkey signs; an authenticator that counts is at one more afterwards */
export function signChallenge(passkey: SoftwarePasskey, options: PasskeyRequest, wrongs: Wrongs = {}) {
  const counter = wrongs.counter ?? (passkey.counter === 0 ? 0 : (passkey.counter += 1));
  const data = authenticatorData(wrongs.rpId ?? options.rpId, counter, wrongs);
  const client = clientData("webauthn.get", options.challenge, wrongs.origin ?? ORIGIN);
  const signed = Buffer.concat([data, sha256(Buffer.from(client, "base64url"))]);
  return {
    id: base64(passkey.id),
    rawId: base64(passkey.id),
    type: "public-key",
    response: {
      clientDataJSON: client,
      authenticatorData: base64(data),
      signature: base64(sign("sha256", signed, passkey.privateKey)),
      userHandle: "userHandle" in wrongs ? wrongs.userHandle : passkey.userHandle,
    },
  };
}
