import { connect } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  get,
  requiredLine,
  ListQuery,
  optionalText,
  patch,
  post,
  put,
  partialOf,
  defineModule,
  optionalBoolean,
} from "#contract/kit.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { HttpError, message } from "./http-error.ts";
import { serveModule } from "./serve-module.ts";

const Draft = z.strictObject({
  name: requiredLine(20),
  note: optionalText(50),
  size: z.int().check(z.gte(1), z.lte(10)),
  colour: z._default(z.enum(["red", "blue"]), "red"),
  lid: optionalBoolean,
  hours: z.optional(z.array(z.strictObject({ start: requiredLine(5), note: optionalText() })).check(z.maxLength(2))),
});
const echoes = defineModule("echoes", {
  list: get("/echoes", {
    allow: "verified",
    summary: "What was asked",
    query: z.extend(ListQuery, { from: z.optional(z.iso.date()) }),
    returns: z.unknown(),
  }),
  create: post("/echoes", { allow: "verified", summary: "What was sent", body: Draft, returns: z.unknown() }),
  update: patch("/echoes", {
    allow: "verified",
    summary: "What was changed",
    body: partialOf(Draft),
    returns: z.unknown(),
  }),
  fail: put("/echoes", {
    allow: "verified",
    summary: "Go wrong",
    body: z.strictObject({ how: z.string() }),
    returns: z.null(),
  }),
  touch: post("/echoes/touch", { allow: "verified", summary: "Nothing to send", returns: z.null(), status: 200 }),
});

