/** Prices extras of a booking, and shares the pieces of a stock among loans. Pure. Amounts are minor units. */
import type { ExtraMode, ExtraPer } from "./extras.ts";
import { listWindowSpans, type WindowHours } from "./time-windows-minutes-rules.ts";

const MINUTE_MS = 60_000;

/** Epoch milliseconds; the end is not in it. */
export interface Span {
  start: number;
  end: number;
}

interface PricedExtra {
  per: ExtraPer;
  mode: ExtraMode;
  stepMinutes: number;
  price: number;
  rolePrices: readonly { roleId: number; price: number }[];
}

export interface ExtraOrder {
  span: Span;
  people: number;
  quantity: number;
  roleIds: readonly number[];
  timezone: string;
  /** Hours of an extra in windows; several are not counted twice where they overlap. */
  windows: readonly WindowHours[];
}

/** Minutes inside of the windows, rounded up to the step; where windows overlap, they count once. */
export function countMinutesInWindows(
  windows: readonly WindowHours[],
  { span, timezone, step }: { span: Span; timezone: string; step: number },
): number {
  const inside = windows
    .flatMap((window) => listWindowSpans(window, span, timezone))
    .toSorted((a, b) => a.start - b.start);
  let counted = 0;
  let until = span.start;
  for (const { start, end } of inside) {
    const from = Math.max(start, until);
    until = Math.max(until, Math.min(end, span.end));
    counted += Math.max(0, until - from);
  }
  return Math.ceil(counted / MINUTE_MS / step) * step;
}

export interface ExtraPrice {
  /** The price is `unitPrice` × `charged`. */
  unitPrice: number;
  charged: number;
  /** Handed out. */
  pieces: number;
}

/** @returns null for an extra in windows that the booking does not touch */
export function priceExtra(extra: PricedExtra, order: ExtraOrder): ExtraPrice | null {
  const { span, people, quantity, roleIds, timezone, windows } = order;
  const inside =
    extra.mode === "in_windows"
      ? countMinutesInWindows(windows, { span, timezone, step: extra.stepMinutes })
      : (span.end - span.start) / MINUTE_MS;
  if (inside === 0) return null;
  const ofRoles = extra.rolePrices.filter(({ roleId }) => roleIds.includes(roleId)).map(({ price }) => price);
  const price = Math.min(extra.price, ...ofRoles);
  const pieces = extra.per === "person" ? quantity * people : quantity;
  return {
    unitPrice: extra.per === "hour" ? Math.round((price * inside) / 60) : price,
    charged: extra.per === "booking" ? 1 : pieces,
    pieces,
  };
}

/** The most that are lent at one moment of a span. */
export function countLent(loans: readonly Span[], span: Span): number {
  const touching = loans.filter(({ start, end }) => start < span.end && end > span.start);
  const moments = [span.start, ...touching.map(({ start }) => Math.max(start, span.start))];
  return Math.max(0, ...moments.map((at) => touching.filter(({ start, end }) => start <= at && end > at).length));
}

/**
 * Numbers the pieces of loans, each the lowest that is free by time. No moment needs more numbers than loans that run then, so
 * the numbers stay within the quantity where no moment exceeds it.
 * @returns a number from 1 for each loan, in their order
 */
export function numberPieces(loans: readonly Span[]): number[] {
  const numbers = loans.map(() => 0);
  /** By piece: when it is back. */
  const backAt: number[] = [];
  const byStart = loans.map((loan, index) => ({ ...loan, index })).toSorted((a, b) => a.start - b.start);
  for (const { start, end, index } of byStart) {
    const free = backAt.findIndex((back) => back <= start);
    const piece = free === -1 ? backAt.length : free;
    backAt[piece] = end;
    numbers[index] = piece + 1;
  }
  return numbers;
}

/** The next moment from which as many pieces as asked are free for as long; undefined within a day. */
export function findFreeFrom(
  loans: readonly Span[],
  { quantity, pieces, span }: { quantity: number; pieces: number; span: Span },
): number | undefined {
  const length = span.end - span.start;
  const moments = loans.map(({ end }) => end).filter((at) => at > span.start && at - span.start <= 1440 * MINUTE_MS);
  return moments
    .toSorted((a, b) => a - b)
    .find((start) => countLent(loans, { start, end: start + length }) + pieces <= quantity);
}
