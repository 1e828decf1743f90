import type { ColumnContext } from "./csv-cells.ts";

/** Name of a country in the reader's language. @param code ISO 3166-1 alpha-2; returned as it is if it has no name */
export const countryName = (code: string, { language }: Pick<ColumnContext, "language">) =>
  new Intl.DisplayNames(language, { type: "region", fallback: "code" }).of(code) ?? code;
