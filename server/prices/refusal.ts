/** The words of a price that there is not. */
import type { Refused } from "#contract/prices-quote-rules.ts";
import { invalid, say, type Problem } from "#server/kit/problem.ts";

/** @returns Problem 422 beside the member that could be another: start, duration or price type */
export const refusePrice = (refused: Refused, language: string): Problem =>
  invalid({
    [refused.at]: [
      refused.at === "duration"
        ? say(refused.error, {
            durations: new Intl.ListFormat(language, { type: "disjunction" }).format(refused.durations.map(String)),
          })
        : say(refused.error),
    ],
  });
