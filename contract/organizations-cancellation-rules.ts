/** Conditions of cancellations: the share of the price that comes back at which time before the start. Pure. */
import type { CancellationPolicy } from "./organization-options.ts";

const MINUTE_MS = 60_000;

/** Without conditions, all comes back until the start. */
export const freeCancellation: CancellationPolicy = { until: 0, steps: [{ from: 0, percent: 100 }] };

const MINUTES_PER_HOUR = 60;
/** All comes back until so many hours before the start, and nothing afterwards. */
export const freeUntilHours = (hours: number): CancellationPolicy => {
  const from = hours * MINUTES_PER_HOUR;
  return { until: from, steps: [{ from, percent: 100 }] };
};

/** Hours before the start until which all comes back; where it never does, until which one may cancel. */
export function hoursOfFreeCancellation(policy: CancellationPolicy | null): number {
  const { until, steps } = policy ?? freeCancellation;
  const free = steps.find(({ percent }) => percent === 100)?.from ?? until;
  return Math.ceil(Math.max(free, until) / MINUTES_PER_HOUR);
}

/**
 * Percent of the price that a cancellation gives back. A boundary belongs to the better step.
 * @param timeLeft milliseconds until the start
 */
export const percentAt = ({ steps }: CancellationPolicy, timeLeft: number): number =>
  steps.find(({ from }) => timeLeft >= from * MINUTE_MS)?.percent ?? 0;

/** Share of the price, half up, less what is not paid of it; in minor units. @param paid less what was refunded */
export function computeRefund({ price, paid }: { price: number; paid: number }, percent: number): number {
  const kept = price - Math.round((price * percent) / 100);
  return Math.max(0, paid - kept);
}

/** The kindest of several conditions at each moment. Null: all comes back until the start. */
export function kindestCancellation(policies: readonly (CancellationPolicy | null)[]): CancellationPolicy | null {
  const bounds = policies.filter((policy) => policy !== null);
  if (bounds.length < policies.length || bounds.length === 0) return null;
  const moments = [...new Set(bounds.flatMap(({ steps }) => steps.map(({ from }) => from)))];
  const steps = moments
    .toSorted((one, other) => other - one)
    .map((from) => ({ from, percent: Math.max(...bounds.map((policy) => percentAt(policy, from * MINUTE_MS))) }));
  return {
    until: Math.min(...bounds.map(({ until }) => until)),
    steps: steps.filter(({ percent }, index) => percent > (steps[index + 1]?.percent ?? 0)),
  };
}
