/** Builds the request of a seed and an index: the same pair gives the same request. */
import type { RandomSource } from "#server/demo/random.ts";
import { seededRandom } from "#server/demo/random.ts";
import type { AttackRequest } from "./http-client.ts";
import { listStatusPools } from "./ids.ts";
import { findIdName, isScoped, type AttackedOperation } from "./operations.ts";
import { isBuiltInRole, missingId, type Actor, type Target, type Tenant } from "./target.ts";
import { mutate, oddValue, validValue, type ValueSource } from "./values.ts";

export interface PlannedRequest {
  index: number;
  operation: AttackedOperation;
  actor: Actor;
  request: AttackRequest;
  /** The path without its query, below the base path. */
  path: string;
  /** Sent so often at once, as by a double click. */
  times: number;
}

/** Organizations that the ids of a request are taken from. */
export interface IdSources {
  organization: string;
  path: Tenant;
  body: Tenant;
}

const OWN_IDS = 0.85;
/** Members that take ids of another name. */
const idNames: Record<string, string> = {
  parentId: "fieldId",
  role: "roleId",
  actor: "userId",
  templateId: "seriesId",
};

/** An id of a tenant, by the name of what takes it. Sports and countries are everybody's. */
export function pickId(random: RandomSource, { ids, recent }: Tenant, name: string): string | number | undefined {
  if (name === "sportId") return random.integer(1, 12);
  if (name === "countryId") return random.pick([250, 840]);
  const known = idNames[name] ?? name;
  const [isRecent, isOfStatus] = [random.is(0.35), random.is(0.3)];
  const pools = [
    isRecent ? recent.get(known) : undefined,
    isOfStatus ? random.pick([undefined, ...listStatusPools(ids, known)]) : undefined,
    ids.get(known),
  ];
  const pool = pools.find((one) => one !== undefined && one.length > 0);
  return pool && random.pick(pool);
}

/** The last ones of each kind. */
const MAX_RECENT = 20;

/** Notes what a successful write was about, so that later requests go on with it. */
export function addRecentId(target: Target, { operation, actor, path }: PlannedRequest, text: string): void {
  const tenant = target.tenants.find(({ id }) => path.startsWith(`/organizations/${id}/`));
  if (operation.method === "GET" || !tenant || tenant === target.victim || actor.token === "") return;
  const [, parameter] = operation.pathParams;
  const name = parameter ?? findIdName(target.operations, operation.path);
  // People stay able to attack.
  if (name === undefined || name === "userId" || name === "sessionId") return;
  const segment = operation.path.split("/").indexOf(`{${name}}`);
  const id = parameter ? path.split("/")[segment] : /^\{"data":\{(?:"id":"?|.*?"id":"?)([\w-]+)/.exec(text)?.[1];
  if (id) tenant.recent.set(name, [...(tenant.recent.get(name) ?? []), id].slice(-MAX_RECENT));
}

/** Whether this call would end the attack by taking away what it attacks. */
export const deletesTarget = ({ id }: AttackedOperation, { home, permissions, isPlatformAdmin }: Actor): boolean =>
  id === "organizations.delete" &&
  (isPlatformAdmin || permissions.get(home?.id ?? "")?.has("organizations.delete") === true);

export function fillPath(
  random: RandomSource,
  { operation, sources }: { operation: AttackedOperation; sources: IdSources },
  odd: (name: string) => string | undefined = () => undefined,
): string {
  return operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const oddity = odd(name);
    if (oddity !== undefined) return oddity;
    if (name === "organizationId") return encodeURIComponent(sources.organization);
    if (name === "list") return random.pick(["events", "facilities", "fields", "users", "payments", "invoices"]);
    if (name === "month") return random.pick(["2026-11", "2025-12", "2026-02"]);
    if (name === "provider") return random.pick(["stripe", "transfer"]);
    if (name === "roleId" && operation.method !== "GET") {
      const { ids, recent } = sources.path;
      const custom = [...(ids.get(name) ?? []), ...(recent.get(name) ?? [])].filter((id) => !isBuiltInRole(id));
      return custom.length > 0 ? random.pick(custom) : "999999";
    }
    return encodeURIComponent(pickId(random, sources.path, name) ?? missingId(name));
  });
}

/** Puts ids of a tenant, and times to come, into the example of the document. */
export function fillExample(example: unknown, name: string, source: ValueSource): unknown {
  if (Array.isArray(example)) {
    const itemName = name.replace(/ies$/, "y").replace(/s$/, "");
    return example.map((item) => fillExample(item, itemName, source));
  }
  if (typeof example === "object" && example !== null)
    return Object.fromEntries(Object.entries(example).map(([key, part]) => [key, fillExample(part, key, source)]));
  const id = typeof example === "string" ? source.id(name) : undefined;
  if (id !== undefined) return String(id);
  if (typeof example === "string" && /^\d{4}-\d{2}-\d{2}T/.test(example))
    return validValue({ type: "string", format: "date-time" }, name, source);
  if (typeof example === "string" && /^\d{4}-\d{2}-\d{2}$/.test(example))
    return validValue({ type: "string", format: "date" }, name, source);
  return example;
}

