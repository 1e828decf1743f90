/** What people of the team are about to book, told to each other. It reserves nothing and ends by itself. */
import { selectionSeconds, type planning, type Selection } from "#contract/planning.ts";
import { findFieldToBook } from "#server/fields/queries.ts";
import { inScope } from "#server/kit/database.ts";
import type { Job } from "#server/kit/jobs.ts";
import { noteChange } from "#server/kit/live.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";

/** Everybody's but one's own. */
export async function listSelections(call: Call<typeof planning.selections>): Promise<Selection[]> {
  const { db, organizationId, user, now } = call;
  const rows = await db
    .selectFrom("selections")
    .innerJoin("users", "users.id", "selections.user_id")
    .select(["selections.id", "selections.field_id", "selections.start_time", "selections.end_time"])
    .select(["users.first_name", "users.last_name"])
    .where(inScope("selections.organization_id", organizationId))
    .where("selections.user_id", "<>", user.id)
    .where("selections.expires_at", ">", now)
    .orderBy("selections.start_time")
    .orderBy("selections.id")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    fieldId: row.field_id,
    startTime: row.start_time.toISOString(),
    endTime: row.end_time.toISOString(),
    name: `${row.first_name} ${row.last_name}`,
  }));
}

/** Told live, but no deed: nothing of it stands in the activity. */
async function tell(call: Call<typeof planning.select> | Call<typeof planning.unselect>): Promise<null> {
  const { db, organizationId, body, now, record } = call;
  record({ isDone: true });
  await noteChange(db, { organizationId, room: "planning", subjectId: body.id, at: now });
  return null;
}

export async function select(call: Call<typeof planning.select>): Promise<null> {
  const { db, organizationId, user, now, body } = call;
  const field = await findFieldToBook(db, call, body.fieldId, () => invalid({ fieldId: [say("fields.unknown")] }));
  const [start_time, end_time] = [new Date(body.startTime), new Date(body.endTime)];
  if (end_time <= start_time) throw invalid({ endTime: [say("hours.endsBeforeStart")] });
  const expires_at = new Date(now.getTime() + selectionSeconds * 1000);
  const its = { user_id: user.id, field_id: field.id, start_time, end_time, expires_at };
  await db
    .insertInto("selections")
    .values({ organization_id: organizationId, id: body.id, ...its })
    .onConflict((there) =>
      there.columns(["organization_id", "id"]).doUpdateSet(its).where("selections.user_id", "=", user.id),
    )
    .execute();
  return tell(call);
}

export async function unselect(call: Call<typeof planning.unselect>): Promise<null> {
  const { db, organizationId, user, body } = call;
  await db
    .deleteFrom("selections")
    .where("organization_id", "=", organizationId)
    .where("id", "=", body.id)
    .where("user_id", "=", user.id)
    .execute();
  return tell(call);
}

/** Those of pages that were closed without a word. */
export const sweepSelections: Job = {
  name: "planning.sweep",
  sweep: "*/10 * * * *",
  async run({ db, clock }) {
    await db.deleteFrom("selections").where("expires_at", "<", clock.now()).execute();
  },
};