const failures: Record<string, (db: TestApp["db"]) => Promise<unknown>> = {
  bug: () => Promise.reject(new Error("password is swordfish")),
  refused: () =>
    Promise.reject(Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" })),
  full: (db) => sql.raw("do $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$").execute(db),
  standby: (db) => sql`set transaction read only`.execute(db).then(() => sql`create table standby ()`.execute(db)),
  worker: (db) =>
    sql
      .raw(
        "do $$ begin raise exception 'failure on connection marked as essential: 127.0.0.1:5661' using errcode = 'internal_error'; end $$",
      )
      .execute(db),
  gone: () => Promise.reject(new Error("Client has encountered a connection error and is not queryable")),
  slow: async (db) => {
    await sql`set local statement_timeout = 20`.execute(db);
    await sql`select pg_sleep(2)`.execute(db);
  },
  tooOften: () => Promise.reject(new HttpError(429, message("kit.tooMany", { seconds: 7 }), { retryAfter: 6.2 })),
};
const echoesServed = serveModule(echoes, {
  list: async ({ query }) => query,
  create: async ({ body }) => body,
  update: async ({ body }) => body,
  async fail({ db, body }) {
    await failures[body.how]?.(db);
    return null;
  },
  touch: async () => null,
});

let testApp: TestApp;
let ask: ApiCall;
let token: string;
let origin: URL;
beforeAll(async () => {
  testApp = await createTestApp({ extraModules: [{ contract: echoes, binding: echoesServed }] });
  origin = new URL(await testApp.app.listen({ port: 0, host: "127.0.0.1" }));
  const person = await testApp.person();
  ({ token } = person);
  ask = testApp.as(person);
});
afterAll(() => testApp.close());

const valid = { name: "Box", size: 3 };
const json = { "content-type": "application/json" };
const inFrench = { "accept-language": "fr" };

describe("a body", () => {
  test("comes with its defaults, trimmed, and an empty optional text is null, at any depth", async () => {
    const { body } = await ask("POST", "/echoes", {
      ...valid,
      name: "  Box ",
      note: " ",
      lid: null,
      hours: [{ start: "08:00", note: "" }],
    });
    expect(body.data).toEqual({
      name: "Box",
      size: 3,
      note: null,
      colour: "red",
      lid: null,
      hours: [{ start: "08:00", note: null }],
    });
  });

  test("tells all its wrong fields at once, in the reader's language", async () => {
    const wrong = {
      name: "",
      note: "x".repeat(51),
      size: 11,
      colour: "green",
      hours: [{ start: "too late" }],
      nmae: "Box",
    };
    const english = await ask("POST", "/echoes", wrong);
    expect(english.status).toBe(422);
    expect(english.body).toEqual({
      message: "Check the marked fields.",
      errors: {
        name: ["This field is required"],
        note: ["At most 50 characters"],
        size: ["Must be at most 10"],
        colour: ["Choose one of the options"],
        "hours.0.start": ["At most 5 characters"],
        nmae: [expect.any(String)],
      },
    });
    const french = await ask("POST", "/echoes", wrong, inFrench);
    expect(Object.keys(french.body.errors)).toEqual(Object.keys(english.body.errors));
    expect(french.body.errors.name).not.toEqual(english.body.errors.name);
  });

  test("left out is told field by field; of the wrong type too", async () => {
    expect((await ask("POST", "/echoes", {})).body.errors).toEqual({
      name: ["This field is required"],
      size: ["This field is required"],
    });
    expect((await ask("POST", "/echoes", { name: 1, size: "3" })).body.errors).toEqual({
      name: [expect.any(String)],
      size: [expect.any(String)],
    });
  });

  test("without any change is refused as a whole", async () => {
    const { status, body } = await ask("PATCH", "/echoes", {});
    expect([status, body]).toEqual([422, { message: "There is nothing to change." }]);
  });

  test("of a partial change is only what was sent", async () => {
    expect((await ask("PATCH", "/echoes", { size: 4 })).body.data).toEqual({ size: 4 });
  });

  test("may be missing where nothing is expected, and holds nothing there", async () => {
    expect((await ask("POST", "/echoes/touch")).status).toBe(200);
    expect((await ask("POST", "/echoes/touch", "", json)).status).toBe(200);
    expect((await ask("POST", "/echoes/touch", { more: 1 })).body.errors).toEqual({ more: [expect.any(String)] });
  });

  test.each([
    ["is no JSON", '{"name": "Bo'],
    ["is a list", "[]"],
    ["is a text", '"Box"'],
    ["is null", "null"],
    ["hides a NUL", JSON.stringify({ ...valid, name: "Bo\u0000x" })],
    ["hides a NUL in a name", JSON.stringify({ ...valid, "na\u0000me": 1 })],
    ["holds half of an emoji", `{"name": "Bo\\ud83d", "size": 3}`],
    ["is deeper than any draft", `{"name": ${"[".repeat(100_000)}${"]".repeat(100_000)}, "size": 1}`],
    ["has more members than any draft", `{${Array.from({ length: 80_000 }, (_, each) => `"k${each}":1`).join()}}`],
    ["reaches for the prototype", '{"__proto__": {"name": "Box"}, "size": 1}'],
    ["reaches for the constructor", '{"constructor": {"prototype": {"x": 1}}, "size": 1}'],
  ])("that %s is malformed", async (_what, body) => {
    const answer = await ask("POST", "/echoes", body, json);
    expect([answer.status, answer.body]).toEqual([400, { message: "The request could not be read." }]);
  });

  test("may call its members as every object does: they are unknown like others", async () => {
    const answer = await ask("POST", "/echoes", '{"name": "Box", "size": 3, "constructor": 1, "toString": 1}', json);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["constructor", "toString"]]);
  });

  test("has its lines in one line where one is meant", async () => {
    expect((await ask("POST", "/echoes", { ...valid, name: "A\r\nB\t\u0007C\n" })).body.data.name).toBe("A B C");
  });

  test("over a megabyte is too large", async () => {
    const answer = await ask("POST", "/echoes", { ...valid, note: "x".repeat(1024 * 1024) }, inFrench);
    expect(answer.status).toBe(413);
    expect(answer.body.message).not.toBe("");
  });

  test.each(["text/plain", "application/xml", "application/x-www-form-urlencoded"])(
    "of %s is of the wrong kind",
    async (type) => {
      expect((await ask("POST", "/echoes", "name=Box", { "content-type": type })).status).toBe(415);
    },
  );
});

