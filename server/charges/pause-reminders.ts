/** Leaves a charge out of the steps of reminders, and takes that back. */
import type { Charge, charges } from "#contract/charges.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { findCharge } from "./queries.ts";
import { lockCharge } from "./write-off.ts";

type PauseCall = Call<typeof charges.pauseReminders> | Call<typeof charges.resumeReminders>;

async function savePause(call: PauseCall, at: Date | null): Promise<Charge> {
  const { db, now, organizationId, params } = call;
  const { subjectId, eventId, links } = await lockCharge(call);
  const { state, remindersPausedAt, label } = await findCharge(call, params.chargeId);
  if (state !== "open") throw new HttpError(409, message("charges.notOpen"));
  // A second click changes nothing.
  if ((remindersPausedAt === null) !== (at === null)) {
    await db
      .updateTable("charges")
      .set({ reminders_paused_at: at, updated_at: now })
      .where("organization_id", "=", organizationId)
      .where("id", "=", params.chargeId)
      .execute();
    await insertLiveChange(db, { organizationId, module: "payments", subjectId, at: now });
  }
  call.record({ subjectId, after: { ...(eventId === null && { sold: [label] }) }, ...links });
  return findCharge(call, params.chargeId);
}

/** @throws HttpError 404, 409 if nothing is owed */
export const pauseReminders = (call: Call<typeof charges.pauseReminders>): Promise<Charge> => savePause(call, call.now);

/** @throws HttpError 404, 409 if nothing is owed */
export const resumeReminders = (call: Call<typeof charges.resumeReminders>): Promise<Charge> => savePause(call, null);
