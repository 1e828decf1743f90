/** Tables `devices`, `device_fields` and `device_messages`, as the endpoints read and write them. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type {
  Device,
  DeviceAction,
  DeviceAdapter,
  DeviceFailure,
  DeviceMessage,
  DeviceMessageStatus,
  DevicePurpose,
} from "#contract/devices.ts";
import { inScope, isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { DeviceMessagesTable, DevicesTable } from "#server/kit/db/tables.ts";
import { notFound } from "#server/kit/http/http-error.ts";

/** For the list of all organizations. */
const MAX_LISTED_DEVICES = 500;

export interface DeviceScope {
  db: Database;
  organizationId: string;
}
export type DeviceRow = Selectable<DevicesTable>;
export type MessageRow = Selectable<DeviceMessagesTable>;

export const presentDevices = ({ db, organizationId }: DeviceScope) =>
  db
    .selectFrom("devices")
    .where(inScope("devices.organization_id", organizationId))
    .where("devices.archived_at", "is", null);

type Answered = Pick<MessageRow, "tried_at" | "duration_ms" | "answer_status" | "failure" | "answer">;
const serializeAnswer = (row: Answered): Device["lastAnswer"] =>
  row.tried_at === null
    ? null
    : {
        at: row.tried_at.toISOString(),
        durationMs: row.duration_ms,
        status: row.answer_status,
        failure: row.failure as DeviceFailure | null,
        answer: row.answer,
      };

interface Health {
  waiting: ReadonlyMap<string, number>;
  answers: ReadonlyMap<string, Answered>;
  fields: ReadonlyMap<string, readonly { field_id: string }[]>;
}

const serializeDevice = (row: DeviceRow, { waiting, answers, fields }: Health): Device => ({
  id: row.id,
  name: row.name,
  purpose: row.purpose as DevicePurpose,
  adapter: row.adapter as DeviceAdapter,
  url: row.url,
  topic: row.topic,
  username: row.username,
  hasPassword: row.password !== null,
  fieldIds: (fields.get(row.id) ?? []).map(({ field_id }) => field_id),
  leadMinutes: row.lead_minutes,
  lagMinutes: row.lag_minutes,
  active: row.active,
  failingSince: row.failing_since?.toISOString() ?? null,
  formerSecretUntil: row.former_secret_until?.toISOString() ?? null,
  waiting: waiting.get(row.id) ?? 0,
  lastAnswer: serializeAnswer(
    answers.get(row.id) ?? { tried_at: null, duration_ms: null, answer_status: null, failure: null, answer: null },
  ),
  created_at: row.created_at.toISOString(),
});

async function readHealth({ db, organizationId }: DeviceScope, rows: readonly DeviceRow[], now: Date): Promise<Health> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { waiting: new Map(), answers: new Map(), fields: new Map() };
  const messages = db
    .selectFrom("device_messages")
    .where(inScope("organization_id", organizationId))
    .where(isAnyOf("device_id", ids));
  const waiting = await messages
    .select(["device_id", sql<number>`count(*)::int`.as("count")])
    .where("status", "=", "waiting")
    .where("due_at", "<=", now)
    .groupBy("device_id")
    .execute();
  const answers = await messages
    .distinctOn("device_id")
    .select(["device_id", "tried_at", "duration_ms", "answer_status", "failure", "answer"])
    .where("tried_at", "is not", null)
    .orderBy("device_id")
    .orderBy("tried_at", "desc")
    .execute();
  const fields = await db
    .selectFrom("device_fields")
    .select(["device_id", "field_id"])
    .where(inScope("organization_id", organizationId))
    .where(isAnyOf("device_id", ids))
    .orderBy("field_id")
    .execute();
  return {
    waiting: new Map(waiting.map(({ device_id, count }) => [device_id, count])),
    answers: new Map(answers.map((answer) => [answer.device_id, answer])),
    fields: Map.groupBy(fields, ({ device_id }) => device_id),
  };
}

export async function listDevices(scope: DeviceScope & { now: Date }): Promise<Device[]> {
  const rows = await presentDevices(scope)
    .selectAll()
    .orderBy("name")
    .orderBy("id")
    .limit(MAX_LISTED_DEVICES)
    .execute();
  const health = await readHealth(scope, rows, scope.now);
  return rows.map((row) => serializeDevice(row, health));
}

