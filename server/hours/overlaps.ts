/** Timeslots that overlap are refused beside the later one of the two. */
import type { hours } from "#contract/hours.ts";
import { findExceptionOverlaps, findOverlaps } from "#contract/hours-week-rules.ts";
import type { Body } from "#contract/kit.ts";
import { invalid, say, type Problem } from "#server/kit/problem.ts";

type Draft = Pick<Body<typeof hours.create>, "hours" | "exceptions">;
type Exception = Pick<Draft["exceptions"][number], "from" | "to" | "closed" | "hours">;

const beside = (pairs: [number, number][], path: string): NonNullable<Problem["errors"]> =>
  Object.fromEntries(pairs.map(([, later]) => [`${path}hours.${later}.start`, [say("hours.overlaps")]]));

/** What is closed has no hours, whatever was typed. */
const overlapsOf = (exception: Exception, path: string) =>
  exception.closed ? {} : beside(findExceptionOverlaps(exception), path);

function refuse(errors: NonNullable<Problem["errors"]>): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** @throws Problem 422 beside slots of a pattern, as `hours.3.start` or `exceptions.0.hours.1.start` */
export const refuseOverlaps = ({ hours = [], exceptions = [] }: Partial<Draft>): void =>
  refuse(
    Object.assign(
      beside(findOverlaps(hours), ""),
      ...exceptions.map((exception, index) => overlapsOf(exception, `exceptions.${index}.`)),
    ),
  );

/** @throws Problem 422 beside slots of a closure, as `hours.1.start` */
export const refuseOverlapsOf = (closure: Exception): void => refuse(overlapsOf(closure, ""));
