/** Sports in SQL; their names in the reader's language. */
import { sql, type RawBuilder } from "kysely";
import type { Sport } from "#contract/sports.ts";
import { among, type Database } from "#server/kit/database.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Language } from "#words/words.ts";

const collators: Record<Language, Intl.Collator> = { en: new Intl.Collator("en"), fr: new Intl.Collator("fr") };

/** The column of a joined `sports` that holds the name in this language. */
export const sportName = (language: Language): RawBuilder<string> => sql<string>`${sql.ref(`sports.name_${language}`)}`;

/** Sports as a reader of this language looks them up: accents do not count. */
export const sorted = (sports: readonly Sport[], language: Language): Sport[] =>
  sports.toSorted((one, other) => collators[language].compare(one.name, other.name));

export async function listSports(db: Database, language: Language): Promise<Sport[]> {
  const rows = await db
    .selectFrom("sports")
    .select(["id", sportName(language).as("name")])
    .execute();
  return sorted(rows, language);
}

/** @throws Problem 422 under `sportIds` when one of them is no sport */
export async function findSportIds(db: Database, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const known = await db.selectFrom("sports").select("id").where(among("id", wanted)).execute();
  if (known.length < wanted.length) throw invalid({ sportIds: [say("sports.unknown")] });
  return wanted;
}
