import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { createUploadForm as formOf } from "#tests/fixtures/photos.ts";
import { rawEndpoints, rawEndpointsBinding } from "#tests/fixtures/raw-endpoint-fixtures.ts";

let testApp: TestApp;
let ask: ApiCall;
let at: string;
beforeAll(async () => {
  testApp = await createTestApp({ extraModules: [{ contract: rawEndpoints, binding: rawEndpointsBinding }] });
  ask = testApp.as(await testApp.member(testApp.organizationId, 1));
  at = `/organizations/${testApp.organizationId}/raw-endpoints`;
});
afterAll(() => testApp.close());

const megabyte = 1024 * 1024;
const boundary = "----baseline";
const form = (content: string, name = "photo.jpg") =>
  Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n${content}\r\n--${boundary}--\r\n`,
  );
const asForm = { "content-type": `multipart/form-data; boundary=${boundary}` };

test("an upload gives its file, and is answered and written down like any change", async () => {
  const { status, body } = await ask("POST", `${at}/upload`, form("x".repeat(2 * megabyte)), asForm);
  expect([status, body]).toEqual([201, { data: { bytes: 2 * megabyte, isBuffer: true, beside: 0 } }]);
  const { act } = await testApp.db.selectFrom("activity").select("act").executeTakeFirstOrThrow();
  expect(act).toBe("raw-endpoints.upload");
});

test("an upload of more than ten megabytes is too large", async () => {
  const { status, body } = await ask("POST", `${at}/upload`, form("x".repeat(10 * megabyte + 1)), asForm);
  expect([status, body]).toEqual([413, { message: "This is too large." }]);
});

test.each([
  ["application/json", "{}"],
  ["text/plain", "photo"],
  ["image/jpeg", "photo"],
])("an upload of %s is of the wrong kind", async (type, body) => {
  expect((await ask("POST", `${at}/upload`, body, { "content-type": type })).status).toBe(415);
});

test.each([
  ["many texts", Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`text${at}`, "x"])), 10],
  ["a long text", { text: "x".repeat(100_000) }, 1000],
])("of %s beside a file no more is kept than its ids and words need", async (_what, texts, beside) => {
  const { body, headers } = await formOf({ ...texts, file: Buffer.from("photo") });
  expect((await ask("POST", `${at}/upload`, body, headers)).body.data).toMatchObject({ bytes: 5, beside });
});

test("an upload that breaks off is malformed", async () => {
  expect((await ask("POST", `${at}/upload`, form("x").subarray(0, 60), asForm)).status).toBe(400);
});

test("an upload without any body is of the wrong kind", async () =>
  expect((await ask("POST", `${at}/upload`)).status).toBe(415));

test("a download has its own type", async () => {
  const { status, body, headers } = await ask("GET", `${at}/download.csv`);
  expect([status, body, headers["content-type"]]).toEqual([200, "name\nCourt 1\n", "text/csv; charset=utf-8"]);
});

test("a stream is told piece by piece", async () => {
  const { body, headers } = await ask("GET", `${at}/stream`);
  expect(body).toBe("data: one\n\ndata: two\n\n");
  expect(headers["content-type"]).toBe("text/event-stream; charset=utf-8");
});

test.each(["application/json", "application/json; charset=utf-8", "text/plain", "application/x-www-form-urlencoded"])(
  "a webhook hears the very bytes of %s, for their signature",
  async (type) => {
    const text = '{"id":  1, "broken": ';
    const { status, body } = await testApp.as(null)("POST", "/raw-endpoints/webhook", text, { "content-type": type });
    expect([status, body]).toEqual([200, { data: { bytes: text.length, isBuffer: true } }]);
  },
);

test("a webhook over a megabyte is too large", async () => {
  expect(
    (
      await testApp.as(null)("POST", "/raw-endpoints/webhook", "x".repeat(megabyte + 1), {
        "content-type": "application/json",
      })
    ).status,
  ).toBe(413);
});

test("raw parsers stay in their routes: the others still read JSON only", async () => {
  expect((await ask("POST", "/organizations", form("x"), asForm)).status).toBe(415);
});
