/**
 * Selections (presence): slots that people of the team are about to book, shown to each other. They reserve nothing and
 * expire.
 */
import { PRESENCE_SECONDS, type planning, type Selection } from "#contract/planning.ts";
import { findFieldToBook } from "#server/fields/queries.ts";
import { inScope } from "#server/kit/db/database.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

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

async function noteSelectionChange(call: Call<typeof planning.select> | Call<typeof planning.unselect>): Promise<null> {
  const { db, organizationId, body, now } = call;
  await insertLiveChange(db, { organizationId, module: "planning", subjectId: body.id, at: now });
  return null;
}

export async function saveSelection(call: Call<typeof planning.select>): Promise<null> {
  const { db, organizationId, user, now, body } = call;
  const field = await findFieldToBook(db, call, body.fieldId, () =>
    invalidFields({ fieldId: [message("fields.unknown")] }),
  );
  const [start_time, end_time] = [new Date(body.startTime), new Date(body.endTime)];
  if (end_time <= start_time) throw invalidFields({ endTime: [message("hours.endsBeforeStart")] });
  const expires_at = new Date(now.getTime() + PRESENCE_SECONDS * 1000);
  const columns = { user_id: user.id, field_id: field.id, start_time, end_time, expires_at };
  await db
    .insertInto("selections")
    .values({ organization_id: organizationId, id: body.id, ...columns })
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "id"]).doUpdateSet(columns).where("selections.user_id", "=", user.id),
    )
    .execute();
  return noteSelectionChange(call);
}

export async function deleteSelection(call: Call<typeof planning.unselect>): Promise<null> {
  const { db, organizationId, user, body } = call;
  await db
    .deleteFrom("selections")
    .where("organization_id", "=", organizationId)
    .where("id", "=", body.id)
    .where("user_id", "=", user.id)
    .execute();
  return noteSelectionChange(call);
}
