import { expect, test } from "vitest";
import { createLogger } from "./log.ts";

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger("info", { write: (line) => void lines.push(line) }));
  return lines.join("");
}

test("secrets and personal data stay out, one level down as well", () => {
  const person = { id: "7", email: "ada@club.example", firstName: "Ada", password: "correct horse" };
  const text = logged((log) =>
    log.info({ ...person, user: person, req: { headers: { authorization: "Bearer x" } } }, "signed in"),
  );
  expect(text).toContain('"id":"7"');
  expect(text).not.toMatch(/ada@|Ada|horse|Bearer/);
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

test("an error of the database is told with its state, without the row's values", () => {
  const error = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(ada@club.example) exists",
  });
  const text = logged((log) => log.error({ err: error }, "failed"));
  expect(JSON.parse(text).err).toMatchObject({ message: "duplicate key", sqlState: "23505" });
  expect(text).not.toContain("ada@");
});
