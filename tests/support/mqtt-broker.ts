/** An MQTT server (broker) on this machine, which notes what is published. */
import net, { type AddressInfo } from "node:net";
import tls from "node:tls";
import { Aedes } from "aedes";
import { connectAsync } from "mqtt";

export interface PublishedMessage {
  topic: string;
  payload: string;
  retain: boolean;
  qos: number;
}
export interface MqttBroker {
  port: number;
  url: string;
  /** In the order in which they came. */
  published: PublishedMessage[];
  /** Payloads by topic, as they reach somebody who subscribes to everything from now on. */
  subscribe(): Promise<{ received: Map<string, string>; close(): Promise<void> }>;
  close(): Promise<void>;
}
interface BrokerOptions {
  user?: { name: string; password: string };
  tls?: { key: string; cert: string };
}

/** @param options.user who alone may connect */
export async function openMqttBroker({ user, tls: secure }: BrokerOptions = {}): Promise<MqttBroker> {
  const aedes = await Aedes.createBroker({
    authenticate: (_client, name, password, done) =>
      done(null, user === undefined || (name === user.name && String(password) === user.password)),
  });
  const published: PublishedMessage[] = [];
  aedes.on("publish", ({ topic, payload, retain, qos }, client) => {
    if (client) published.push({ topic, payload: payload.toString(), retain, qos });
  });
  const sockets = new Set<net.Socket>();
  const handle = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    aedes.handle(socket);
  };
  const server = secure ? tls.createServer(secure, handle) : net.createServer(handle);
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `${secure ? "mqtts" : "mqtt"}://localhost:${port}`;
  return {
    port,
    url,
    published,
    async subscribe() {
      const received = new Map<string, string>();
      const client = await connectAsync(url.replace("localhost", "127.0.0.1"), {
        reconnectPeriod: 0,
        ...(user && { username: user.name, password: user.password }),
      });
      client.on("message", (topic, payload) => void received.set(topic, payload.toString()));
      await client.subscribeAsync("#");
      return { received, close: () => client.endAsync(true) };
    },
    async close() {
      await new Promise<void>((resolve) => aedes.close(resolve));
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
