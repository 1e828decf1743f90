/** Refuses timeslots that overlap; the later one has the error. */
import type { hours } from "#contract/hours.ts";
import { findExceptionOverlaps, listWeekOverlaps } from "#contract/hours-week-rules.ts";
import type { Body } from "#contract/kit.ts";
import { invalidFields, message, type HttpError } from "#server/kit/http/http-error.ts";

type Draft = Pick<Body<typeof hours.create>, "hours" | "exceptions">;
type Exception = Pick<Draft["exceptions"][number], "from" | "to" | "closed" | "hours">;

const overlapErrors = (pairs: [number, number][], path: string): NonNullable<HttpError["errors"]> =>
  Object.fromEntries(pairs.map(([, later]) => [`${path}hours.${later}.start`, [message("hours.overlaps")]]));

const exceptionOverlapErrors = (exception: Exception, path: string) =>
  exception.closed ? {} : overlapErrors(findExceptionOverlaps(exception), path);

function throwIfErrors(errors: NonNullable<HttpError["errors"]>): void {
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** @throws HttpError 422 on slots, for instance `hours.3.start` or `exceptions.0.hours.1.start` */
export const assertNoPatternOverlaps = ({ hours = [], exceptions = [] }: Partial<Draft>): void =>
  throwIfErrors(
    Object.assign(
      overlapErrors(listWeekOverlaps(hours), ""),
      ...exceptions.map((exception, index) => exceptionOverlapErrors(exception, `exceptions.${index}.`)),
    ),
  );

export const assertNoClosureOverlaps = (closure: Exception): void => throwIfErrors(exceptionOverlapErrors(closure, ""));
