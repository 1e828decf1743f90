/** Seeded random numbers: the demo is the same on every machine, and tests rely on it. */
import { hash } from "node:crypto";

export interface RandomSource {
  /** 0 ≤ value < 1. */
  next(): number;
  /** A whole number, both ends included. */
  integer(from: number, to: number): number;
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T;
  is(probability: number): boolean;
}

/** @param seed any text; the same text gives the same numbers. The generator is mulberry32. */
export function seededRandom(seed: string): RandomSource {
  let state = Number.parseInt(hash("sha256", seed).slice(0, 8), 16);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    integer: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    is: (probability) => next() < probability,
  };
}

/** UUID version 8 (RFC 9562), derived from the name. */
export function demoId(name: string): string {
  const hex = hash("sha256", name);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
