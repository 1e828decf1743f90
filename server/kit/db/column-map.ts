/**
 * Column maps (mapping of entities to rows): map members of an entity to database columns. The compiler reports members
 * that only the map or only the contract has.
 */
import type { Updateable } from "kysely";
import type * as z from "zod/mini";
import type { Schema } from "#contract/kit.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Column } from "#server/kit/documents/columns.ts";
import { countColumn, textColumn, labelColumn, booleanColumn } from "#server/kit/documents/columns.ts";
import type { Tables } from "./tables.ts";

type TableName = keyof Tables;
type ColumnName<T extends TableName> = keyof Updateable<Tables[T]> & string;
type ColumnTaking<T extends TableName, V> = {
  [C in ColumnName<T>]: V extends Updateable<Tables[T]>[C] ? C : never;
}[ColumnName<T>];

interface Exported {
  /** Header in exports; without it the column is not exported. */
  label?: MessageKey;
  values?: Readonly<Record<string, MessageKey>>;
}
/** A member stored in another form. Without `read` it is read as stored. Neither function is called with null or undefined. */
interface Converted<C extends string, V> {
  column: C;
  write: (value: V) => unknown;
  read?: (stored: never) => V;
}
const reasons = Symbol("reasons");
export interface NoColumn {
  readonly [reasons]: string;
}
export interface WriteOnlyColumn<C extends string> {
  readonly hidden: C;
  readonly [reasons]: string;
}
export interface ColumnGroup<G extends object> {
  readonly columns: G;
}

type Entry<T extends TableName, V, Shown> =
  | NoColumn
  | WriteOnlyColumn<ColumnTaking<T, V>>
  | Converted<ColumnName<T>, NonNullable<V>>
  | (V extends Shown ? ColumnTaking<T, V> | ({ column: ColumnTaking<T, V> } & Exported) : never)
  | (NonNullable<V> extends readonly unknown[] | string
      ? never
      : ColumnGroup<{
          readonly [K in keyof NonNullable<V>]-?:
            | ColumnTaking<T, NonNullable<V>[K]>
            | Converted<ColumnName<T>, NonNullable<NonNullable<V>[K]>>;
        }>);

type Members<T extends TableName, Draft, Entity> = {
  readonly [K in keyof Draft]-?: Entry<T, Draft[K], K extends keyof Entity ? Entity[K] | undefined : never>;
};
type Only<M, Draft> = { readonly [K in Exclude<keyof M, keyof Draft>]: never };

type ColumnOf<E> = E extends string ? E : E extends { column: infer C } ? C : E extends { hidden: infer C } ? C : never;
type GroupColumns<M> = { [K in keyof M]: M[K] extends ColumnGroup<infer G> ? ColumnOf<G[keyof G]> : never }[keyof M] &
  string;
type ShownColumns<M> = (ColumnOf<M[ShownMember<M>]> & string) | GroupColumns<M>;
type ShownMember<M> = {
  [K in keyof M]: M[K] extends string | { column: string } | { columns: object } ? K : never;
}[keyof M];
type LabelledMember<M> = { [K in keyof M]: M[K] extends { label: MessageKey } ? K : never }[keyof M];
type StoredMember<M> = { [K in keyof M]: ColumnOf<M[K]> extends never ? never : K }[keyof M];

type RowOf<T extends TableName, M, Given> = {
  [K in keyof Given & keyof M as ColumnOf<M[K]> & string]: M[K] extends { write: (value: never) => infer W }
    ? W | Extract<Given[K], null | undefined>
    : Given[K];
} & Pick<Updateable<Tables[T]>, GroupColumns<M> & keyof Updateable<Tables[T]>>;

export interface ColumnMap<T extends TableName, Draft, Entity, M> {
  readonly columns: { readonly [K in StoredMember<M>]: ColumnOf<M[K]> };
  /** The columns for a draft or a change. Members that a change leaves out are left out. */
  toRow<Given extends object>(draft: Given & Only<Given, Draft>): RowOf<T, M, Given>;
  fromRow(row: Readonly<Record<ShownColumns<M>, unknown>>): Pick<Entity, ShownMember<M> & keyof Entity>;
  readonly exported: { readonly [K in LabelledMember<M>]: Column<Entity> };
}

/** @param reason where the member is stored, or why it is not */
export const noColumn = (reason: string): NoColumn => ({ [reasons]: reason });
/** @param reason why the column is never read */
export const writeOnlyColumn = <const C extends string>(column: C, reason: string): WriteOnlyColumn<C> => ({
  hidden: column,
  [reasons]: reason,
});
export const jsonColumn = <const C extends string, V = unknown>(
  column: C,
  normalize: (value: V) => V = (value) => value,
) => ({
  column,
  write: (value: V): string => JSON.stringify(normalize(value)),
});

