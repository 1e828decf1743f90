import { afterAll, beforeAll, expect, test } from "vitest";
import { recordStatements } from "#tests/support/record-statements.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  fieldId = await club.addField({ sportIds: [1] });
});
afterAll(() => testApp.close());

let hours = 0;
const draft = (more: object = {}) => {
  const startTime = new Date(Date.parse("2026-06-10T06:00:00Z") + ++hours * 3_600_000).toISOString();
  return { fieldId, startTime, duration: 60, name: "Training", type: "training", ...more };
};

async function book(who: ApiCall, more: object = {}, headers: Record<string, string> = {}): Promise<string[]> {
  // The first booking loads what the later ones remember.
  expect((await who("POST", club.path("/events"), draft(more))).status).toBe(201);
  return recordStatements(async () => {
    const { status, body } = await who("POST", club.path("/events"), draft(more), headers);
    expect(status, JSON.stringify(body)).toBe(201);
  });
}

const tablesWritten = (statements: string[]) =>
  statements.map((text) =>
    [...text.matchAll(/(?:insert into|update|delete from) "?([\w.]+)"?/g)].map(([, table]) => table),
  );

test("a time blocked by the team takes seven statements, of which two write", async () => {
  const statements = await book(club.manager, { kind: "block" });
  expect(statements).toHaveLength(7);
  expect(tablesWritten(statements).filter((tables) => tables.length > 0)).toEqual([
    ["events", "occupancies"],
    ["changes", "activity"],
  ]);
  expect([statements[1], statements.at(-1)]).toEqual(["begin", "commit"]);
});

test("an idempotency key takes two more: the claim, and the answer", async () => {
  const statements = await book(club.manager, { kind: "block" }, { "idempotency-key": "one" });
  expect(statements).toHaveLength(9);
});

test("a member's booking of a free field takes no more, but for its mail", async () => {
  const statements = await book(club.member);
  // The job queue of the tests asks for the transaction.
  const mail = statements.filter((text) =>
    /"emails"|"usual_timezone"|"country_id"|pg_current_xact_id\(\)::text as id/.test(text),
  );
  expect(statements.filter((text) => !mail.includes(text))).toHaveLength(7);
});