/** The dates of a series are those of its rule. */
export function setSeriesDates(body: Record<string, unknown>): void {
  const start = (body["template"] as { startTime?: unknown } | undefined)?.startTime;
  if (typeof start !== "string" || !("rule" in body) || Number.isNaN(Date.parse(start))) return;
  const date = new Date(start);
  body["rule"] = { weekdays: [date.getUTCDay() || 7], count: 4 };
  if ("dates" in body) body["dates"] = [{ date: date.toISOString().slice(0, 10) }];
}

export function createValueSource(target: Target, random: RandomSource, idOf: ValueSource["id"]): ValueSource {
  return { random, document: target.document, now: target.now, id: idOf };
}

/** A multipart form, whose parts are texts except for `file`. */
export function writeForm(fields: Record<string, unknown>, file: Buffer, boundary: string): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name.replace(/[\r\n"]/g, " ")}"\r\n\r\n${typeof value === "string" ? value : JSON.stringify(value)}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([Buffer.from(parts.join("") + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

export const exampleCsv = "facility,field\nParc des Sports,Court 2\nParc des Sports,Court 3\n";

export function planRequest(target: Target, seed: number, index: number): PlannedRequest {
  const random = seededRandom(`attack ${seed} ${index}`);
  const operation = random.pick(target.operations);
  const actor = random.pick(target.actors);
  const sources = pickSources(target, random, operation, actor);
  const idOf = (name: string) => {
    if (random.is(0.03)) return missingId(String(index));
    return pickId(random, random.is(OWN_IDS) ? sources.path : sources.body, name);
  };
  const source = createValueSource(target, random, idOf);
  const path = fillPath(random, { operation, sources }, () => (random.is(0.03) ? random.pick(oddSegments) : undefined));
  const headers = oddHeaders(random);
  const body = writeBody(random, operation, source, target.photo);
  const isWrite = operation.method !== "GET";
  return {
    index,
    operation,
    actor,
    path,
    times: isWrite && random.is(0.04) ? random.integer(2, 3) : 1,
    request: {
      method: operation.method === "GET" && random.is(0.01) ? "HEAD" : operation.method,
      path: target.basePath + path + writeQuery(random, operation, source),
      headers: { ...headers, ...body.headers },
      ...(body.body !== undefined && { body: body.body }),
    },
  };
}

function pickSources(target: Target, random: RandomSource, operation: AttackedOperation, actor: Actor): IdSources {
  const isWrite = operation.method !== "GET";
  const mayVisit = (tenant: Tenant) => !(actor.isPlatformAdmin && isWrite && tenant === target.victim);
  const visited = [...(actor.home ? [actor.home] : []), ...actor.foreign].filter(mayVisit);
  const home = actor.home ?? visited[0] ?? target.victim;
  const place = random.is(0.75) ? home : random.pick(visited);
  const foreign = random.pick(actor.foreign.filter(mayVisit));
  const nowhere = deletesTarget(operation, actor) || random.is(0.05);
  const organization = nowhere
    ? random.pick([missingId(String(random.integer(0, 9))), ...(isScoped(operation) ? ["1"] : [])])
    : actor.isPlatformAdmin && !isWrite && random.is(0.3)
      ? "all"
      : place.id;
  const fromElsewhere = random.is(0.1);
  return { organization, path: fromElsewhere ? foreign : place, body: foreign };
}

const oddSegments = [
  ...[
    "1",
    "0",
    "-1",
    "x'--",
    "%00",
    "undefined",
    "null",
    "%20",
    "%ff",
    "%",
    "all",
    "..%2f..%2fetc",
    "%E2%80%AE",
    "a".repeat(99),
  ],
  ...[
    "a".repeat(3000),
    "00000000-0000-0000-0000-000000000000",
    "0190A0B0-0000-7000-8000-0000000000AA",
    "99999999999999999999",
  ],
];

function oddHeaders(random: RandomSource): Record<string, string> {
  const all: Record<string, readonly string[]> = {
    "accept-language": ["fr", "en;q=0.1, fr", "de", "*", ";;;,,", "fr;q=NaN", "x".repeat(500)],
    "idempotency-key": ["one", "two", "", "k".repeat(200), "k".repeat(201), "\u00e9\u00ff", "' or 1=1"],
    "if-match": ["*", '"x"', 'W/"1"'],
    "if-none-match": ["*", '"x"', "W/"],
    "if-modified-since": ["never", "Sun, 06 Nov 1994 08:49:37 GMT"],
    "last-event-id": ["1.2", "99999999999999999999.1", "-1", "a.b", "1e9.0", "9223372036854775808.1"],
    "accept-encoding": ["gzip", "br", "identity;q=0", "x".repeat(200)],
    accept: ["text/html", "image/avif", "*/*;q=0", "nonsense"],
    range: ["bytes=0-1", "bytes=5-1", "bytes=-"],
    "x-request-id": ["1", "\u00e9", "x".repeat(1000)],
    cookie: ["a=b", "=;=;", "__proto__=1"],
    "content-encoding": ["gzip", "identity"],
  };
  const names = Object.keys(all).filter((name) => random.is(name === "content-encoding" ? 0.005 : 0.06));
  return Object.fromEntries(names.map((name) => [name, random.pick(all[name] ?? [""])]));
}

function writeQuery(random: RandomSource, { query }: AttackedOperation, source: ValueSource): string {
  if (random.is(0.01))
    return random.pick(["?%zz", "?&&&=", "?q[a]=b&q[]=c", `?q=${"x".repeat(6000)}`, "?__proto__=1", "?%00=%00"]);
  const parts: string[] = [];
  const add = (name: string, value: unknown) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(text.toWellFormed().slice(0, 400))}`);
  };
  for (const { name, schema } of query) {
    if (random.is(0.45)) add(name, validValue(schema, name, source));
    if (random.is(0.06)) add(name, oddValue(random));
  }
  if (random.is(0.02)) add(random.pick(["extra", "page", "cursor", "toString"]), oddValue(random));
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

interface WrittenBody {
  headers: Record<string, string>;
  body?: string | Buffer;
}

const brokenBodies: readonly (string | Buffer)[] = [
  ...[
    "{",
    "null",
    "[]",
    '"x"',
    "1",
    '{"a":1,}',
    "{'a':1}",
    '{"a":NaN}',
    "\u0000",
    "{}{}",
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{"a":1}}}',
  ],
  ...[
    '{"name":"a","name":"b"}',
    "\uFEFF{}",
    "[".repeat(100_000),
    '{"a":'.repeat(5000),
    "--x\r\n\r\n--x--",
    "",
    `{"a":"${"x".repeat(1_100_000)}"}`,
  ],
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
];
const wrongTypes = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "nonsense",
  "application/json, text/plain",
];

function writeBody(
  random: RandomSource,
  { body, method }: AttackedOperation,
  source: ValueSource,
  photo: Buffer,
): WrittenBody {
  const json = { "content-type": "application/json" };
  if (method === "GET") return random.is(0.01) ? { headers: json, body: "{}" } : { headers: {} };
  if (random.is(0.04))
    return {
      headers: random.is(0.7) ? json : { "content-type": random.pick(wrongTypes) },
      body: random.pick(brokenBodies),
    };
  if (!body) return random.is(0.1) ? { headers: json, body: JSON.stringify(oddValue(random)) ?? "" } : { headers: {} };
  const value = planBody(random, body, source);
  if (body.type === "multipart/form-data") return writeUpload(random, value, photo);
  const text = JSON.stringify(value);
  return { headers: random.is(0.02) ? { "content-type": random.pick(wrongTypes) } : json, body: text };
}

function planBody(random: RandomSource, body: NonNullable<AttackedOperation["body"]>, source: ValueSource) {
  const made = validValue(body.schema, "", source);
  const bySchema = (typeof made === "object" && made !== null ? made : {}) as Record<string, unknown>;
  const example = fillExample(body.example ?? {}, "", source) as Record<string, unknown>;
  const extra = Object.entries(bySchema).filter(() => random.is(0.25));
  const value = random.is(0.65) ? { ...example, ...Object.fromEntries(extra) } : bySchema;
  if (random.is(0.8)) setSeriesDates(value);
  if (random.is(0.4)) for (let count = random.integer(1, 3); count > 0; count--) mutate(value, random);
  return value;
}

function writeUpload(random: RandomSource, fields: Record<string, unknown>, photo: Buffer): WrittenBody {
  const boundary = "attack-boundary";
  const { file: _file, ...others } = fields;
  const files = [
    photo,
    photo.subarray(0, 500),
    Buffer.from(exampleCsv),
    Buffer.from(exampleCsv.replaceAll(",", ";")),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]),
    Buffer.from("\u0000".repeat(1000)),
    Buffer.alloc(0),
    Buffer.from(`"${"x".repeat(200_000)}`),
    Buffer.from([0xff, 0xfe, 0x61, 0]),
  ];
  const form = writeForm(others, random.pick(files), boundary);
  return {
    headers: { "content-type": `multipart/form-data; boundary=${random.is(0.05) ? "other" : boundary}` },
    body: random.is(0.05) ? form.subarray(0, form.length - 20) : form,
  };
}
