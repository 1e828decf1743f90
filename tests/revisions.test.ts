/**
 * Servers remember rows by the revision of their organization (`revision-cache.ts`). Each endpoint that changes such rows
 * must raise it. The check covers new endpoints automatically.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/kit.ts";
import { emptyBookingReport } from "#server/imports/bookings/plan.ts";
import { emptyCustomerReport } from "#server/imports/customers/kind.ts";
import { emptyPackReport } from "#server/imports/packs/plan.ts";
import { emptySubscriptionReport } from "#server/imports/subscriptions/plan.ts";
import { insertLogo } from "#server/files/queries.ts";
import { findModule } from "#server/kit/process/modules.ts";
import { endpoints, fillPath } from "./support/endpoints.ts";
import { recordStatements } from "./support/record-statements.ts";
import { createTestApp, type ApiAnswer, type ApiCall, type Person, type TestApp } from "./support/test-app.ts";

/** Tables that servers remember, with their column of the organization. */
const rememberedTables = {
  organizations: "id",
  facilities: "organization_id",
  fields: "organization_id",
  field_sports: "organization_id",
  field_opening_hours: "organization_id",
  opening_hour_patterns: "organization_id",
  closures: "organization_id",
  field_price_patterns: "organization_id",
  price_patterns: "organization_id",
  roles: "organization_id",
  role_fields: "organization_id",
};
/** Remembered by bookings alone. */
const bookingTables = {
  product_taxes: "organization_id",
  products: "organization_id",
  tax_rates: "organization_id",
};
/** The same for all organizations, and written by migrations only. */
const platformTables = ["sports"];

interface Bed {
  api: ApiCall;
  ids: Record<string, string>;
}

let testApp: TestApp;
let person: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  // Platform administrator and owner at once, so that nothing is forbidden.
  person = await testApp.person({ platformAdmin: true });
});
afterAll(() => testApp.close());

async function openBed(): Promise<Bed> {
  const organizationId = await testApp.organization("Here");
  await testApp.join(person, organizationId, 1);
  const seed = await testApp.seedOneOfEach(organizationId);
  // A coming event would forbid to archive its place.
  const ended = { status: "canceled", ended_at: testApp.clock.now() };
  await testApp.db.updateTable("events").set(ended).where("organization_id", "=", organizationId).execute();
  return { api: testApp.as(person), ids: { ...seed, organizationId, month: "2025-12" } };
}

const inOrganization = ({ ids }: Bed, rest: string) => `/organizations/${ids["organizationId"]}${rest}`;

async function read({ ids }: Bed) {
  const organizationId = ids["organizationId"] ?? "";
  const row = await testApp.db
    .selectFrom("revisions")
    .select("revision")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  const contents = Object.entries({ ...rememberedTables, ...bookingTables }).map(async ([table, column]) => {
    const { rows } = await sql<{ content: string | null }>`
      select string_agg(one::text, ' ' order by one::text) as content from ${sql.table(table)} as one
      where one.${sql.ref(column)} = ${organizationId}`.execute(testApp.db);
    return [table, rows[0]?.content];
  });
  return { revision: row?.revision ?? 0, contents: JSON.stringify(await Promise.all(contents)) };
}

interface Attempt {
  /** Brings the rows into the state that the endpoint changes. */
  prepare?: (bed: Bed) => Promise<void>;
  body?: (bed: Bed) => object;
}

/** Deletes what the endpoint restores: their paths differ by the last segment. */
const deleteFirst = (endpoint: Endpoint) => async (bed: Bed) => {
  const path = fillPath(endpoint, bed.ids).replace(/\/restore$/, "");
  expect((await bed.api("DELETE", path)).status).toBe(200);
};
async function openRole({ api, ids }: Bed): Promise<string> {
  const path = `/organizations/${ids["organizationId"]}/roles`;
  const { body } = await api("POST", path, { name: "Coach", type: "admin", permissions: ["events.show"] });
  return String(body.data.id);
}

