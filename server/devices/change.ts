/** Makes, changes and deletes devices, rotates their secrets, sends tests and lists what was sent. */
import {
  MAX_DEVICES,
  type Device,
  type DeviceChange,
  type DeviceDraft,
  type DeviceMessage,
  type devices,
  type NewDevice,
} from "#contract/devices.ts";
import type { Page } from "#contract/kit.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { paginate } from "#server/kit/db/database.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import { findUrlFault, type UrlFault } from "#server/kit/http/public-request.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { createSecret } from "#server/webhooks/sign.ts";
import { COMPARE_JOB, insertChecks } from "./checks.ts";
import { findMqttUrlFault } from "./mqtt.ts";
import {
  countDevices,
  deleteMessages,
  deleteStates,
  findDevice,
  insertDevice,
  insertMessages,
  listKnownFields,
  lockDevice,
  messagesOf,
  replaceFields,
  serializeMessage,
  updateDevice,
  updateStatesUnknown,
  updateWaitingReplaced,
} from "./queries.ts";
import { SEND_JOB } from "./send.ts";

/** Receivers take over the new secret meanwhile. */
const FORMER_SECRET_MS = 86_400_000;
const TEST_MS = 600_000;

const privateAddress = message("webhooks.urlPrivate");
const urlFaults = {
  http: {
    protocol: message("webhooks.urlHttps"),
    credentials: message("webhooks.urlCredentials"),
    private_address: privateAddress,
  },
  mqtt: {
    protocol: message("devices.urlMqtts"),
    credentials: message("devices.urlCredentials"),
    private_address: privateAddress,
  },
} as const satisfies Record<string, Record<UrlFault, unknown>>;

type Connection = Pick<DeviceDraft, "adapter" | "url" | "topic" | "username" | "password">;

