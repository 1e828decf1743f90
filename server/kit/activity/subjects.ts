/** Names of the subjects of audit log entries. Each module declares how to look up and search its own. */
import { sql, type RawBuilder } from "kysely";
import { inScope } from "#server/kit/db/database.ts";
import { matchesSearch, matchesText } from "#server/kit/db/text-search.ts";

export interface SubjectKeys {
  organizationIds: string[];
  ids: string[];
  numbers: number[];
}

export interface ActivitySubjects {
  /** Rows of `id` and `name`, both text. A numeric id is written as `organization number`. */
  selectNames(keys: SubjectKeys): RawBuilder<unknown>;
  /** Ids of subjects with a matching name, as rows of one text column. Without it, the log cannot be searched by these names. */
  selectMatchingIds?(organizationId: string, q: string): RawBuilder<unknown>;
}

export const MAX_NAME_MATCHES = 1000;

/** @param options.searchColumn stored folded text of an index, which holds the name and more */
export const namedRows = (
  table: string,
  {
    column = "name",
    isSearchable = false,
    searchColumn,
  }: { column?: string; isSearchable?: boolean; searchColumn?: string } = {},
): ActivitySubjects => ({
  selectNames: ({ organizationIds, ids }) => sql`
    select id::text, ${sql.ref(column)} as name from ${sql.table(table)}
    where organization_id = any(${organizationIds}) and id = any(${ids}::uuid[])`,
  ...(isSearchable && {
    selectMatchingIds: (organizationId: string, q: string) => sql`
      (select id::text from ${sql.table(table)}
      where ${inScope(`${table}.organization_id`, organizationId)}
        and ${searchColumn === undefined ? sql`true` : matchesSearch(`${table}.${searchColumn}`, q)}
        and ${matchesText(sql`${sql.ref(`${table}.${column}`)}`, q)}
      limit ${MAX_NAME_MATCHES})`,
  }),
});
