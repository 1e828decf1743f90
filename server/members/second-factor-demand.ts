/**
 * Two-factor sign-in as a requirement (mandatory second factor): by when an organization demands it of its team, or
 * the platform of its administrators.
 */
import { SECOND_FACTOR_DAYS } from "#contract/organization-options.ts";

const DAY_MS = 86_400_000;

export interface SecondFactorDemand {
  /** Null or undefined: none is demanded. */
  demandedAt: Date | null | undefined;
  /** When the person joined those of whom it is demanded. */
  since: Date;
}

/** @returns undefined if none is demanded; of several demands the earliest date */
export function findSecondFactorDue(demands: readonly SecondFactorDemand[]): Date | undefined {
  const due = demands.flatMap(({ demandedAt, since }) =>
    demandedAt ? [Math.max(demandedAt.getTime(), since.getTime()) + SECOND_FACTOR_DAYS * DAY_MS] : [],
  );
  return due.length > 0 ? new Date(Math.min(...due)) : undefined;
}
