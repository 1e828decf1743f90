/** Queries that are compiled once: building the text of a query with joins takes longer than a small answer. */
import type { Compilable, CompiledQuery } from "kysely";
import type { Database } from "./database.ts";

/** Stands for a value while a query is built. Whatever looks at it fails: what it decided would hold for all values. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  [Symbol.toPrimitive](): never {
    throw new Error(`The value of ${this.name} is not known while the statement is built`);
  }
  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}

/**
 * A query for values of each call.
 * @param build called once for each variant and set of names: it gets parameters in place of the values, and only passes
 * them on to the query. What it decides, it decides by the variant.
 * @returns sends the query and returns its rows
 */
export function statement<V extends object, O, X extends string = "">(
  build: (db: Database, values: V, variant: X) => Compilable<O>,
): (db: Database, values: V, ...variant: X extends "" ? [] : [X]) => Promise<O[]> {
  const queries = new Map<string, CompiledQuery<O>>();
  return async (db, values, ...[variant = ""]) => {
    const given = values as Readonly<Record<string, unknown>>;
    // Kysely leaves undefined columns to their defaults.
    const names = Object.keys(given).filter((name) => given[name] !== undefined);
    const key = `${variant} ${names.join()}`;
    let query = queries.get(key);
    if (!query) {
      const parameters = Object.fromEntries(names.map((name) => [name, new Parameter(name)]));
      query = build(db, parameters as V, variant as X).compile();
      queries.set(key, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof Parameter ? given[value.name] : value));
    const { rows } = await db.executeQuery<O>({ ...query, parameters });
    return rows;
  };
}
