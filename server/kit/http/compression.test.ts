import { gunzipSync } from "node:zlib";
import fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { addCompression, GZIP } from "./compression.ts";

const app = fastify();
await addCompression(app);
const long = { data: Array.from({ length: 500 }, (_, index) => ({ index, name: "Court" })) };
const longer = { data: Array.from({ length: 5 }, () => long) };
app.get("/long", { compress: GZIP }, async () => long);
app.get("/longer", { compress: GZIP }, async () => longer);
app.get("/short", { compress: GZIP }, async () => ({ data: 1 }));
app.get("/page", async (_request, reply) => reply.type("text/html").send("x".repeat(5000)));
const ask = (url: string, accepted?: string, method: "GET" | "HEAD" = "GET") =>
  app.inject({ method, url, headers: accepted === undefined ? {} : { "accept-encoding": accepted } });

test("a long answer is compressed for clients that accept gzip", async () => {
  const packed = await ask("/long", "gzip, deflate, br");
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.headers["vary"]).toBe("accept-encoding");
  expect(Number(packed.headers["content-length"])).toBe(packed.rawPayload.length);
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(long);
  expect(packed.rawPayload.length).toBeLessThan(JSON.stringify(long).length / 4);
  expect((await ask("/long", "br;q=1.0, *;q=0.1")).headers["content-encoding"]).toBe("gzip");
  const streamed = await ask("/longer", "gzip");
  expect(streamed.headers["content-encoding"]).toBe("gzip");
  expect(JSON.parse(gunzipSync(streamed.rawPayload).toString())).toEqual(longer);
});

test("clients that do not accept gzip get the answer as it is", async () => {
  for (const accepted of [undefined, "", "br", "gzip;q=0", "*;q=0", "identity"]) {
    const plain = await ask("/long", accepted);
    expect([accepted, plain.headers["content-encoding"]]).toEqual([accepted, undefined]);
    expect(plain.json()).toEqual(long);
  }
});

test("short answers and routes without the option are left alone; HEAD answers without a body", async () => {
  expect((await ask("/short", "gzip")).headers["content-encoding"]).toBeUndefined();
  expect((await ask("/page", "gzip")).headers["content-encoding"]).toBeUndefined();
  expect((await ask("/long", "gzip", "HEAD")).rawPayload).toHaveLength(0);
});

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

test("the product compresses lists and its OpenAPI document, and no download", async () => {
  const person = await testApp.member(testApp.organizationId, 1);
  const ask = (path: string) =>
    testApp.app.inject({
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${person.token}`, "accept-encoding": "gzip, deflate, br" },
    });
  for (const path of ["/openapi.json", "/general/sports"]) {
    const answer = await ask(path);
    expect([path, answer.statusCode, answer.headers["content-encoding"]]).toEqual([path, 200, "gzip"]);
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toBeTypeOf("object");
  }
  const csv = await ask(`/organizations/${testApp.organizationId}/export/users.csv`);
  expect([csv.statusCode, csv.headers["content-encoding"]]).toEqual([200, undefined]);
  expect(csv.body.length).toBeGreaterThan(0);
});
