/** Typed columns of CSV exports: text, number, money, date, phone. */
import type { MessageKey } from "#messages/keys.ts";
import { dateTimeCell, numberCell, phoneCell, textCell, type ColumnContext } from "./csv-cells.ts";

export interface Column<R> {
  header(reader: ColumnContext): string;
  cell(row: R, reader: ColumnContext): string;
  isVisible?(reader: ColumnContext): boolean;
}

const translateHeader = (key: MessageKey) => (reader: ColumnContext) =>
  textCell((reader.t as (key: MessageKey) => string)(key));

export const textColumn = <R>(
  head: MessageKey,
  read: (row: R, reader: ColumnContext) => string | string[] | null,
): Column<R> => ({
  header: translateHeader(head),
  cell(row, reader) {
    const value = read(row, reader);
    return textCell(Array.isArray(value) ? value.join(", ") : value);
  },
});

export const labelColumn = <R, V extends string>(
  head: MessageKey,
  labels: Readonly<Record<V, MessageKey>>,
  read: (row: R) => V | null,
): Column<R> =>
  textColumn(head, (row, { t }) => {
    const value = read(row);
    return value === null ? null : (t as (key: MessageKey) => string)(labels[value]);
  });

export const booleanColumn = <R>(head: MessageKey, read: (row: R) => boolean | null): Column<R> =>
  textColumn(head, (row, { t }) => {
    const value = read(row);
    return value === null ? null : value ? t("kit.yes") : t("kit.no");
  });

export const countColumn = <R>(head: MessageKey, read: (row: R) => number | null): Column<R> => ({
  header: translateHeader(head),
  cell: (row, { language }) => numberCell(read(row), language),
});

/** @param read cents */
export const moneyColumn = <R>(head: MessageKey, read: (row: R) => number | null): Column<R> => ({
  header: translateHeader(head),
  cell: (row, { language }) => {
    const minor = read(row);
    return minor === null ? "" : numberCell(minor / 100, language, 2);
  },
});

export const phoneColumn = <R>(head: MessageKey, read: (row: R) => string | null): Column<R> => ({
  header: translateHeader(head),
  cell: (row) => phoneCell(read(row)),
});

/** An instant in the organization's time zone, which the header names. */
export const dateTimeColumn = <R>(head: MessageKey, read: (row: R) => string | null): Column<R> => ({
  header: (reader) => `${translateHeader(head)(reader)} (${reader.timezone})`,
  cell: (row, { timezone }) => dateTimeCell(read(row), timezone),
});

/** An instant in the row's own time zone, which another column names. */
export const localDateTimeColumn = <R extends { timezone: string }>(
  head: MessageKey,
  read: (row: R) => string,
): Column<R> => ({
  header: translateHeader(head),
  cell: (row) => dateTimeCell(read(row), row.timezone),
});

export const platformOnly = <R>(column: Column<R>): Column<R> => ({
  ...column,
  isVisible: ({ isPlatformScope: isEverywhere }) => isEverywhere,
});

export const teamOnly = <R>(column: Column<R>): Column<R> => ({ ...column, isVisible: ({ isTeam }) => isTeam });
