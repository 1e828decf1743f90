import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openMqttBroker, type MqttBroker } from "#tests/support/mqtt-broker.ts";
import { testCertificate } from "#tests/fixtures/test-certificate.ts";
import { findMqttUrlFault, publishToMqtt, type MqttRequest } from "./mqtt.ts";

let broker: MqttBroker;
beforeAll(async () => {
  broker = await openMqttBroker({ tls: testCertificate });
});
afterAll(() => broker.close());
beforeEach(() => {
  broker.published.length = 0;
});

const publish = (more: Partial<MqttRequest> = {}) =>
  publishToMqtt({
    url: broker.url,
    username: null,
    password: null,
    publications: [{ topic: "door/test", payload: "{}", retain: false }],
    timeoutMs: 5000,
    ca: testCertificate.cert,
    allowsLocalhost: true,
    ...more,
  });

test("over TLS, what is published arrives, confirmed", async () => {
  await publish();
  expect(broker.published).toEqual([{ topic: "door/test", payload: "{}", retain: false, qos: 1 }]);
});

test("a certificate that nobody trusts, or of another name, is refused", async () => {
  await expect(publish({ ca: "" })).rejects.toMatchObject({ reason: "tls" });
  const url = `mqtts://other.example.com:${broker.port}`;
  const elsewhere = { url, resolve: async () => ["127.0.0.1"], isAllowed: () => true };
  await expect(publish(elsewhere)).rejects.toMatchObject({ reason: "tls" });
  expect(broker.published).toEqual([]);
});

test("a name is resolved once, and one with a private address among its addresses is not connected to", async () => {
  const url = `mqtts://broker.example.com:${broker.port}`;
  for (const addresses of [["10.0.0.1"], ["1.1.1.1", "::1"], ["::ffff:127.0.0.1"], ["169.254.169.254"]])
    await expect(publish({ url, resolve: async () => addresses })).rejects.toMatchObject({ reason: "private_address" });
  let count = 0;
  const resolve = async () => [++count === 1 ? "127.0.0.1" : "10.0.0.1"];
  await publish({ url, resolve, isAllowed: () => true });
  expect([count, broker.published.length]).toEqual([1, 1]);
  await expect(publish({ url, resolve: async () => [] })).rejects.toMatchObject({ reason: "unresolved" });
});

test("a server that says nothing is given up in time", async () => {
  const silent = createServer((socket) => void socket.resume());
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const url = `mqtt://localhost:${(silent.address() as AddressInfo).port}`;
  await expect(publish({ url, timeoutMs: 200 })).rejects.toMatchObject({ reason: "timeout" });
  await new Promise((resolve) => silent.close(resolve));
});

const faults: [url: string, fault: string | undefined][] = [
  ["mqtts://broker.example.com", undefined],
  ["mqtts://broker.example.com:443", undefined],
  ["MQTTS://1.1.1.1", undefined],
  ["mqtt://broker.example.com", "protocol"],
  ["https://broker.example.com", "protocol"],
  ["mqtts://me@broker.example.com", "credentials"],
  ["mqtts://localhost", "private_address"],
  ["mqtts://10.0.0.1", "private_address"],
  ["mqtts://0xa.1", "private_address"],
  ["mqtts://[::ffff:192.168.0.1]", "private_address"],
];
test.each(faults)("%s: %s", (url, fault) => {
  expect(findMqttUrlFault(url)).toBe(fault);
});
