/** Sports in SQL, with their names in the reader's language. */
import { sql, type RawBuilder } from "kysely";
import type { Sport } from "#contract/sports.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Language } from "#messages/translator.ts";

const collators: Record<Language, Intl.Collator> = { en: new Intl.Collator("en"), fr: new Intl.Collator("fr") };

export const sportName = (language: Language): RawBuilder<string> => sql<string>`${sql.ref(`sports.name_${language}`)}`;

/** Sorts by the rules of the language, so that accents do not matter. */
export const sortSports = (sports: readonly Sport[], language: Language): Sport[] =>
  sports.toSorted((a, b) => collators[language].compare(a.name, b.name));

export async function listSports(db: Database, language: Language): Promise<Sport[]> {
  const rows = await db
    .selectFrom("sports")
    .select(["id", sportName(language).as("name")])
    .execute();
  return sortSports(rows, language);
}

export async function findSportIds(db: Database, ids: readonly number[]): Promise<number[]> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return [];
  const rows = await db.selectFrom("sports").select("id").where(isAnyOf("id", uniqueIds)).execute();
  if (rows.length < uniqueIds.length) throw invalidFields({ sportIds: [message("sports.unknown")] });
  return uniqueIds;
}