describe("a query", () => {
  test("has defaults, numbers, and the last of what is given twice; unknown and empty members do not count", async () => {
    expect((await ask("GET", "/echoes")).body.data).toEqual({ q: "", page: 1, per_page: 20 });
    const { body } = await ask("GET", "/echoes?q=%20court%20&page=2&page=3&per_page=&utm_source=mail&from=");
    expect(body.data).toEqual({ q: "court", page: 3, per_page: 20 });
  });

  test("tells all its wrong members", async () => {
    const { status, body } = await ask("GET", "/echoes?page=0&per_page=101&from=tomorrow");
    expect(status).toBe(422);
    expect(Object.keys(body.errors).toSorted()).toEqual(["from", "page", "per_page"]);
  });

  test.each(["page=two", "page=1.5", "page=1e99", "page=-1", "page=%20"])("%s is no page", async (query) => {
    expect((await ask("GET", `/echoes?${query}`)).status).toBe(422);
  });

  test("with a NUL is malformed", async () => expect((await ask("GET", "/echoes?q=a%00b")).status).toBe(400));
});

describe("the language", () => {
  const said = async (language?: string) =>
    (await testApp.as(null)("GET", "/echoes", undefined, language === undefined ? {} : { "accept-language": language }))
      .body.message as string;
  const [english, french] = ["Sign in to continue.", "Connectez-vous pour continuer."];

  test.each([
    [undefined, english],
    ["", english],
    ["*", english],
    ["de", english],
    ["en-GB,en;q=0.9", english],
    ["fr", french],
    ["FR-ca", french],
    ["de-DE, fr;q=0.5", french],
    ["en;q=0.3, fr;q=0.8", french],
    ["fr;q=0, en", english],
  ])("of %o is told in its words", async (language, words) => expect(await said(language)).toBe(words));
});

describe("what goes wrong", () => {
  test("inside is answered without details", async () => {
    const answer = await ask("PUT", "/echoes", { how: "bug" });
    expect([answer.status, answer.body]).toEqual([500, { message: "Something went wrong" }]);
  });

  test.each(["slow", "refused", "full", "standby", "worker", "gone"])(
    "in the database for a while (%s) is told as such, with the time of the next try",
    async (how) => {
      const answer = await ask("PUT", "/echoes", { how });
      expect(answer.status).toBe(503);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    },
  );

  test("too often tells how long to wait, in whole seconds", async () => {
    const answer = await ask("PUT", "/echoes", { how: "tooOften" });
    expect([answer.status, answer.headers["retry-after"]]).toEqual([429, "7"]);
  });

  test.each(["/nowhere", "/echoes/nowhere/", "/echoes/../../x", `/${"x".repeat(3000)}`])(
    "at %s is a 404 in JSON",
    async (path) => {
      const answer = await testApp.as(null)("GET", path);
      expect([answer.status, answer.body]).toEqual([404, { message: "This page or record does not exist." }]);
    },
  );

  test("with a method that is not there is a 404 too", async () =>
    expect((await ask("DELETE", "/echoes")).status).toBe(404));

  test("in the address itself is malformed", async () => {
    const answer = await testApp.app.inject({ url: "/api/v1/%ZZ" });
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: "The request could not be read." }]);
  });

  test.each(["Bearer", "Bearer ", "Basic abc", `Bearer ${"x".repeat(5000)}`, "Bearer a b", "bearer\u0000x"])(
    "with the authorization %o is a 401",
    async (authorization) => {
      expect((await testApp.as(null)("GET", "/echoes", undefined, { authorization })).status).toBe(401);
    },
  );

  test.each([
    ["that is no HTTP", "nonsense\r\n\r\n", "400 Bad Request", "The request could not be read."],
    [
      "with headers that are too large",
      `GET /api/v1/echoes HTTP/1.1\r\nhost: localhost\r\nx: ${"x".repeat(20_000)}\r\n\r\n`,
      "431 Request Header Fields Too Large",
      "This is too large.",
    ],
  ])("on a connection, %s, is told as any other refusal", async (_what, text, status, told) => {
    const socket = connect(Number(origin.port), origin.hostname);
    socket.end(text);
    const answer = (await socket.setEncoding("utf8").toArray()).join("");
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect([head.split("\r\n")[0], JSON.parse(body)]).toEqual([`HTTP/1.1 ${status}`, { message: told }]);
  });

  test("the word bearer may be written as one likes", async () => {
    expect((await testApp.as(null)("GET", "/echoes", undefined, { authorization: `BEARER ${token}` })).status).toBe(
      200,
    );
  });
});
