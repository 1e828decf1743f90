/** Stands for an authenticator app: reads the key that it scans or is told, and makes its codes. */
import { Secret, TOTP } from "otpauth";

const SECONDS = 30;

export const decodeBase32 = (text: string): Buffer => Buffer.from(Secret.fromBase32(text).bytes);

/** @param ahead intervals of 30 seconds, as each code counts once */
export const codeAt = (key: string, now: Date, ahead = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(key), period: SECONDS, timestamp: now.getTime() + ahead * SECONDS * 1000 });
