/** A country in the reader's language. */
import type { ColumnContext } from "./cells.ts";

/** @param code of ISO 3166-1, two letters; one without a name stays as it is */
export const countryName = (code: string, { language }: ColumnContext) =>
  new Intl.DisplayNames(language, { type: "region", fallback: "code" }).of(code) ?? code;
