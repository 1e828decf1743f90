/** Columns: what stands above them, and what stands in them. */
import type { WordKey } from "#words/keys.ts";
import { momentCell, numberCell, phoneCell, textCell, type Reader } from "./cells.ts";

export interface Column<R> {
  head(reader: Reader): string;
  cell(row: R, reader: Reader): string;
  /** For whom it is there; for everybody where nothing is said. */
  shows?(reader: Reader): boolean;
}

const headed = (key: WordKey) => (reader: Reader) => textCell((reader.t as (key: WordKey) => string)(key));

/** A text, or several. */
export const text = <R>(head: WordKey, of: (row: R, reader: Reader) => string | string[] | null): Column<R> => ({
  head: headed(head),
  cell(row, reader) {
    const value = of(row, reader);
    return textCell(Array.isArray(value) ? value.join(", ") : value);
  },
});

/** What an enumeration's value is called. */
export const word = <R, V extends string>(
  head: WordKey,
  labels: Readonly<Record<V, WordKey>>,
  of: (row: R) => V | null,
): Column<R> =>
  text(head, (row, { t }) => {
    const value = of(row);
    return value === null ? null : (t as (key: WordKey) => string)(labels[value]);
  });

/** Yes or no; empty where it is not said. */
export const yesNo = <R>(head: WordKey, of: (row: R) => boolean | null): Column<R> =>
  text(head, (row, { t }) => {
    const value = of(row);
    return value === null ? null : value ? t("kit.yes") : t("kit.no");
  });

export const count = <R>(head: WordKey, of: (row: R) => number | null): Column<R> => ({
  head: headed(head),
  cell: (row, { language }) => numberCell(of(row), language),
});

/** @param of cents */
export const money = <R>(head: WordKey, of: (row: R) => number): Column<R> => ({
  head: headed(head),
  cell: (row, { language }) => numberCell(of(row) / 100, language, 2),
});

export const phone = <R>(head: WordKey, of: (row: R) => string | null): Column<R> => ({
  head: headed(head),
  cell: (row) => phoneCell(of(row)),
});

/** An instant by the clock of the organization, which the head names. */
export const moment = <R>(head: WordKey, of: (row: R) => string | null): Column<R> => ({
  head: (reader) => `${headed(head)(reader)} (${reader.timezone})`,
  cell: (row, { timezone }) => momentCell(of(row), timezone),
});

/** An instant by the clock of the row itself, which another column names. */
export const momentThere = <R extends { timezone: string }>(head: WordKey, of: (row: R) => string): Column<R> => ({
  head: headed(head),
  cell: (row) => momentCell(of(row), row.timezone),
});

/** Only where rows of several organizations come together. */
export const everywhere = <R>(column: Column<R>): Column<R> => ({
  ...column,
  shows: ({ isEverywhere }) => isEverywhere,
});

/** Only for the team. */
export const ofTeam = <R>(column: Column<R>): Column<R> => ({ ...column, shows: ({ isTeam }) => isTeam });
