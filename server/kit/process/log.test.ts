import { expect, test } from "vitest";
import * as z from "zod/mini";
import { contract } from "#contract/index.ts";
import { createLogger, REDACTED_NAMES } from "./log.ts";

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger("info", { write: (line) => void lines.push(line) }));
  return lines.join("");
}

test("secrets and personal data stay out, at any depth", () => {
  const person = { id: "7", email: "ada@club.example", firstName: "Ada", password: "correct horse" };
  const text = logged((log) =>
    log.info({ ...person, user: person, req: { headers: { authorization: "Bearer x" } } }, "signed in"),
  );
  expect(text).toContain('"id":"7"');
  expect(text).not.toMatch(/ada@|Ada|horse|Bearer/);
  const rows = [{ user: { toJSON: () => ({ of: { the: person } }) } }];
  const deeper = logged((log) => log.info({ rows }, "read"));
  expect(JSON.parse(deeper)).toMatchObject({ rows: [{ user: { of: { the: { id: "7" } } } }], msg: "read" });
  expect(deeper).not.toMatch(/ada@|Ada|horse/);
});

test("secrets stay out of what is bound to a logger, and of values in a message", () => {
  const person = { id: "7", email: "ada@club.example" };
  const text = logged((log) => {
    const child = log.child({ person, at: new Date(0) }).child({ email: person.email, step: 2 });
    child.info("signed in as %j", person);
  });
  expect(JSON.parse(text)).toMatchObject({ person: { id: "7" }, at: "1970-01-01T00:00:00.000Z", step: 2 });
  expect(JSON.parse(text).msg).toBe('signed in as {"id":"7"}');
  expect(text).not.toContain("ada@");
});

test("what refers to itself is cut off", () => {
  const loop: { id: string; next?: object } = { id: "7" };
  loop.next = loop;
  expect(JSON.parse(logged((log) => log.info({ loop }, "told")))).toMatchObject({
    loop: { id: "7", next: { id: "7" } },
  });
});

test("a request is told without its search string", () => {
  const text = logged((log) =>
    log.info({ req: { id: "r1", method: "GET", url: "/auth/verify-email?token=abc" } }, "asked"),
  );
  expect(JSON.parse(text)).toMatchObject({
    level: "info",
    req: { id: "r1", method: "GET", path: "/auth/verify-email" },
  });
  expect(text).not.toContain("abc");
});

test("an address that is a secret itself is hidden, an id is not", () => {
  const id = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
  const secret = "Zm9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWx0Z2FycGx5";
  const text = logged((log) => log.info({ req: { url: `/api/v1/calendars/${secret}.ics?of=${id}` } }, "asked"));
  expect(JSON.parse(text).req.path).toBe("/api/v1/calendars/….ics");
  expect(logged((log) => log.info({ req: { url: `/events/${id}` } }, "asked"))).toContain(id);
});

test("a name that contains an email address is hidden, such as a mail's", () => {
  for (const name of ["2026-06-01T08.00.00.000Z-ada@club.example-accounts.reset-1a2b3c4d", "ada%40club.example"]) {
    const text = logged((log) => log.info({ req: { url: `/dev/mail/${name}/body` } }, "asked"));
    expect(JSON.parse(text).req.path).toBe("/dev/mail/…/body");
  }
});

test("an error of the database is told with its state, without the row's values", () => {
  const error = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(ada@club.example) exists",
  });
  const text = logged((log) => log.error({ err: error }, "failed"));
  expect(JSON.parse(text).err).toMatchObject({ message: "duplicate key", sqlState: "23505" });
  expect(text).not.toContain("ada@");
  for (const write of [
    (log: ReturnType<typeof createLogger>) => log.error(error, "failed"),
    (log: ReturnType<typeof createLogger>) => log.error({ failures: [{ cause: error }] }, "failed"),
  ]) {
    expect(logged(write)).toContain("23505");
    expect(logged(write)).not.toContain("ada@");
  }
});

/** Names of all members of a JSON schema, at any depth. */
function memberNames(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(memberNames);
  if (typeof schema !== "object" || schema === null) return [];
  const own = "properties" in schema ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(memberNames)];
}

test("every member of the API that is a secret or personal is redacted, however it is spelt", () => {
  const schemas = Object.values(contract)
    .flatMap((module) => Object.values(module))
    .flatMap(({ body, query, returns }) => [body, query, returns])
    .filter((schema) => schema !== undefined);
  const names = new Set(
    schemas.flatMap((schema) => memberNames(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }))),
  );
  expect(names.size).toBeGreaterThan(100);
  const isPersonal =
    /password|token|secret|^code$|^invitation$|e?mail|phone|(first|last|full|buyer|legal)_?name|holder|iban|addressLine|completeAddress|line1/i;
  const isHarmless = /VerifiedAt$|Until$|^placeId$/;
  const personal = [...names].filter((name) => isPersonal.test(name) && !isHarmless.test(name));
  expect(personal).toEqual(expect.arrayContaining(["old_password", "password_confirmation", "access_token"]));
  for (const name of personal) {
    expect(REDACTED_NAMES.has(name), name).toBe(true);
    const value = "marked-value";
    expect(logged((log) => log.info({ [name]: value, body: { [name]: value } }, "sent"))).not.toContain(value);
  }
});
