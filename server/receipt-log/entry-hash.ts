/** Hash of an entry (SHA-256): it covers the entry before, so that none is changed, removed or added without a trace. */
import { createHash } from "node:crypto";

interface HashedEntry {
  seq: number;
  at: Date;
  kind: string;
  /** Canonical JSON. */
  payload: string;
  prev_sha256: Buffer;
}

/** Before the first entry. */
export const FIRST_HASH = Buffer.alloc(32);

/** Computed from five lines: the hash before in hexadecimal, number, instant in UTC with milliseconds, kind, payload. */
export const hashEntry = ({ seq, at, kind, payload, prev_sha256 }: HashedEntry): Buffer =>
  createHash("sha256")
    .update([prev_sha256.toString("hex"), seq, at.toISOString(), kind, payload].join("\n"))
    .digest();

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same text for equal values: members in the order of their names, without spaces. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