/** The seeded event waits for approval. */
const waitFirst = async ({ ids }: Bed) => {
  const waiting = { status: "pending", pending_reason: "approval", ended_at: null };
  await testApp.db
    .updateTable("events")
    .set(waiting)
    .where("id", "=", ids["eventId"] ?? "")
    .execute();
};
const rejectSeeded = ({ ids }: Bed) => ({ answer: "reject", eventIds: [ids["eventId"]], reason: "Full" });
const rainOnSeeded = ({ ids }: Bed) => ({
  places: [{ fieldId: ids["fieldId"], startTime: "2026-06-10T15:00:00+02:00", endTime: "2026-06-10T18:00:00+02:00" }],
  name: "Rain",
});

/** The seeded member is of the team, with a second factor. */
async function protectFirst({ ids }: Bed): Promise<void> {
  const userId = ids["userId"] ?? "";
  await testApp.db.updateTable("membership_roles").set({ role_id: 3 }).where("user_id", "=", userId).execute();
  await testApp.db.updateTable("users").set({ has_second_factor: true }).where("id", "=", userId).execute();
}

const oneCreated = { created: 1, updated: 0, unchanged: 0 };
/** The seeded import has made one record. */
const endImport =
  (id: "bookingImportId" | "customerImportId" | "packImportId" | "subscriptionImportId", report: object) =>
  async ({ ids }: Bed) => {
    await testApp.db
      .updateTable("imports")
      .set({ state: "done", ended_at: testApp.clock.now(), report: JSON.stringify(report) })
      .where("id", "=", ids[id] ?? "")
      .execute();
  };