/** @throws HttpError 404 */
export async function findDevice(scope: DeviceScope & { now: Date }, id: string): Promise<Device> {
  const row = await presentDevices(scope).selectAll().where("devices.id", "=", id).executeTakeFirstOrThrow(notFound);
  return serializeDevice(row, await readHealth(scope, [row], scope.now));
}

/** Changes and attempts of one device follow one another. @throws HttpError 404 */
export const lockDevice = ({ db, organizationId }: DeviceScope, id: string): Promise<DeviceRow> =>
  db
    .selectFrom("devices")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);

export async function countDevices(scope: DeviceScope): Promise<number> {
  const { count } = await presentDevices(scope)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether bookings have to be compared at all; servers remember it. */
export async function hasDevices(scope: DeviceScope): Promise<boolean> {
  return (await presentDevices(scope).select("id").limit(1).executeTakeFirst()) !== undefined;
}

export async function insertDevice(db: Database, row: Insertable<DevicesTable>): Promise<void> {
  await db.insertInto("devices").values(row).execute();
}

export async function updateDevice(
  { db, organizationId }: DeviceScope,
  id: string,
  row: Updateable<DevicesTable>,
): Promise<void> {
  await db.updateTable("devices").set(row).where("organization_id", "=", organizationId).where("id", "=", id).execute();
}

/** Ids of those among them that are fields of the organization. */
export async function listKnownFields({ db, organizationId }: DeviceScope, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("fields")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .where("archived_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function replaceFields(
  { db, organizationId }: DeviceScope,
  deviceId: string,
  fieldIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("device_fields")
    .where("organization_id", "=", organizationId)
    .where("device_id", "=", deviceId)
    .execute();
  await db
    .insertInto("device_fields")
    .values(fieldIds.map((field_id) => ({ organization_id: organizationId, device_id: deviceId, field_id })))
    .execute();
}

export async function insertMessages(db: Database, rows: readonly Insertable<DeviceMessagesTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto("device_messages").values(rows).execute();
}

export const messagesOf = ({ db, organizationId }: DeviceScope, deviceId: string) =>
  db
    .selectFrom("device_messages")
    .where(inScope("device_messages.organization_id", organizationId))
    .where("device_messages.device_id", "=", deviceId);

export const serializeMessage = (row: MessageRow): DeviceMessage => ({
  id: row.id,
  action: row.action as DeviceAction,
  status: row.status as DeviceMessageStatus,
  eventId: row.event_id,
  from: row.valid_from?.toISOString() ?? null,
  to: row.valid_until?.toISOString() ?? null,
  dueAt: row.due_at.toISOString(),
  nextAttemptAt: row.status === "waiting" ? row.next_try_at.toISOString() : null,
  tries: row.tries,
  lastAnswer: serializeAnswer(row),
  created_at: row.created_at.toISOString(),
});

export async function deleteMessages({ db, organizationId }: DeviceScope, deviceId: string): Promise<void> {
  await db
    .deleteFrom("device_messages")
    .where("organization_id", "=", organizationId)
    .where("device_id", "=", deviceId)
    .execute();
}

/** Nothing of it is sent any more, but tests. */
export async function updateWaitingReplaced({ db, organizationId }: DeviceScope, deviceId: string): Promise<void> {
  await db
    .updateTable("device_messages")
    .set({ status: "replaced" })
    .where("organization_id", "=", organizationId)
    .where("device_id", "=", deviceId)
    .where("status", "=", "waiting")
    .where("action", "<>", "test")
    .execute();
}

/** The device is told anew: nobody knows what it holds. */
export async function updateStatesUnknown({ db, organizationId }: DeviceScope, deviceId: string): Promise<void> {
  await db
    .updateTable("device_states")
    .set({ valid_from: null, is_sent: true })
    .where("organization_id", "=", organizationId)
    .where("device_id", "=", deviceId)
    .execute();
}

export async function deleteStates({ db, organizationId }: DeviceScope, deviceId: string): Promise<void> {
  await db
    .deleteFrom("device_states")
    .where("organization_id", "=", organizationId)
    .where("device_id", "=", deviceId)
    .execute();
}