/** Each connection needs its own members, and has no others. @throws HttpError 422 */
function assertConnection({ appContext }: Call, { adapter, url, topic, username, password }: Connection): void {
  const errors: Record<string, ReturnType<typeof message>[]> = {};
  const { demo: allowsLocalhost, deviceFiles } = appContext.config;
  if (adapter === "file") {
    if (!deviceFiles) errors["adapter"] = [message("devices.noFiles")];
    if (url) errors["url"] = [message("devices.notForAdapter")];
  } else if (!url) errors["url"] = [message("kit.required")];
  else {
    const fault =
      adapter === "http" ? findUrlFault(new URL(url), { allowsLocalhost }) : findMqttUrlFault(url, { allowsLocalhost });
    if (fault) errors["url"] = [urlFaults[adapter][fault]];
  }
  if (adapter === "mqtt" && !topic) errors["topic"] = [message("kit.required")];
  if (adapter !== "mqtt") {
    if (topic) errors["topic"] = [message("devices.notForAdapter")];
    if (username) errors["username"] = [message("devices.notForAdapter")];
    if (password) errors["password"] = [message("devices.notForAdapter")];
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

async function assertFields(call: Call, fieldIds: readonly string[] | undefined): Promise<void> {
  if (!fieldIds) return;
  const known = new Set(await listKnownFields(call, fieldIds));
  if (!fieldIds.every((id) => known.has(id))) throw invalidFields({ fieldIds: [message("devices.fieldUnknown")] });
}

/** Bookings that stand are told to it by a job. */
async function compareAll(call: Call, deviceId: string): Promise<void> {
  await insertChecks(call, { deviceId });
  await call.appContext.jobs.send(call.db, COMPARE_JOB, {});
}

/** @throws HttpError 422 for an address that is not public, fields of others or what its way has not, 409 for too many */
export async function createDevice(call: Call<typeof devices.create>): Promise<NewDevice> {
  const { db, now, organizationId, body, record } = call;
  await collectFieldErrors(
    async () => assertConnection(call, body),
    () => assertFields(call, body.fieldIds),
  );
  if ((await countDevices(call)) >= MAX_DEVICES)
    throw new HttpError(409, message("devices.tooMany", { count: MAX_DEVICES }));
  const [id, secret] = [uuidv7(now), body.adapter === "http" ? createSecret() : null];
  await insertDevice(db, {
    organization_id: organizationId,
    id,
    name: body.name,
    purpose: body.purpose,
    adapter: body.adapter,
    url: body.url,
    topic: body.topic,
    username: body.username,
    password: body.password,
    lead_minutes: body.leadMinutes,
    lag_minutes: body.lagMinutes,
    active: body.active,
    secret,
    created_at: now,
    updated_at: now,
  });
  await replaceFields(call, id, [...new Set(body.fieldIds)]);
  if (body.active) await compareAll(call, id);
  const created = await findDevice(call, id);
  // The body holds the password.
  record({ subjectId: id, after: { ...toRecord(created), purpose: body.purpose, adapter: body.adapter } });
  return { ...created, secret };
}

const toColumns = (body: DeviceChange) => ({
  ...(body.name !== undefined && { name: body.name }),
  ...(body.url !== undefined && { url: body.url }),
  ...(body.topic !== undefined && { topic: body.topic }),
  ...(body.username !== undefined && { username: body.username }),
  ...(body.password !== undefined && { password: body.password }),
  ...(body.leadMinutes !== undefined && { lead_minutes: body.leadMinutes }),
  ...(body.lagMinutes !== undefined && { lag_minutes: body.lagMinutes }),
  ...(body.active !== undefined && { active: body.active }),
});

/** For the activity: never the password. */
const toRecord = ({ name, url, topic, username, fieldIds, leadMinutes, lagMinutes, active }: Device) => ({
  ...{ name, url, topic, username },
  ...{ fieldIds, leadMinutes, lagMinutes, active },
});

export async function changeDevice(call: Call<typeof devices.update>): Promise<Device> {
  const { now, params, body, record } = call;
  const row = await lockDevice(call, params.deviceId);
  const before = await findDevice(call, row.id);
  const { url = row.url, topic = row.topic, username = row.username, password = row.password } = body;
  // An address that stands as it was keeps no other change from being made.
  const isConnected = (["url", "topic", "username", "password"] as const).some((member) => body[member] !== undefined);
  await collectFieldErrors(
    async () => {
      if (isConnected) assertConnection(call, { adapter: before.adapter, url, topic, username, password });
    },
    () => assertFields(call, body.fieldIds),
  );
  await updateDevice(call, row.id, { ...toColumns(body), updated_at: now });
  if (body.fieldIds) await replaceFields(call, row.id, [...new Set(body.fieldIds)]);
  const after = await findDevice(call, row.id);
  const turnsOff = row.active && !after.active;
  const isAnother = before.url !== after.url || before.topic !== after.topic || before.username !== after.username;
  if (turnsOff || isAnother) {
    await updateWaitingReplaced(call, row.id);
    await updateStatesUnknown(call, row.id);
  }
  if (after.active) await compareAll(call, row.id);
  record(computeDiff(toRecord(before), toRecord(after)));
  return after;
}

export async function deleteDevice(call: Call<typeof devices.delete>): Promise<null> {
  const { now, params, record } = call;
  const { id, name } = await lockDevice(call, params.deviceId);
  await deleteMessages(call, id);
  await deleteStates(call, id);
  await updateDevice(call, id, {
    active: false,
    secret: null,
    former_secret: null,
    password: null,
    archived_at: now,
    updated_at: now,
  });
  record({ before: { name }, after: {} });
  return null;
}

/** @throws HttpError 409 for a device without a secret */
export async function rotateSecret(call: Call<typeof devices.rotate>): Promise<NewDevice> {
  const { now, params } = call;
  const row = await lockDevice(call, params.deviceId);
  if (row.secret === null) throw new HttpError(409, message("devices.noSecret"));
  const secret = createSecret();
  await updateDevice(call, row.id, {
    secret,
    former_secret: row.secret,
    former_secret_until: new Date(now.getTime() + FORMER_SECRET_MS),
    updated_at: now,
  });
  return { ...(await findDevice(call, row.id)), secret };
}

export async function sendTest(call: Call<typeof devices.test>): Promise<DeviceMessage> {
  const { db, appContext, now, organizationId, params } = call;
  const device = await lockDevice(call, params.deviceId);
  const id = uuidv7(now);
  await insertMessages(db, [
    {
      organization_id: organizationId,
      id,
      device_id: device.id,
      action: "test",
      due_at: now,
      next_try_at: now,
      expires_at: new Date(now.getTime() + TEST_MS),
      created_at: now,
    },
  ]);
  await appContext.jobs.send(db, SEND_JOB, {});
  return serializeMessage(await messagesOf(call, device.id).selectAll().where("id", "=", id).executeTakeFirstOrThrow());
}

export async function listMessages(call: Call<typeof devices.messages>): Promise<Page<DeviceMessage>> {
  const { db, params, query } = call;
  const { id } = await findDevice(call, params.deviceId);
  let found = messagesOf(call, id);
  if (query.status) found = found.where("status", "=", query.status);
  const { data, meta } = await paginate(db, found.selectAll().orderBy("position", "desc"), query);
  return { data: data.map(serializeMessage), meta };
}
