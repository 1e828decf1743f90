/**
 * Checks the authorization of every endpoint, and that tenants are apart (tenant isolation). It covers new endpoints
 * automatically.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { get, post, defineModule, type Endpoint } from "#contract/kit.ts";
import { permissions } from "#contract/permissions.ts";
import { API_BASE_PATH, type ModuleBinding } from "#server/kit/http/serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";
import { endpoints, fillPath, paramsOf } from "./support/endpoints.ts";
import { type SeedIds, seedIdNames } from "./fixtures/seed-one-of-each.ts";
import { createTestApp, type ApiAnswer, type Person, type TestApp } from "./support/test-app.ts";
import { rawEndpoints, rawEndpointsBinding } from "./fixtures/raw-endpoint-fixtures.ts";

/** A module without authorization, to test the checks themselves. */
const openEndpoints = defineModule("open-endpoints", {
  platform: post("/open-endpoints", {
    allow: "users.update",
    summary: "Open",
    body: z.strictObject({}),
    example: {},
    returns: z.unknown(),
  }),
  inside: get("/organizations/{organizationId}/open-endpoints", {
    allow: "facilities.show",
    summary: "Open",
    returns: z.unknown(),
  }),
  one: post("/organizations/{organizationId}/open-endpoints/{fieldId}", {
    allow: "fields.create",
    summary: "Open",
    body: z.strictObject({ facilityId: z.string() }),
    example: { facilityId: "" },
    returns: z.unknown(),
  }),
});
const openEndpointsBinding: ModuleBinding = (app) => {
  for (const { method, path } of Object.values(openEndpoints)) {
    app.route({
      method,
      url: API_BASE_PATH + path.replace(/\{(\w+)\}/g, ":$1"),
      handler: (_request, reply) => reply.code(method === "POST" ? 201 : 200).send({ data: null }),
    });
  }
};

let testApp: TestApp;
let ours: SeedIds;
let theirs: SeedIds;
const people: Partial<Record<"owner" | "stranger" | "former" | "unverified" | "admin", Person>> = {};
const almost = new Map<string, Person>();

beforeAll(async () => {
  const more = [
    { contract: rawEndpoints, binding: rawEndpointsBinding },
    { contract: openEndpoints, binding: openEndpointsBinding },
  ];
  testApp = await createTestApp({ extraModules: more });
  const { organizationId, otherOrganizationId, join, member, person } = testApp;
  people.owner = await member(organizationId, 1);
  people.stranger = await member(otherOrganizationId, 1);
  people.former = await member(organizationId, 1, { active: false });
  people.unverified = await join(await person({ verified: false }), organizationId, 1);
  people.admin = await person({ platformAdmin: true });
  for (const one of permissions)
    almost.set(
      one,
      await member(
        organizationId,
        permissions.filter((other) => other !== one),
      ),
    );
  ours = await testApp.seedOneOfEach(organizationId);
  theirs = await testApp.seedOneOfEach(otherOrganizationId);
});
afterAll(() => testApp.close());

/** These path parameters are not ids of an organization's records: a slug is its public address. */
const noIds = ["organizationId", "list", "report", "month", "period", "provider", "slug"];
const idsOf = (endpoint: Endpoint) => paramsOf(endpoint).filter((name) => !noIds.includes(name));
const isScoped = (endpoint: Endpoint) => paramsOf(endpoint).includes("organizationId");
const isOpen = ({ allow }: Endpoint) => allow === "everyone";
const isPermission = ({ allow }: Endpoint) => (permissions as readonly string[]).includes(allow);

const pathOf = (endpoint: Endpoint, organizationId: string, seed: Record<string, string>) =>
  fillPath(endpoint, {
    ...seed,
    organizationId,
    list: "facilities",
    month: "2025-12",
    period: "2025",
    report: "occupancy",
    provider: "stripe",
  });

async function call(
  who: keyof typeof people | null,
  endpoint: Endpoint,
  path: string,
  body?: unknown,
): Promise<ApiAnswer> {
  const caller = who && people[who];
  return testApp.as(caller ?? null)(endpoint.method, path, body as object | undefined);
}

interface Check {
  applies(endpoint: Endpoint): boolean;
  run(endpoint: Endpoint): Promise<void>;
}

