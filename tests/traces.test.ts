/** Traces of OpenTelemetry, as a collector receives them. */
import { createServer, type Server } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listProjectFiles } from "./support/project-files.ts";
import { findFreePort, type RunningServer, startServer } from "./support/start-server.ts";
import { createTestApp, password, type Person, type TestApp } from "./support/test-app.ts";

interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
interface Received {
  resourceSpans: { resource: { attributes: ReceivedSpan["attributes"] }; scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

let testApp: TestApp;
let person: Person;
let server: RunningServer;
let collector: Server;
let geocoder: Server;
const received: Received[] = [];
const spans = () =>
  received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const named = (name: string) => spans().find((span) => span.name === name);
const attributesOf = (span: ReceivedSpan | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

const listenOn = async (handle: Parameters<typeof createServer>[1]): Promise<[Server, string]> => {
  const port = await findFreePort();
  const opened = createServer(handle as never);
  await new Promise<void>((resolve) => opened.listen(port, "127.0.0.1", resolve));
  return [opened, `http://127.0.0.1:${port}`];
};

beforeAll(async () => {
  testApp = await createTestApp();
  testApp.clock.set(Temporal.Now.instant().toString());
  person = await testApp.member(testApp.organizationId, 1);
  let [collectorUrl, geocoderUrl] = ["", ""];
  [collector, collectorUrl] = await listenOn((request, response) => {
    void json(request).then((body) => {
      received.push(body as Received);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  [geocoder, geocoderUrl] = await listenOn((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ features: [] }));
  });
  server = await startServer("traces", {
    DATABASE_URL: testApp.database.url,
    DEMO: "0",
    ADDRESS_PROVIDERS: "geopf",
    GEOPF_URL: geocoderUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    OTEL_BSP_SCHEDULE_DELAY: "100",
  });
}, 120_000);
afterAll(async () => {
  await server?.stop();
  collector?.close();
  geocoder?.close();
  await testApp.close();
});

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const call = (method: string, path: string, body?: object) =>
  fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${person.token}`,
      "content-type": "application/json",
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });

test("a request, its statements, its jobs, mails and calls to others are spans of the endpoint's trace, without personal data", async () => {
  const organization = `/organizations/${testApp.organizationId}`;
  expect((await call("POST", `${organization}/facilities`, { name: "Salle Secrète" })).status).toBe(201);
  expect((await call("GET", "/places/autocomplete?q=12%20rue%20Cachette")).status).toBe(200);
  expect((await call("POST", "/auth/password/forgot", { email: person.email })).status).toBeLessThan(300);
  expect((await call("POST", "/auth/login", { email: person.email, password: `${password}!` })).status).toBe(422);
  for (const name of [
    "facilities.create",
    "insert facilities",
    "accounts.code",
    "emails.send",
    "send mail",
    "GET 127.0.0.1",
  ])
    await expect.poll(() => spans().map((span) => span.name), { timeout: 10_000 }).toContain(name);

  // Polls of the queue, of live changes and of the pool belong to no request: they are no spans.
  expect(spans().filter(({ kind, parentSpanId }) => kind === 3 && !parentSpanId)).toEqual([]);
  const request = named("facilities.create");
  expect(request).toMatchObject({ traceId, parentSpanId: "00f067aa0ba902b7", kind: 2 });
  expect(attributesOf(request)).toEqual({
    "http.request.method": "POST",
    "http.route": "/api/v1/organizations/:organizationId/facilities",
    "http.response.status_code": 201,
  });
  expect(named("insert facilities")).toMatchObject({ traceId, parentSpanId: request?.spanId, kind: 3 });
  expect(named("send mail")?.traceId).toBe(named("emails.send")?.traceId);
  expect(attributesOf(named("GET 127.0.0.1"))).toMatchObject({
    "server.address": "127.0.0.1",
    "http.response.status_code": 200,
  });
  const about = Object.fromEntries(
    received[0]?.resourceSpans[0]?.resource.attributes.map(({ key, value }) => [key, value.stringValue]) ?? [],
  );
  expect(about).toMatchObject({ "service.name": "baseline", "deployment.environment.name": "test" });

  const told = JSON.stringify(received);
  for (const secret of [person.email, person.id, testApp.organizationId, person.token, password, "Secrète", "Cachette"])
    expect(told).not.toContain(secret);
}, 60_000);

test("without a collector nothing of OpenTelemetry is loaded: one file imports it, and is itself imported on demand", () => {
  const files = listProjectFiles().filter(({ side, isTest }) => side === "server" && !isTest);
  const importing = files.filter(({ imports }) => imports.some((to) => to.startsWith("@opentelemetry/")));
  expect(importing.map(({ path }) => path)).toEqual(["server/kit/process/opentelemetry.ts"]);
  const users = files.filter(({ imports }) => imports.some((to) => to.endsWith("/opentelemetry.ts")));
  expect(users.map(({ path }) => path)).toEqual(["server/kit/process/traces.ts"]);
  expect(users[0]?.code).toMatch(
    /return undefined;\s+const \{ openTracing \} = await import\("\.\/opentelemetry\.ts"\)/,
  );
});
