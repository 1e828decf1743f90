/**
 * Publishes to an MQTT server (broker) that somebody outside has typed, with the checks of `public-request.ts`: its name is
 * resolved once, and no other address is connected to.
 */
import net from "node:net";
import tls from "node:tls";
import {
  findUrlFault,
  isTlsError,
  listAddresses,
  lookupAmong,
  RequestFailure,
  type PublicRequest,
  type UrlFault,
} from "#server/kit/http/public-request.ts";

export interface MqttPublication {
  topic: string;
  payload: string;
  /** The server keeps it for those who subscribe later; an empty payload removes what is kept. */
  retain: boolean;
}

export interface MqttRequest extends Pick<PublicRequest, "allowsLocalhost" | "resolve" | "isAllowed"> {
  /** `mqtts://host`, `mqtts://host:port`; `mqtt:` on this machine alone, in the demo. */
  url: string;
  username: string | null;
  password: string | null;
  /** One after another, each confirmed (QoS 1). */
  publications: readonly MqttPublication[];
  /** For the whole. */
  timeoutMs: number;
  /** For tests: certificates that are trusted beside those of the system. */
  ca?: string;
}

/** The server has answered, and refuses user, password or topic. */
export class MqttRefusal extends Error {}

/** The same address as one whose host the URL standard reads (`https`), so that no other spelling of it passes the checks. */
const toHttpUrl = (url: string): URL => new URL(url.replace(/^mqtt(s?):/i, "http$1:"));

export function findMqttUrlFault(url: string, { allowsLocalhost = false } = {}): UrlFault | undefined {
  return /^mqtts?:/i.test(url) && URL.canParse(url.replace(/^mqtt(s?):/i, "http$1:"))
    ? findUrlFault(toHttpUrl(url), { allowsLocalhost })
    : "protocol";
}

const portOf = (url: string, isTls: boolean): number => {
  const { port } = new URL(url);
  return port === "" ? (isTls ? 8883 : 1883) : Number(port);
};

/** @throws RequestFailure, MqttRefusal */
export async function publishToMqtt(request: MqttRequest): Promise<void> {
  const { url, timeoutMs, allowsLocalhost = false } = request;
  const fault = findMqttUrlFault(url, { allowsLocalhost });
  if (fault) throw new RequestFailure(fault === "private_address" ? "private_address" : "unreachable");
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new RequestFailure("timeout")), timeoutMs);
  // It may end before anybody waits for it.
  timeout.catch(() => {});
  try {
    const addresses = await Promise.race([listAddresses(toHttpUrl(url), request), timeout]);
    await publishAt(addresses, request, timeout);
  } finally {
    clearTimeout(timer);
  }
}

/** The next of several addresses is tried after it: the default is short for servers far away. */
const ATTEMPT_MS = 2500;
const CONNACK_NOT_AUTHORIZED = 5;

async function publishAt(
  addresses: readonly string[],
  { url, username, password, publications, timeoutMs, ca }: MqttRequest,
  timeout: Promise<never>,
): Promise<void> {
  const { protocol, hostname } = toHttpUrl(url);
  const isTls = protocol === "https:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const target = {
    host,
    port: portOf(url, isTls),
    lookup: lookupAmong(addresses),
    autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
  };
  const isName = net.isIP(host) === 0;
  // Imported on first use, so that a server without such devices does without it.
  const { ErrorWithReasonCode, MqttClient } = await import("mqtt");
  const isRefusal = (error: unknown): boolean =>
    error instanceof ErrorWithReasonCode && error.code >= 1 && error.code <= CONNACK_NOT_AUTHORIZED;
  const client = new MqttClient(
    (own) => {
      if (!isTls) return net.connect(target);
      const socket = tls.connect({ ...target, ...(isName && { servername: host }), ...(ca !== undefined && { ca }) });
      // The client listens to the stream's end alone.
      socket.on("error", (error) => own.emit("error", error));
      return socket;
    },
    {
      protocolVersion: 4,
      clean: true,
      reconnectPeriod: 0,
      connectTimeout: timeoutMs,
      ...(username !== null && { username }),
      ...(password !== null && { password }),
    },
  );
  const { promise: failure, reject } = Promise.withResolvers<never>();
  failure.catch(() => {});
  client.on("error", reject);
  client.on("close", () => reject(new Error("The connection was closed")));
  try {
    await Promise.race([new Promise<void>((resolve) => client.once("connect", () => resolve())), failure, timeout]);
    for (const { topic, payload, retain } of publications)
      await Promise.race([client.publishAsync(topic, payload, { qos: 1, retain }), failure, timeout]);
  } catch (error) {
    if (error instanceof RequestFailure) throw error;
    if (isRefusal(error)) throw new MqttRefusal("Refused", { cause: error });
    throw new RequestFailure(isTlsError(error) ? "tls" : "unreachable", error);
  } finally {
    client.end(true);
  }
}