const checks: Record<string, Check> = {
  "turns away the signed-out": {
    applies: (endpoint) => !isOpen(endpoint),
    async run(endpoint) {
      const path = pathOf(endpoint, testApp.organizationId, ours);
      expect((await call(null, endpoint, path)).status).toBe(401);
      expect((await testApp.as("not-a-token")(endpoint.method, path)).status).toBe(401);
    },
  },
  "turns away people whose email is not verified": {
    applies: (endpoint) => !isOpen(endpoint) && endpoint.allow !== "signed-in",
    async run(endpoint) {
      const answer = await call("unverified", endpoint, pathOf(endpoint, testApp.organizationId, ours));
      expect([answer.status, answer.body]).toEqual([403, { message: translators.en("kit.unverified") }]);
    },
  },
  "turns away a member who lacks this one permission, in these words": {
    applies: isPermission,
    async run(endpoint) {
      const path = pathOf(endpoint, testApp.organizationId, ours);
      const answer = await testApp.as(almost.get(endpoint.allow) ?? null)(endpoint.method, path);
      expect([answer.status, answer.body.message]).toEqual([
        403,
        `You don't have the permission of "${endpoint.allow}"`,
      ]);
    },
  },
  "is no business of an organization's owner": {
    applies: (endpoint) => isPermission(endpoint) && !isScoped(endpoint),
    async run(endpoint) {
      expect((await call("owner", endpoint, pathOf(endpoint, testApp.organizationId, ours))).status).toBe(403);
    },
  },
  "does not exist for strangers and former members": {
    applies: isScoped,
    async run(endpoint) {
      const path = pathOf(endpoint, testApp.organizationId, ours);
      expect((await call("stranger", endpoint, path)).status).toBe(404);
      expect((await call("former", endpoint, path)).status).toBe(404);
    },
  },
  "exists in no organization that is not there": {
    applies: isScoped,
    async run(endpoint) {
      for (const nowhere of ["0190a0b0-0000-7000-8000-000000000000", "1", "all%20"]) {
        expect((await call("admin", endpoint, pathOf(endpoint, nowhere, ours))).status).toBe(404);
      }
    },
  },
  "reads everything at once for platform administrators, and for nobody else": {
    applies: isScoped,
    async run(endpoint) {
      const path = pathOf(endpoint, "all", ours);
      expect((await call("owner", endpoint, path)).status).toBe(404);
      if (endpoint.method !== "GET") expect((await call("admin", endpoint, path, endpoint.example)).status).toBe(404);
      // The platform is not an organization, and the stream would not end.
      else if (endpoint.path.endsWith("/organizations/{organizationId}"))
        expect((await call("admin", endpoint, path)).status).toBe(404);
      else if (endpoint.name !== "activity.live") expect((await call("admin", endpoint, path)).status).toBe(200);
    },
  },
  "does not reach into another organization by id": {
    applies: (endpoint) =>
      !isOpen(endpoint) && idsOf(endpoint).length > 0 && (isScoped(endpoint) || !isPermission(endpoint)),
    async run(endpoint) {
      const path = pathOf(endpoint, testApp.organizationId, theirs);
      expect((await call("owner", endpoint, path, endpoint.example)).status).toBe(404);
    },
  },
  "does not reach into another organization by what the body names": {
    applies: ({ method, allow, example }) =>
      method !== "GET" && allow !== "everyone" && seedIdNames.some((name) => Object.hasOwn(Object(example), name)),
    async run(endpoint) {
      const smuggled = Object.fromEntries(
        Object.entries(endpoint.example as object).map(([name, value]) => [
          name,
          (theirs as Record<string, unknown>)[name] ?? value,
        ]),
      );
      const { status } = await call("owner", endpoint, pathOf(endpoint, testApp.organizationId, ours), smuggled);
      expect([404, 422]).toContain(status);
    },
  },
  "has nothing at an id that is none": {
    applies: (endpoint) => !isOpen(endpoint) && idsOf(endpoint).length > 0,
    async run(endpoint) {
      for (const id of ["1", "x'--", "%00", "undefined"]) {
        const ids = Object.fromEntries(idsOf(endpoint).map((name) => [name, name === "roleId" ? `${id}x` : id]));
        expect(
          (await call("owner", endpoint, pathOf(endpoint, testApp.organizationId, ids), endpoint.example)).status,
          id,
        ).toBe(404);
      }
    },
  },
  "answers an owner, and a platform administrator who is no member": {
    applies: ({ method, allow, name }) =>
      method === "GET" &&
      allow !== "everyone" &&
      !["activity.live", "accounts.logout", "personal-data.downloadExport"].includes(name) &&
      // Players alone read them: server/participants/participants.test.ts.
      !["bookings.readPlayed", "bookings.playedCalendar"].includes(name),
    async run(endpoint) {
      const path = pathOf(endpoint, testApp.organizationId, ours);
      if (isScoped(endpoint) || !isPermission(endpoint)) expect((await call("owner", endpoint, path)).status).toBe(200);
      expect((await call("admin", endpoint, path)).status).toBe(200);
    },
  },
  "is open to everyone": {
    applies: (endpoint) => isOpen(endpoint) && endpoint.method === "GET" && paramsOf(endpoint).length === 0,
    async run(endpoint) {
      expect((await call(null, endpoint, endpoint.path)).status).toBe(200);
    },
  },
};

const allEndpoints = [...endpoints, ...Object.values(rawEndpoints)];

describe.each(Object.entries(checks))("%s", (_sentence, { applies, run }) => {
  test.each(allEndpoints.filter(applies).map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s",
    (_name, endpoint) => run(endpoint),
  );
});

describe("the checks fail for endpoints without a gate", () => {
  const ungatedChecks = Object.entries(checks).flatMap(([sentence, { applies, run }]) =>
    Object.values(openEndpoints)
      .filter((endpoint) => applies(endpoint) && !/^(answers|reads)/.test(sentence))
      .map((endpoint) => [`${endpoint.name} ${sentence}`, () => run(endpoint)] as const),
  );
  test.each(ungatedChecks)("%s", (_sentence, run) => expect(run()).rejects.toThrow());
});
