import { HttpError, type LocalizedMessage } from "#server/kit/http/http-error.ts";

/** 415: not a CSV file; 422: a CSV file that cannot be imported. */
export const fileError = (status: 415 | 422, saying: LocalizedMessage): HttpError =>
  new HttpError(status, saying, { errors: { file: [saying] } });
