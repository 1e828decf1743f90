/** The attack finds what is wrong, at a small server with known faults. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { OpenapiDocument } from "#server/kit/http/openapi.ts";
import { attack } from "./attack.ts";
import { toCurl } from "./http-client.ts";
import { readOperations } from "./operations.ts";
import { planRequest } from "./requests.ts";
import type { Actor, Target, Tenant } from "./target.ts";

const [ours, theirs] = ["0190a0b0-0000-7000-8000-000000000001", "0190a0b0-0000-7000-8000-000000000002"];
const [ourField, theirField] = ["0190a0b0-0000-7000-8000-000000000011", "0190a0b0-0000-7000-8000-000000000012"];

const refused = { description: "", content: { "application/json": { schema: { type: "object" } } } };
const field = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string" }, name: { type: "string" } },
};
const answered = {
  description: "",
  content: {
    "application/json": { schema: { type: "object", required: ["data"], properties: { data: field } } },
  },
};
const responses = (status: string) => ({
  [status]: answered,
  ...Object.fromEntries(["400", "401", "403", "404", "413", "415", "422", "500"].map((code) => [code, refused])),
});
const described = { tags: [], summary: "", description: "", security: [], parameters: [] };
const document = {
  openapi: "3.1.1",
  paths: {
    "/organizations/{organizationId}/fields/{fieldId}": {
      get: { ...described, operationId: "fields.read", responses: responses("200"), "x-permission": "fields.show" },
    },
    "/organizations/{organizationId}/fields": {
      post: {
        ...described,
        operationId: "fields.create",
        responses: responses("201"),
        "x-permission": "fields.create",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", properties: { parentId: { type: "string" }, name: { type: "string" } } },
              example: { parentId: ourField, name: "Half" },
            },
          },
        },
      },
    },
  },
  components: { schemas: {}, parameters: {}, headers: {}, responses: {}, securitySchemes: {} },
} as unknown as OpenapiDocument;

interface Call {
  role: string;
  method: string;
  organization: string;
  field: string;
  body: string;
}
interface Reply {
  status: number;
  body: unknown;
}
const refuse = (status: number): Reply => ({ status, body: { message: "No" } });

/** Without a fault, it answers as its document says. */
function answerWell({ role, method, organization, field: id, body }: Call): Reply {
  if (role === "") return refuse(401);
  if (organization !== ours) return refuse(404);
  if (method === "POST" && role !== "owner") return refuse(403);
  if (method === "POST" && body.includes(theirField)) return refuse(422);
  if (method === "GET" && id !== ourField) return refuse(404);
  return { status: method === "POST" ? 201 : 200, body: { data: { id: ourField, name: "Court 1" } } };
}

let server: Server | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

