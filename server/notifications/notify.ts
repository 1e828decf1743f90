/** Writes notifications, in the transaction of the fact that they tell of. */
import { notificationPermissions, type NotificationKind } from "#contract/notifications.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { insertPersonalChanges } from "#server/kit/notify/live-changes.ts";
import { listTeamIds } from "#server/members/permissions.ts";
import { insertNotifications } from "./queries.ts";
import { listPushes, PUSH_JOB } from "./push.ts";
import { findMailTimes } from "./team-mails.ts";

type NotifyContext = Pick<TenantContext, "db" | "now" | "organizationId"> & { appContext: Pick<AppContext, "jobs"> };

export interface Fact {
  kind: NotificationKind;
  subjectId: string;
  /** Values that the subject no longer has when the list is read. */
  params?: Readonly<Record<string, unknown>>;
  /** How many such facts this is, as for the dates of a series: 1. */
  count?: number;
}

interface Recipients {
  to: readonly string[];
  /** Devices are told from then on: until then the fact may be taken back. */
  after?: Date | undefined;
}

/** One row for each person who has not turned the kind off; the same fact within two minutes changes the row. */
export async function notify(
  { db, appContext, now, organizationId }: NotifyContext,
  { to, after, ...fact }: Fact & Recipients,
): Promise<void> {
  if (to.length === 0) return;
  const mailTimes = await findMailTimes({ db, organizationId, now }, fact.kind);
  const rows = await insertNotifications(db, { ...fact, to, organizationId, now, mailTimes });
  await insertPersonalChanges(db, { module: "notifications", userIds: rows.map(({ userId }) => userId), at: now });
  for (const { id, subscriptionId } of await listPushes(db, rows))
    await appContext.jobs.send(db, PUSH_JOB, { id, subscriptionId }, { after });
}

/** @param except whoever did the deed */
export async function notifyTeam(
  context: NotifyContext,
  { except, ...fact }: Fact & { except: readonly (string | null | undefined)[] },
): Promise<void> {
  const permission = notificationPermissions[fact.kind];
  if (permission === null) throw new Error(`${fact.kind} is told to one person, and not to a team`);
  const holders = await listTeamIds(context.db, context.organizationId, permission);
  await notify(context, { ...fact, to: holders.filter((id) => !except.includes(id)) });
}
