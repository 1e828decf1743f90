import { createServer, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openWebhookReceiver, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { findUrlFault, sendPublicRequest, type PublicRequest } from "./public-request.ts";

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await openWebhookReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answerWith((_request, response) => void response.writeHead(200).end("thanks"));
});

const send = (more: Partial<PublicRequest> = {}) =>
  sendPublicRequest({
    url: receiver.url,
    method: "POST",
    headers: {},
    body: "{}",
    timeoutMs: 5000,
    maxAnswerBytes: 1000,
    allowsLocalhost: true,
    ...more,
  });

test("answers come back, and redirects are not followed", async () => {
  const { status, body } = await send();
  expect([status, body.toString()]).toEqual([200, "thanks"]);
  receiver.answerWith((_request, response) => void response.writeHead(307, { location: receiver.url }).end());
  expect((await send()).status).toBe(307);
  expect(receiver.received).toHaveLength(2);
});

test("of a long answer no more is read than asked for, even if it never ends", async () => {
  receiver.answerWith((_request, response) => void response.writeHead(200).write("x".repeat(5000)));
  expect((await send()).body).toHaveLength(1000);
});

test("who does not answer in time has not answered; who began to, has", async () => {
  receiver.answerWith(() => undefined);
  await expect(send({ timeoutMs: 200 })).rejects.toMatchObject({ reason: "timeout" });
  receiver.answerWith((_request, response) => void response.writeHead(202).write("part"));
  const { status, body } = await send({ timeoutMs: 500 });
  expect([status, body.toString()]).toEqual([202, "part"]);
});

test("a name that nobody resolves in time, or at all, is no answer", async () => {
  const url = "https://hooks.example.com/";
  const never = () => pause(60_000, [], { ref: false });
  await expect(send({ url, resolve: never, timeoutMs: 100 })).rejects.toMatchObject({ reason: "timeout" });
  await expect(send({ url, resolve: async () => [] })).rejects.toMatchObject({ reason: "unresolved" });
});

test("a name with one private address among its addresses is not connected to", async () => {
  const url = "https://hooks.example.com/";
  for (const addresses of [["10.0.0.1"], ["1.1.1.1", "::1"], ["::ffff:127.0.0.1"], ["169.254.169.254"]])
    await expect(send({ url, resolve: async () => addresses })).rejects.toMatchObject({ reason: "private_address" });
});

test("a name is resolved once, and that very address is connected to", async () => {
  const server = createServer((socket) => {
    connections.push(socket.localAddress ?? "");
    socket.destroy();
  });
  const connections: string[] = [];
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const names: string[] = [];
  const resolve = async (name: string) => {
    names.push(name);
    return names.length === 1 ? ["127.0.0.1"] : ["127.0.0.2"];
  };
  const sent = send({ url: `https://hooks.example.com:${port}/`, resolve, isAllowed: () => true });
  await expect(sent).rejects.toMatchObject({ reason: "unreachable" });
  expect([names, connections]).toEqual([["hooks.example.com"], ["127.0.0.1"]]);
  await new Promise((done) => server.close(done));
});

test("a server without a certificate that is trusted is refused", async () => {
  const url = receiver.url.replace("http:", "https:");
  await expect(send({ url })).rejects.toMatchObject({ reason: "tls" });
  expect(receiver.received).toEqual([]);
});

const faults: [url: string, fault: string | undefined][] = [
  ["https://hooks.example.com/a?b", undefined],
  ["https://1.1.1.1/", undefined],
  ["http://hooks.example.com/", "protocol"],
  ["https://user:secret@hooks.example.com/", "credentials"],
  ["http://localhost:3000/", "private_address"],
  ["https://127.0.0.1/", "private_address"],
  ["https://2130706433/", "private_address"],
  ["https://0x7f.1/", "private_address"],
  ["https://[::1]/", "private_address"],
  ["https://[::ffff:10.0.0.1]/", "private_address"],
  ["https://169.254.169.254/latest/meta-data", "private_address"],
];
test.each(faults)("%s: %s", (url, fault) => expect(findUrlFault(new URL(url))).toBe(fault));

test("in the demo, this machine may be told of things, and nothing else that is private", () => {
  const inDemo = (url: string) => findUrlFault(new URL(url), { allowsLocalhost: true });
  expect(["http://localhost:4000/", "https://localhost/"].map(inDemo)).toEqual([undefined, undefined]);
  expect(["http://example.com/", "https://192.168.0.1/"].map(inDemo)).toEqual(["protocol", "private_address"]);
});