async function startStubServer(answer: (call: Call) => Reply | undefined): Promise<string> {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [organization = "", , id = ""] = (request.url ?? "").split("?")[0]?.split("/").slice(2) ?? [];
      const role = request.headers.authorization?.replace("Bearer ", "") ?? "";
      const body = Buffer.concat(chunks).toString();
      const call = { role, method: request.method ?? "", organization, field: id, body };
      const reply = answer(call) ?? answerWell(call);
      const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
      response.writeHead(reply.status, { "content-type": "application/json" }).end(text);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const tenant = (name: string, id: string, fieldId: string): Tenant => ({
  name,
  id,
  ids: new Map([["fieldId", [fieldId]]]),
  recent: new Map(),
});

function createTarget(origin: string): Target {
  const [home, victim] = [tenant("ours", ours, ourField), tenant("theirs", theirs, theirField)];
  const actor = (role: string, permissions: string[]): Actor => ({
    role: role || "signed out",
    token: role,
    ...(permissions.length > 0 && { home }),
    foreign: [victim],
    permissions: new Map(permissions.length > 0 ? [[ours, new Set(permissions)]] : []),
    isPlatformAdmin: false,
    signIn: async () => role,
  });
  const actors = [
    actor("", []),
    actor("outsider", []),
    actor("member", ["fields.show"]),
    actor("owner", ["fields.show", "fields.create"]),
  ];
  const operations = readOperations(document);
  return {
    origin,
    basePath: "",
    document,
    operations,
    tenants: [home, victim],
    actors,
    victim,
    now: new Date(0),
    photo: Buffer.alloc(0),
  };
}

async function run(answer: (call: Call) => Reply | undefined, options: { readVictim?(): Promise<string[]> } = {}) {
  const lines: string[] = [];
  const target = createTarget(await startStubServer(answer));
  const failures = await attack(target, { seed: 1, requests: 200, print: (line) => lines.push(line), ...options });
  return { failures, text: lines.join("\n") };
}

test("a server that does as its document says has no fault", async () => {
  const { failures, text } = await run(() => undefined);
  expect([failures, text]).toEqual([0, expect.stringContaining("0 5xx, 0 wrong 2xx")]);
});

const data = (name: string, id = ourField) => ({ data: { id, name } });
const faults: Record<string, [finding: string, answer: (call: Call) => Reply | undefined]> = {
  "an error of the server": ["5xx: fields.create", (call) => (call.method === "POST" ? refuse(500) : undefined)],
  "a missing gate for the signed-out": [
    "wrong 2xx: fields.read as signed out",
    (call) => (call.role === "" && call.method === "GET" ? { status: 200, body: data("Court") } : undefined),
  ],
  "a missing permission": [
    "wrong 2xx: fields.create as member",
    (call) =>
      call.role === "member" && call.method === "POST" && call.organization === ours
        ? { status: 201, body: data("Court") }
        : undefined,
  ],
  "another organization that can be reached": [
    "wrong 2xx: fields.read as owner",
    (call) =>
      call.role === "owner" && call.method === "GET" && call.organization === theirs
        ? { status: 200, body: data("Court") }
        : undefined,
  ],
  "a thing of another organization that is found by its id": [
    "wrong 2xx: fields.read as owner",
    (call) =>
      call.role === "owner" && call.organization === ours && call.field === theirField
        ? { status: 200, body: data("Court") }
        : undefined,
  ],
  "a body that takes the id of another organization": [
    "takes ids of another organization",
    (call) =>
      call.role === "owner" && call.method === "POST" && call.organization === ours
        ? { status: 201, body: data("Court") }
        : undefined,
  ],
  "data of others in an answer": [
    "foreign data: fields.read",
    (call) =>
      call.role === "owner" && call.organization === ours && call.field === ourField
        ? { status: 200, body: data("Court", theirField) }
        : undefined,
  ],
  "an answer that the document does not describe": [
    "against the document: fields.read",
    (call) =>
      call.role === "owner" && call.organization === ours && call.field === ourField
        ? { status: 200, body: { data: { id: ourField } } }
        : undefined,
  ],
  "a stack trace": [
    "tells internals",
    (call) =>
      call.role === ""
        ? { status: 401, body: { message: "Error: no\n    at handler (/srv/app/routes.ts:12:3)" } }
        : undefined,
  ],
  "a gate that is shut for whom the document lets in": [
    "wrong refusal: fields.read as member",
    (call) => (call.role === "member" && call.method === "GET" && call.organization === ours ? refuse(401) : undefined),
  ],
};

describe("it finds", () => {
  test.each(Object.entries(faults))("%s", async (_name, [finding, answer]) => {
    const { failures, text } = await run(answer);
    expect(failures).toBeGreaterThan(0);
    expect(text).toContain(finding);
    expect(text).toMatch(/--seed 1 --index \d+|matrix, /);
    expect(text).toContain("curl -i -X ");
  });

  test("data of an organization that nobody may write, and that have changed", async () => {
    let reads = 0;
    const { failures, text } = await run(() => undefined, { readVictim: async () => [`fields.list ${reads++}`] });
    expect([failures, text]).toEqual([1, expect.stringContaining("was changed: fields.list")]);
  });
});

test("a request is told by its seed and index", () => {
  const plan = (seed: number, index: number) =>
    toCurl("http://x", planRequest(createTarget("http://x"), seed, index).request);
  const many = Array.from({ length: 50 }, (_, index) => plan(7, index));
  expect(many).toEqual(Array.from({ length: 50 }, (_, index) => plan(7, index)));
  expect(new Set(many).size).toBeGreaterThan(30);
  expect(plan(8, 0)).not.toBe(plan(7, 0));
});
