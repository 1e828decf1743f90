/** How many text messages an organization pays for in a month, and how many it has sent. */
import { sql } from "kysely";
import type { SmsSettings, sms } from "#contract/sms.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findOrganizationToChange, updateOrganization } from "#server/organizations/queries.ts";

type Scope = Pick<Call, "db" | "organizationId" | "now" | "appContext">;

export interface MonthlyUse {
  monthlyLimit: number | null;
  /** Those that wait included, those that failed left out. */
  sent: number;
}

export async function findMonthlyUse(db: Database, organizationId: string, now: Date): Promise<MonthlyUse> {
  const { sms_limit: monthlyLimit, timezone } = await db
    .selectFrom("organizations")
    .select(["sms_limit", "timezone"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  const month = new Date(today.with({ day: 1 }).startOfDay().epochMilliseconds);
  const { sent } = await db
    .selectFrom("sms_messages")
    .select(sql<number>`count(*)::int`.as("sent"))
    .where("organization_id", "=", organizationId)
    .where("status", "!=", "failed")
    .where("created_at", ">=", month)
    .executeTakeFirstOrThrow();
  return { monthlyLimit, sent };
}

export async function readSettings({ db, organizationId, now, appContext }: Scope): Promise<SmsSettings> {
  return { ...(await findMonthlyUse(db, organizationId, now)), isAvailable: appContext.config.sms !== undefined };
}

export async function changeSettings(call: Call<typeof sms.update>): Promise<SmsSettings> {
  const { db, organizationId, body, now, record } = call;
  await findOrganizationToChange(db, organizationId);
  const { monthlyLimit: before } = await findMonthlyUse(db, organizationId, now);
  if (body.monthlyLimit !== undefined)
    await updateOrganization(db, organizationId, { sms_limit: body.monthlyLimit, updated_at: now });
  const after = await readSettings(call);
  record({
    ...computeDiff({ monthlyLimit: before }, { monthlyLimit: after.monthlyLimit }),
    subjectId: organizationId,
  });
  return after;
}
