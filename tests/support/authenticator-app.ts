/** Stands for an authenticator app: reads the key that it scans or is told, and makes its codes. */
import { computeCode, intervalOf } from "#server/second-factors/totp.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** @param ahead intervals of 30 seconds, as each code counts once */
export const codeAt = (key: string, now: Date, ahead = 0): string =>
  computeCode(decodeBase32(key), intervalOf(now) + ahead);
