/** Members who let others find them: by what others may read of their name, never by an address. */
import { sql } from "kysely";
import { DIRECTORY_ANSWERS, DIRECTORY_LETTERS, type participants } from "#contract/participants.ts";
import type { Returns } from "#contract/kit.ts";
import { enforceRateLimit, rateLimit } from "#server/accounts/rate-limits.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

/** Names as other members read them: in full, or first name and initial. */
const shownName = sql<string>`users.first_name ||
  case memberships.listed when 'full' then ' ' || users.last_name else ' ' || left(users.last_name, 1) || '.' end`;

const listedMembers = (db: Database, organizationId: string) =>
  db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["users.id", "users.first_name", "users.last_name", shownName.as("name")])
    .where(inScope("memberships.organization_id", organizationId))
    .where("memberships.active", "=", true)
    .where("memberships.listed", "<>", "no")
    .where("users.active", "=", true)
    .where("users.email_verified_at", "is not", null);

export const findListed = (db: Database, organizationId: string, userId: string) =>
  listedMembers(db, organizationId).where("users.id", "=", userId).executeTakeFirst();

/** Each word of a name begins with what is typed, or the whole does. */
export async function searchDirectory(
  call: Call<typeof participants.directory>,
): Promise<Returns<typeof participants.directory>> {
  const { db, organizationId, user, query } = call;
  if (query.q.length < DIRECTORY_LETTERS) return [];
  await enforceRateLimit(call, [rateLimit("directory.person", user.id)]);
  const found = await listedMembers(db, organizationId)
    .where("users.id", "<>", user.id)
    .where((e) => {
      const begins = (text: typeof shownName) => sql<boolean>`starts_with(fold(${text}), fold(${query.q}))`;
      const surname = sql<string>`case memberships.listed when 'full' then users.last_name else '' end`;
      return e.or([begins(shownName), begins(surname)]);
    })
    .orderBy(sql`fold(${shownName})`)
    .orderBy("users.id")
    .limit(DIRECTORY_ANSWERS)
    .execute();
  return found.map(({ id: userId, name }) => ({ userId, name }));
}