/** The seeded booking waits for approval in a busy time. */
async function standInBusyTime(bed: Bed): Promise<void> {
  await waitFirst(bed);
  const { organizationId = "", busyCalendarId = "", fieldId = "", eventId = "" } = bed.ids;
  const { start_time, end_time } = await testApp.db
    .selectFrom("events")
    .select(["start_time", "end_time"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", eventId)
    .executeTakeFirstOrThrow();
  const time = { organization_id: organizationId, id: randomUUID(), calendar_id: busyCalendarId, field_id: fieldId };
  await testApp.db
    .insertInto("busy_times")
    .values({ ...time, key: "1", name: "Mayor", start_time, end_time })
    .execute();
  const conflict = { busy_time_id: time.id, event_id: eventId, found_at: testApp.clock.now() };
  await testApp.db
    .insertInto("busy_conflicts")
    .values({ organization_id: organizationId, ...conflict })
    .execute();
}

/** Bodies for endpoints whose example in the contract does not succeed by itself. */
const attempts: Record<string, (endpoint: Endpoint) => Attempt> = {
  "facilities.restore": (endpoint) => ({ prepare: deleteFirst(endpoint) }),
  "fields.restore": (endpoint) => ({ prepare: deleteFirst(endpoint) }),
  "hours.restore": (endpoint) => ({ prepare: deleteFirst(endpoint) }),
  "hours.restoreClosure": (endpoint) => ({ prepare: deleteFirst(endpoint) }),
  "prices.restore": (endpoint) => ({ prepare: deleteFirst(endpoint) }),
  "fields.create": () => ({ body: ({ ids }) => ({ name: "Court 3", facilityId: ids["facilityId"], sportIds: [1] }) }),
  "hours.createClosure": () => ({
    body: ({ ids }) => ({ name: "Works", from: "2026-07-06", to: "2026-07-10", facilityId: ids["facilityId"] }),
  }),
  "busy-calendars.create": ({ example }) => ({
    body: ({ ids }) => ({ ...(example as object), fieldIds: [ids["fieldId"]] }),
  }),
  "devices.create": ({ example }) => ({
    body: ({ ids }) => ({ ...(example as object), fieldIds: [ids["fieldId"]] }),
  }),
  "looks.deleteLogo": () => ({
    prepare: async ({ ids }) => {
      const made = { id: randomUUID(), picture: "0".repeat(40), sizes: [[256, 256] as const], created_at: new Date() };
      await insertLogo(testApp.db, { organization_id: ids["organizationId"] ?? "", ...made });
    },
  }),
  "imports.undoBookings": () => ({
    prepare: endImport("bookingImportId", { ...emptyBookingReport(), bookings: oneCreated }),
  }),
  "imports.undoCustomers": () => ({
    prepare: endImport("customerImportId", { ...emptyCustomerReport(), customers: oneCreated }),
  }),
  "imports.undoPacks": () => ({
    prepare: endImport("packImportId", { ...emptyPackReport(), packs: oneCreated }),
  }),
  "imports.undoSubscriptions": () => ({
    prepare: endImport("subscriptionImportId", { ...emptySubscriptionReport(), subscriptions: oneCreated }),
  }),
  "members.deleteRole": () => ({ prepare: async (bed) => void (bed.ids["roleId"] = await openRole(bed)) }),
  // The team does not leave by itself.
  "members.leave": () => ({
    prepare: async (bed) => void (bed.api = testApp.as(await testApp.member(bed.ids["organizationId"] ?? "", 4))),
  }),
  "members.requestSecondFactorRemoval": () => ({ prepare: protectFirst }),
  "members.cancelSecondFactorRemoval": (endpoint) => ({
    prepare: async (bed) => {
      await protectFirst(bed);
      expect((await bed.api("POST", fillPath(endpoint, bed.ids))).status).toBe(201);
    },
  }),
  "personal-data.requestOrganizationExport": () => ({
    prepare: async () => void (await testApp.db.deleteFrom("data_exports").execute()),
  }),
  "extras.create": ({ example }) => ({
    prepare: async (bed) => {
      const { body } = await bed.api("POST", inOrganization(bed, "/products"), { name: "Extras", kind: "extra" });
      bed.ids["extraProductId"] = body.data.id;
    },
    body: ({ ids }) => ({ ...(example as object), productId: ids["extraProductId"] }),
  }),
  "extras.update": () => ({ body: () => ({ name: "Ball machine" }) }),
  "extras.add": () => ({ prepare: waitFirst, body: ({ ids }) => ({ extraId: ids["extraId"], quantity: 1 }) }),
  "extras.remove": () => ({ prepare: waitFirst }),
  "busy-calendars.keep": () => ({ prepare: standInBusyTime }),
  "approvals.decide": () => ({ prepare: waitFirst, body: rejectSeeded }),
  "approvals.undo": () => ({
    prepare: async (bed) => {
      await waitFirst(bed);
      const { body } = await bed.api("POST", inOrganization(bed, "/approvals"), rejectSeeded(bed));
      expect(body.data.decided).toEqual([bed.ids["eventId"]]);
    },
    body: ({ ids }) => ({ eventIds: [ids["eventId"]] }),
  }),
  "blocks.create": () => ({ body: rainOnSeeded }),
  "blocks.undo": () => {
    const undo = { blockIds: [], moved: [], canceledIds: [] };
    return {
      prepare: async (bed) => {
        const { body } = await bed.api("POST", inOrganization(bed, "/blocks"), rainOnSeeded(bed));
        Object.assign(undo, body.data.undo);
      },
      body: () => undo,
    };
  },
  "payments.quoteSaleCode": () => ({
    body: ({ ids }) => ({ customerId: ids["customerId"], lines: [{ kind: "pack", amount: 18_000 }] }),
  }),
  "prices.quote": () => ({
    body: ({ ids }) => ({ fieldId: ids["fieldId"], startTime: "2026-06-02T18:00:00+02:00", duration: 60 }),
  }),
};

/** Their form is no JSON, and what it changes is not remembered. */
const isForm = ({ raw }: Endpoint) => raw === "upload";
/** They answer what another server says: tests of their own ask one. */
const isReadingElsewhere = ({ name }: Endpoint) =>
  ["busy-calendars.check", "sign-on-providers.checkDomain", "single-sign-on.check"].includes(name);
const isWritingInOrganization = ({ method, path }: Endpoint) =>
  method !== "GET" && path.startsWith("/organizations/{organizationId}");
const moduleOf = ({ name }: Endpoint) => findModule(name.split(".")[0] ?? "");
const writing = endpoints.filter(
  (endpoint) => isWritingInOrganization(endpoint) && !isForm(endpoint) && !isReadingElsewhere(endpoint),
);

const countChanges = async ({ ids }: Bed) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from changes where organization_id = ${ids["organizationId"]}`.execute(testApp.db);
  return rows[0]?.count ?? 0;
};
const withoutChange = new Map([
  ...["members.update", "files.update", "files.makeDefault"].map(
    (name) => [name, "the example says what is so"] as const,
  ),
  ["prices.quote", "writes nothing"],
  ["payments.quoteSaleCode", "writes nothing"],
  ["pages.preview", "writes nothing"],
  ["looks.previewText", "writes nothing"],
  ["personal-data.previewRetention", "writes nothing"],
  ...["", "Bookings", "Customers", "Packs", "Subscriptions"]
    .flatMap((of) => [`read${of}Again`, `check${of}`, `cancel${of}`])
    .map((name) => [`imports.${name}`, "replicas list no drafts"] as const),
  ["views.create", "replicas list no views"],
  ["activity.visit", "replicas list no visits"],
  ...["webhooks.test", "webhooks.replay", "webhooks.replaySpan"].map(
    (name) => [name, "replicas list no deliveries"] as const,
  ),
  ["devices.test", "replicas list no messages"],
]);

async function attempt(endpoint: Endpoint): Promise<ApiAnswer> {
  const bed = await openBed();
  const { prepare, body = () => endpoint.example as object | undefined } = attempts[endpoint.name]?.(endpoint) ?? {};
  await prepare?.(bed);
  const [before, changesBefore] = [await read(bed), await countChanges(bed)];
  const answer = await bed.api(endpoint.method, fillPath(endpoint, bed.ids), body(bed));
  await testApp.jobs.runAll();
  const after = await read(bed);
  const outcome = { isChanged: before.contents !== after.contents, isRaised: after.revision > before.revision };
  expect(outcome).not.toEqual({ isChanged: true, isRaised: false });
  // Replicas are read where all changes of the organization have been replayed.
  const isNoted = (await countChanges(bed)) > changesBefore;
  expect(isNoted || answer.status >= 300 || withoutChange.has(endpoint.name), "the change is noted").toBe(true);
  return answer;
}

const isRemembered = (endpoint: Endpoint) => moduleOf(endpoint)?.isRemembered !== false;
const named = (some: readonly Endpoint[]) => some.map((endpoint) => [endpoint.name, endpoint] as const);

describe("every write of what servers remember raises the revision of the organization", () => {
  test.each(named(writing.filter(isRemembered)))("%s", async (_name, endpoint) => {
    const answer = await attempt(endpoint);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  });

  // Their rows are not remembered, whether they succeed or not.
  test.each(named(writing.filter((endpoint) => !isRemembered(endpoint))))("%s", async (_name, endpoint) => {
    expect((await attempt(endpoint)).status).toBeLessThan(500);
  });
});

const tablesOf = (statement: string) =>
  [...statement.matchAll(/\b(?:from|join) "?(\w+)"?/g)].flatMap(([, name = ""]) => (name === "select" ? [] : [name]));

test("servers remember rows of these tables, and of no others", async () => {
  const bed = await openBed();
  const customer = testApp.as(await testApp.member(bed.ids["organizationId"] ?? "", 4));
  const seen = new Set<string>();
  for (const api of [bed.api, customer])
    for (const path of ["/planning?prices=true", "/planning/occupancy", "/availability"]) {
      const load = async () => expect((await api("GET", inOrganization(bed, path))).status).toBe(200);
      testApp.appContext.revisionCache.clear();
      const first = await recordStatements(load);
      const again = new Set(await recordStatements(load));
      const remembered = first.filter((statement) => !again.has(statement));
      expect(remembered, path).not.toEqual([]);
      for (const table of remembered.flatMap(tablesOf)) seen.add(table);
    }
  expect([...seen].toSorted()).toEqual([...Object.keys(rememberedTables), ...platformTables].toSorted());
});
