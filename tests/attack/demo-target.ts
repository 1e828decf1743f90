/** Prepares the demo for an attack, by its API alone: people of all roles, and one of each thing in each organization. */
import { seededRandom, demoId } from "#server/demo/random.ts";
import { demoPeople, type PersonPlan } from "#server/demo/people.ts";
import { DEMO_PASSWORD } from "#server/accounts/demo-accounts.ts";
import type { OpenapiDocument } from "#server/kit/http/openapi.ts";
import { createJpeg } from "#tests/fixtures/photos.ts";
import { send, type AttackAnswer } from "./http-client.ts";
import { collectIds } from "./ids.ts";
import { findIdName, isScoped, readOperations, type AttackedOperation } from "./operations.ts";
import { setSeriesDates, createValueSource, exampleCsv, fillExample, pickId, writeForm } from "./requests.ts";
import { isBuiltInRole, type Actor, type Target, type Tenant } from "./target.ts";

const BASE_PATH = "/api/v1";
/** Things of each list that are read one by one, for the ids within them. */
const MAX_READS = 15;
const MAX_PAGES = 50;

interface Api {
  (method: string, path: string, body?: string | Buffer, type?: string): Promise<AttackAnswer>;
}

const parse = (answer: AttackAnswer): Record<string, unknown> => {
  try {
    return JSON.parse(answer.text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

function createApi(origin: string, token: string): Api {
  return (method, path, body, type = "application/json") =>
    send(origin, {
      method,
      path: BASE_PATH + path,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": type }),
      },
      ...(body !== undefined && { body }),
    });
}

/** Signs in as from a known browser after the first time, so that failed tries of others do not count. */
function createSignIn(origin: string, email: string): () => Promise<string> {
  const devices: string[] = [];
  let pending: Promise<string> | undefined;
  const signIn = async () => {
    const body = JSON.stringify({ email, password: DEMO_PASSWORD, device_tokens: devices.slice(-1) });
    const answer = await createApi(origin, "")("POST", "/auth/login", body);
    const data = parse(answer)["data"] as { access_token: string; device_token: string } | undefined;
    if (!data) throw new Error(`${email} cannot sign in: is this the demo? ${answer.status} ${answer.text}`);
    devices.push(data.device_token);
    return data.access_token;
  };
  return () => (pending ??= signIn().finally(() => (pending = undefined)));
}

function findPerson(organization: string, roleId: number, not: readonly PersonPlan[] = []): PersonPlan {
  const found = demoPeople.find(
    (person) =>
      person.roles.length === 1 &&
      person.roles[0]?.organization === organization &&
      person.roles[0].roleId === roleId &&
      person.email !== "member@demo.test" &&
      !not.includes(person),
  );
  if (!found) throw new Error(`The demo has nobody with role ${roleId} in ${organization}`);
  return found;
}

async function readPages(api: Api, path: string): Promise<unknown[]> {
  const pages: unknown[] = [];
  for (let page = 1, last = 1; page <= Math.min(last, MAX_PAGES); page++) {
    const answer = await api("GET", `${path}?per_page=100&page=${page}`);
    if (answer.status !== 200) return pages;
    const { data, meta } = parse(answer) as { data?: unknown; meta?: { last_page: number } };
    pages.push(data);
    last = meta?.last_page ?? 1;
  }
  return pages;
}

const inOrganization = ({ id }: Tenant, path: string) => path.replace("{organizationId}", id);
const answersJson = ({ operation }: AttackedOperation) =>
  Object.keys((operation.responses["200"] as { content?: object } | undefined)?.content ?? {}).includes(
    "application/json",
  );
/** Reads that need no parameter but the organization. */
const listReads = (operations: readonly AttackedOperation[]) =>
  operations.filter(
    (operation) =>
      operation.method === "GET" && isScoped(operation) && operation.pathParams.length === 1 && answersJson(operation),
  );

async function readIds(api: Api, operations: readonly AttackedOperation[], tenant: Tenant): Promise<void> {
  for (const { path } of listReads(operations)) {
    const pages = await readPages(api, inOrganization(tenant, path));
    for (const data of pages) collectIds(tenant.ids, data, findIdName(operations, path) ?? "listedId");
  }
  const reads = operations.filter(
    (operation) =>
      operation.method === "GET" && isScoped(operation) && operation.pathParams.length === 2 && answersJson(operation),
  );
  for (const { path, pathParams } of reads) {
    const name = pathParams[1] ?? "";
    for (const id of (tenant.ids.get(name) ?? []).slice(0, MAX_READS)) {
      const answer = await api("GET", inOrganization(tenant, path).replace(`{${name}}`, id));
      if (answer.status === 200) collectIds(tenant.ids, parse(answer)["data"], name);
    }
  }
  const sessions = await api("GET", "/auth/sessions");
  collectIds(tenant.ids, parse(sessions)["data"], "sessionId");
}

interface Draft {
  type: string;
  body: string | Buffer;
}

function writeDraft(operation: AttackedOperation, target: Target, tenant: Tenant): Draft | undefined {
  if (!operation.body) return undefined;
  const random = seededRandom(`seed ${operation.id} ${tenant.name}`);
  if (operation.body.type === "multipart/form-data") {
    const boundary = "attack-boundary";
    const isPhoto = operation.id === "files.upload";
    const fields = isPhoto ? { type: "facility", facilityId: pickId(random, tenant, "facilityId") } : {};
    const body = writeForm(fields, isPhoto ? target.photo : Buffer.from(exampleCsv), boundary);
    return { type: `multipart/form-data; boundary=${boundary}`, body };
  }
  const source = createValueSource(target, random, (name) => pickId(random, tenant, name));
  const example = fillExample(operation.body.example, "", source) as Record<string, unknown>;
  setSeriesDates(example);
  return { type: operation.body.type, body: JSON.stringify(example) };
}

/** Creates one of each thing that an organization lacks, with the example of the document. */
async function addMissing(api: Api, target: Target, tenant: Tenant): Promise<void> {
  const { operations } = target;
  for (const operation of operations.filter((one) => one.method === "POST" && one.pathParams.length === 1)) {
    // Invitations are made at another address than they are listed at.
    const name = operation.id === "members.invite" ? "invitationId" : findIdName(operations, operation.path);
    if (!isScoped(operation) || name === undefined) continue;
    const ids = tenant.ids.get(name) ?? [];
    const draft = writeDraft(operation, target, tenant);
    if ((name === "roleId" ? ids.some((id) => !isBuiltInRole(id)) : ids.length > 0) || !draft) continue;
    const answer = await api("POST", inOrganization(tenant, operation.path), draft.body, draft.type);
    if (answer.status === 201) collectIds(tenant.ids, parse(answer)["data"], name);
  }
}

const demoTenant = (name: string): Tenant => ({ name, id: demoId(name), ids: new Map(), recent: new Map() });

/** @throws Error if the product at this address does not show the demo */
export async function openDemoTarget(origin: string): Promise<{ target: Target; readVictim(): Promise<string[]> }> {
  const document = parse(await createApi(origin, "")("GET", "/openapi.json")) as unknown as OpenapiDocument;
  const operations = readOperations(document);
  const [club, town, university] = [demoTenant("club"), demoTenant("town"), demoTenant("university")];
  const person = (email: string) => demoPeople.find((one) => one.email === email) ?? demoPeople[0];
  const [townOwner, victimOwner] = [findPerson("town", 1), findPerson("university", 1)];
  const outsider = findPerson("town", 4);
  const plans: { role: string; plan: PersonPlan | undefined; home?: Tenant; foreign: Tenant[] }[] = [
    { role: "signed out", plan: undefined, foreign: [club, university] },
    { role: "outsider", plan: outsider, foreign: [club, university] },
    { role: "member", plan: findPerson("club", 4), home: club, foreign: [university, town] },
    { role: "staff", plan: findPerson("club", 3), home: club, foreign: [university, town] },
    { role: "manager", plan: findPerson("club", 2), home: club, foreign: [university, town] },
    // The demo's owner is a member of the town as well.
    { role: "owner", plan: person("owner@demo.test"), home: club, foreign: [university] },
    { role: "administrator", plan: person("admin@demo.test"), home: club, foreign: [university, town] },
    { role: "another owner", plan: townOwner, home: town, foreign: [university, club] },
  ];
  const actors: Actor[] = [];
  for (const { role, plan, home, foreign } of plans) {
    const signIn = plan ? createSignIn(origin, plan.email) : async () => "";
    const token = await signIn();
    const isPlatformAdmin = plan?.isPlatformAdmin === true;
    actors.push({ role, token, ...(home && { home }), foreign, permissions: new Map(), isPlatformAdmin, signIn });
  }
  const adminToken = actors.find((actor) => actor.isPlatformAdmin)?.token ?? "";
  const admin = createApi(origin, adminToken);
  await admin("DELETE", `/organizations/${town.id}/users/${outsider.id}`);
  const tenants = [club, town, university];
  const target: Target = {
    origin,
    basePath: BASE_PATH,
    document,
    operations,
    tenants,
    actors,
    victim: university,
    now: new Date(),
    photo: await createJpeg(640, 480),
  };
  const victimToken = await createSignIn(origin, victimOwner.email)();
  const tokenOf = (role: string) => actors.find((actor) => actor.role === role)?.token ?? "";
  const owners = [tokenOf("owner"), tokenOf("another owner"), victimToken];
  for (const [index, tenant] of tenants.entries()) {
    const api = createApi(origin, owners[index] ?? "");
    await readIds(api, operations, tenant);
    await addMissing(api, target, tenant);
    await readIds(api, operations, tenant);
    for (const actor of actors) await readPermissions(origin, actor, tenant);
  }
  // They must stay able to attack, and are known where they have been.
  const actorIds = new Set(plans.map(({ plan }) => plan?.id));
  for (const { ids } of tenants)
    for (const [name, known] of ids)
      ids.set(
        name,
        known.filter((id) => !actorIds.has(id)),
      );
  const readVictim = () => readStableData(createApi(origin, victimToken), operations, university);
  return { target, readVictim };
}

async function readPermissions(origin: string, actor: Actor, tenant: Tenant): Promise<void> {
  if (actor.token === "") return;
  const answer = await createApi(origin, actor.token)("GET", `/organizations-min/${tenant.id}`);
  const data = parse(answer)["data"] as { permissions: string[] } | undefined;
  if (data) actor.permissions.set(tenant.id, new Set(data.permissions));
}

/** Reads that jobs change as time goes by. */
const volatileReads = /^(overview|activity|planning|availability|invoices|payments)\.|\.sums$/;
const volatileMembers = new Set([
  ...["status", "updated_at", "actions", "paymentStatus", "pendingReason", "holdExpiresAt", "canceledReason"],
  // Attempts at devices and webhooks.
  ...["waiting", "lastAnswer", "failingSince"],
]);

/** The data of an organization as its owner reads them: a line for each read. */
async function readStableData(api: Api, operations: readonly AttackedOperation[], tenant: Tenant): Promise<string[]> {
  const lines: string[] = [];
  for (const { id, path } of listReads(operations).filter((one) => !volatileReads.test(one.id))) {
    const pages = await readPages(api, inOrganization(tenant, path));
    // The order of events depends on the time.
    const rows = pages
      .flat()
      .map((row) => JSON.stringify(row, (key, value: unknown) => (volatileMembers.has(key) ? undefined : value)));
    lines.push(`${id} ${rows.toSorted().join("\n")}`);
  }
  return lines;
}
