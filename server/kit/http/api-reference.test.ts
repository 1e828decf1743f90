import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "#contract/index.ts";
import { isOfApi } from "#contract/kit.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { openapiDocument } from "./openapi.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

test.each([
  ["/api/docs", "text/html; charset=utf-8"],
  ["/api/docs/scalar.js", "text/javascript; charset=utf-8"],
])("%s is asked for again, and only sent when it changed", async (url, type) => {
  const answer = await testApp.app.inject(url);
  expect([answer.statusCode, answer.headers["content-type"], answer.headers["cache-control"]]).toEqual([
    200,
    type,
    "public, no-cache",
  ]);
  const again = await testApp.app.inject({ url, headers: { "if-none-match": String(answer.headers["etag"]) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("the page has no inline script, and names nothing outside of this server", async () => {
  const { body } = await testApp.app.inject("/api/docs");
  expect([...body.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual(['<script src="/api/docs/scalar.js">']);
  expect(body).not.toMatch(/<\w[^>]*\son\w+=|javascript:|https?:\/\//);
});

test("what leads to other servers is switched off", async () => {
  const { body } = await testApp.app.inject("/api/docs");
  const [, attribute = ""] = /data-configuration="([^"]*)"/.exec(body) ?? [];
  expect(JSON.parse(attribute.replaceAll("&quot;", '"').replaceAll("&#39;", "'"))).toMatchObject({
    url: "/api/v1/openapi.json",
    withDefaultFonts: false,
    telemetry: false,
    persistAuth: false,
    hideClientButton: true,
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
  });
});

test("the script is the package's bundle, compressed on its way", async () => {
  const { body } = await testApp.app.inject("/api/docs/scalar.js");
  expect(body.length).toBeGreaterThan(1_000_000);
  expect(body).toContain("data-configuration");
  const packed = await testApp.app.inject({ url: "/api/docs/scalar.js", headers: { "accept-encoding": "gzip" } });
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.rawPayload.length).toBeLessThan(body.length / 2);
});

test("its document has every endpoint: what it is for and who may call it", () => {
  const { paths } = openapiDocument();
  for (const endpoint of Object.values(contract)
    .flatMap((endpoints) => Object.values(endpoints))
    .filter(isOfApi)) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation, endpoint.name).toMatchObject({ operationId: endpoint.name, summary: endpoint.summary });
    expect(operation?.description, endpoint.name).toMatch(/\w/);
  }
});

test("the document has the example of every body", () => {
  const { paths } = openapiDocument();
  const endpoints = Object.values(contract).flatMap((module) => Object.values(module));
  const withExample = endpoints.filter(({ example, raw }) => example !== undefined && raw !== "webhook");
  expect(withExample.length).toBeGreaterThan(30);
  for (const { name, path, method, example } of withExample)
    expect(paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"]?.example, name).toEqual(
      example,
    );
});