type Row = Record<string, unknown>;
type AnyEntry = string | { column: string; write?: (v: unknown) => unknown; read?: (v: unknown) => unknown } | NoColumn;

const isEmpty = (value: unknown): value is null | undefined => value === null || value === undefined;
const isGroup = (entry: object): entry is ColumnGroup<Record<string, AnyEntry>> => "columns" in entry;

function columnOf(entry: AnyEntry): string | undefined {
  if (typeof entry === "string") return entry;
  if ("hidden" in entry) return (entry as WriteOnlyColumn<string>).hidden;
  return "column" in entry ? entry.column : undefined;
}

function write(entry: AnyEntry, value: unknown): Row {
  if (typeof entry === "object" && isGroup(entry)) {
    if (value === undefined) return {};
    const given = value as Row | null;
    const parts = Object.entries(entry.columns).filter(([name]) => given === null || given[name] !== undefined);
    return Object.assign({}, ...parts.map(([name, part]) => write(part, given?.[name] ?? null))) as Row;
  }
  const column = columnOf(entry);
  if (column === undefined) return {};
  const converted = typeof entry === "object" && "write" in entry && !isEmpty(value) ? entry.write?.(value) : value;
  return { [column]: converted };
}

function read(entry: AnyEntry, row: Row, isNullable: boolean): unknown {
  if (typeof entry === "object" && isGroup(entry)) {
    const value = Object.fromEntries(
      Object.entries(entry.columns).map(([name, part]) => [name, read(part, row, true) ?? null]),
    );
    return isNullable && Object.values(value).every(isEmpty) ? null : value;
  }
  const value = row[columnOf(entry) ?? ""];
  return typeof entry === "object" && "read" in entry && !isEmpty(value) ? entry.read?.(value) : value;
}

function exportedBy(name: string, { label, values }: Exported, schema: Schema): Column<Row> | undefined {
  if (label === undefined) return undefined;
  const of = (row: Row) => row[name];
  if (values) return labelColumn(label, values, (row) => of(row) as string | null);
  // Derive the type from the schema, because exports read the entity as the contract declares it.
  if (schema.safeParse(true).success) return booleanColumn(label, (row) => of(row) as boolean | null);
  if ([0, 1, 30].some((number) => schema.safeParse(number).success))
    return countColumn(label, (row) => of(row) as number | null);
  return textColumn(label, (row) => of(row) as string | null);
}

type ObjectOf<Shape> = z.ZodMiniType<Shape, unknown> & { shape: Record<string, Schema> };

/**
 * @param of table, schema of the draft, and schema of the entity
 * @param members the column of each member of the draft, or where else it is stored
 * @throws Error if two members use the same column
 */
export function columnMap<
  const T extends TableName,
  Draft extends object,
  Entity extends object,
  const M extends Members<T, Draft, Entity>,
>(
  { draft }: { table: T; draft: ObjectOf<Draft>; entity: z.ZodMiniType<Entity, unknown> },
  members: M & Only<M, Draft>,
): ColumnMap<T, Draft, Entity, M> {
  const entries = Object.entries(members as Record<string, AnyEntry>);
  const shown = entries.filter(([, entry]) => typeof entry === "string" || "column" in entry || isGroup(entry));
  const nullable = new Set(entries.map(([name]) => name).filter((name) => draft.shape[name]?.safeParse(null).success));
  const columns = entries.flatMap(([name, entry]) => {
    const column = columnOf(entry);
    return column === undefined ? [] : [[name, column]];
  });
  const taken = columns.map(([, column]) => column);
  const twice = taken.find((column, index) => taken.indexOf(column) < index);
  if (twice !== undefined) throw new Error(`Two members are kept in the column ${twice}`);
  const exported = entries.flatMap(([name, entry]) => {
    const schema = draft.shape[name];
    const column = typeof entry === "object" && schema && exportedBy(name, entry as Exported, schema);
    return column ? [[name, column]] : [];
  });
  return {
    columns: Object.fromEntries(columns),
    exported: Object.fromEntries(exported),
    toRow: (given: object) =>
      Object.assign(
        {},
        ...entries.map(([name, entry]) => (name in given ? write(entry, (given as Row)[name]) : {})),
      ) as never,
    fromRow: (row: object) =>
      Object.fromEntries(shown.map(([name, entry]) => [name, read(entry, row as Row, nullable.has(name))])) as never,
  };
}
