/** Time-based one-time passwords (TOTP) by RFC 6238: HMAC-SHA-1, 6 digits, 30 seconds, as every authenticator app has them. */
import { createHmac, timingSafeEqual } from "node:crypto";

export const TOTP_SECONDS = 30;
const DIGITS = 6;
/** Clocks of telephones differ, and typing takes time. */
const MAX_INTERVALS_OFF = 1;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 by RFC 4648, without padding. */
export function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

export const intervalOf = (now: Date): number => Math.floor(now.getTime() / 1000 / TOTP_SECONDS);

/** HOTP by RFC 4226. @param counter for TOTP the number of the interval */
export function computeCode(secret: Buffer, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac("sha1", secret).update(message).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** @returns the interval that the code is of; undefined if it is wrong */
export function findInterval(secret: Buffer, code: string, now: Date): number | undefined {
  const given = Buffer.from(code);
  const current = intervalOf(now);
  let found: number | undefined;
  for (let interval = current - MAX_INTERVALS_OFF; interval <= current + MAX_INTERVALS_OFF; interval += 1) {
    const right = Buffer.from(computeCode(secret, interval));
    if (given.length === right.length && timingSafeEqual(given, right)) found = interval;
  }
  return found;
}

/** For the QR code, by the key URI format that apps read. @param issuer whose account it is, such as the host */
export function toKeyUri(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const settings = { secret: encodeBase32(secret), issuer, algorithm: "SHA1", digits: DIGITS, period: TOTP_SECONDS };
  const query = Object.entries(settings).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${label}?${query.join("&")}`;
}
