/** Errors of a price grid, on the cell that they concern. */
import type { QuoteError } from "#contract/prices-quote-rules.ts";
import { invalidFields, message, type HttpError } from "#server/kit/http/http-error.ts";

/** @returns HttpError 422 on the member that must change: start, duration or price type */
export const priceError = (refused: QuoteError, language: string): HttpError =>
  invalidFields({
    [refused.at]: [
      refused.at === "duration"
        ? message(refused.error, {
            durations: new Intl.ListFormat(language, { type: "disjunction" }).format(refused.durations.map(String)),
          })
        : message(refused.error),
    ],
  });
