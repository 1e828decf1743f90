/** Ways to tell a device (door lock, light): a line of a file, a signed request over HTTP, a publication over MQTT. */
import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { DeviceFailure } from "#contract/devices.ts";
import { RequestFailure, sendPublicRequest } from "#server/kit/http/public-request.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { release } from "#server/kit/process/release.ts";
import { buildSignedHeaders } from "#server/webhooks/sign.ts";
import { MqttRefusal, publishToMqtt, type MqttPublication } from "./mqtt.ts";
import type { DeviceRow, MessageRow } from "./queries.ts";

export const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const KEPT_ANSWER_BYTES = 1024;

export interface Outcome {
  isAccepted: boolean;
  /** The HTTP answer has it. */
  status: number | null;
  failure: DeviceFailure | null;
  answer: string | null;
}
export interface Delivery {
  device: DeviceRow;
  message: Pick<MessageRow, "id" | "action" | "event_id">;
  /** JSON. */
  body: string;
  /** Left out of the answer that is kept. */
  code: string | null;
  at: Date;
}

const accepted: Outcome = { isAccepted: true, status: null, failure: null, answer: null };
const failed = (failure: DeviceFailure): Outcome => ({ ...accepted, isAccepted: false, failure });

/** PostgreSQL keeps no zero bytes in texts. */
function toKeptAnswer(body: Buffer, code: string | null): string {
  const text = body.toString("utf8").replaceAll("\u{0}", "\u{FFFD}");
  const withoutCode = code === null ? text : text.replaceAll(code, "••••••");
  return Buffer.from(withoutCode).subarray(0, KEPT_ANSWER_BYTES).toString("utf8");
}

async function sendByHttp({ config }: AppContext, { device, message, body, code, at }: Delivery): Promise<Outcome> {
  const { url, secret, former_secret: former, former_secret_until: until } = device;
  if (url === null || secret === null) return failed("unreachable");
  const secrets = [secret, ...(former !== null && until !== null && until > at ? [former] : [])];
  const answer = await sendPublicRequest({
    url,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": `Baseline/${release}`,
      ...buildSignedHeaders({ id: message.id, body, at }, secrets),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    allowsLocalhost: config.demo,
  });
  const isAccepted = answer.status >= 200 && answer.status < 300;
  return { isAccepted, status: answer.status, failure: null, answer: toKeptAnswer(answer.body, code) };
}

/** A booking's topic keeps its grant until it is revoked; that of a switch keeps what was told last. */
function listPublications({ device, message, body }: Delivery): MqttPublication[] {
  const topic = device.topic ?? "";
  switch (message.action) {
    case "grant":
      return [{ topic: `${topic}/access/${message.event_id}`, payload: body, retain: true }];
    case "revoke":
      return [
        { topic: `${topic}/access/${message.event_id}`, payload: body, retain: false },
        { topic: `${topic}/access/${message.event_id}`, payload: "", retain: true },
      ];
    case "test":
      return [{ topic: `${topic}/test`, payload: body, retain: false }];
    default:
      return [{ topic: `${topic}/switch`, payload: body, retain: true }];
  }
}

async function sendByMqtt({ config }: AppContext, delivery: Delivery): Promise<Outcome> {
  const { url, username, password } = delivery.device;
  if (url === null) return failed("unreachable");
  const publications = listPublications(delivery);
  await publishToMqtt({ url, username, password, publications, timeoutMs: TIMEOUT_MS, allowsLocalhost: config.demo });
  return accepted;
}

export const deviceFile = ({ dataDir }: { dataDir: string }, deviceId: string): string =>
  join(dataDir, "devices", `${deviceId}.jsonl`);

async function appendToFile({ config }: AppContext, { device, body }: Delivery): Promise<Outcome> {
  if (!config.deviceFiles) return failed("unreachable");
  await mkdir(join(config.dataDir, "devices"), { recursive: true, mode: 0o700 });
  await appendFile(deviceFile(config, device.id), `${body}\n`, { mode: 0o600 });
  return accepted;
}

const adapters: Record<string, (appContext: AppContext, delivery: Delivery) => Promise<Outcome>> = {
  http: sendByHttp,
  mqtt: sendByMqtt,
  file: appendToFile,
};

export async function deliver(appContext: AppContext, delivery: Delivery): Promise<Outcome> {
  const send = adapters[delivery.device.adapter];
  if (!send) return failed("unreachable");
  try {
    return await send(appContext, delivery);
  } catch (error) {
    if (error instanceof RequestFailure) return failed(error.reason);
    if (error instanceof MqttRefusal) return failed("refused");
    throw error;
  }
}
