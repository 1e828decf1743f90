/** How activity learns what its entries are about: the modules say where the names of their things are. */
import { sql, type RawBuilder } from "kysely";
import { inScope, matchesText } from "#server/kit/db/database.ts";

/** Subjects of a page's entries. */
export interface SubjectKeys {
  organizationIds: string[];
  ids: string[];
  /** Ids that are numbers, as those of roles. */
  numbers: number[];
}

export interface ActivitySubjects {
  /** Rows of `id` and `name`, both text. A number's id is `organization number`. */
  selectNames(keys: SubjectKeys): RawBuilder<unknown>;
  /** Rows of one text column: the ids of what is called so. When left out, activity is not searched by these names. */
  selectMatchingIds?(organizationId: string, q: string): RawBuilder<unknown>;
}

/** Names are searched among so many, the most that anybody would read through. */
export const MAX_NAME_MATCHES = 1000;

/** Rows of a tenant's table that are called by one of its columns. */
export const namedRows = (table: string, { column = "name", isSearchable = false } = {}): ActivitySubjects => ({
  selectNames: ({ organizationIds, ids }) => sql`
    select id::text, ${sql.ref(column)} as name from ${sql.table(table)}
    where organization_id = any(${organizationIds}) and id = any(${ids}::uuid[])`,
  ...(isSearchable && {
    selectMatchingIds: (organizationId: string, q: string) => sql`
      (select id::text from ${sql.table(table)}
      where ${inScope(`${table}.organization_id`, organizationId)}
        and ${matchesText(sql`${sql.ref(`${table}.${column}`)}`, q)}
      limit ${MAX_NAME_MATCHES})`,
  }),
});
