/** Time-based one-time passwords (TOTP) by RFC 6238: HMAC-SHA-1, 6 digits, 30 seconds, as every authenticator app has them. */
import { Secret, TOTP } from "otpauth";

export const TOTP_SECONDS = 30;
/** Clocks of telephones differ, and typing takes time. */
const MAX_INTERVALS_OFF = 1;

const openTotp = (secret: Buffer, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: "SHA1",
    digits: 6,
    period: TOTP_SECONDS,
    ...names,
  });

/** Base32 by RFC 4648, without padding, as people type it. */
export const encodeBase32 = (secret: Buffer): string => openTotp(secret).secret.base32;

export const intervalOf = (now: Date): number => TOTP.counter({ period: TOTP_SECONDS, timestamp: now.getTime() });

/** @returns the interval that the code is of; undefined if it is wrong */
export function findInterval(secret: Buffer, code: string, now: Date): number | undefined {
  const off = openTotp(secret).validate({ token: code, timestamp: now.getTime(), window: MAX_INTERVALS_OFF });
  return off === null ? undefined : intervalOf(now) + off;
}

/** For the QR code, by the key URI format that apps read. @param issuer whose account it is, such as the host */
export const toKeyUri = (secret: Buffer, issuer: string, account: string): string =>
  openTotp(secret, { issuer, label: account }).toString();
