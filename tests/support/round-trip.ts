/** Sends each member of a body with a new value and reads it back, to find lost fields. */
import { expect } from "vitest";
import type { Endpoint, Schema } from "#contract/kit.ts";
import { isSame, type KnownIds, listMissingMembers, valuesFor } from "./contract-values.ts";
import { fillPath, paramsOf } from "./endpoints.ts";
import type { ApiCall } from "./test-app.ts";

type Body = Record<string, unknown>;
type Entity = Record<string, unknown>;

export interface TestBed {
  api: ApiCall;
  all: readonly Endpoint[];
  /** Ids of seeded rows by parameter name; tests change these rows. */
  ids: Readonly<Record<string, string>>;
  others: KnownIds;
}
type OfBed<T> = T | ((bed: TestBed) => T);

export interface RoundTripExceptions {
  /** Name of the GET that reads the entity, if its path does not tell. */
  reader?: string;
  idOf?: (data: never) => string;
  /** Creates new ids for each member, if an entity cannot be changed twice. */
  fresh?: (bed: TestBed) => Promise<Pick<TestBed, "ids"> & Partial<Pick<TestBed, "others">>>;
  /** Replaces the contract's example body; `count` numbers the calls. */
  base?: (bed: TestBed, count: number) => object;
  values?: Readonly<Record<string, OfBed<unknown>>>;
  /** Members of objects among these values that are left out, because they cannot be read back. */
  leftOut?: Readonly<Record<string, readonly string[]>>;
  /** Members to send together with a member, or depending on its value. */
  along?: Readonly<Record<string, object | ((value: never, bed: TestBed) => object)>>;
  /** Readers of members that the entity shows under another name. */
  shown?: Readonly<Record<string, (entity: never, bed: TestBed) => unknown>>;
  /** Members that cannot be read back, with the reason. */
  notShown?: Readonly<Record<string, string>>;
}

export const membersOf = ({ body }: Endpoint): Record<string, Schema> =>
  (body?._zod.def as { shape?: Record<string, Schema> } | undefined)?.shape ?? {};

export const isWriting = (endpoint: Endpoint): boolean =>
  ["POST", "PUT", "PATCH"].includes(endpoint.method) && Object.keys(membersOf(endpoint)).length > 0;

export interface EntityReader {
  reader: Endpoint;
  isList: boolean;
}

/** Finds the GET that shows what an endpoint writes: with the same path, with one id more, or the list that contains it. */
export function findReader(endpoint: Endpoint, all: readonly Endpoint[]): EntityReader | undefined {
  const gets = all.filter(({ method, raw }) => method === "GET" && !raw);
  const isNew = endpoint.method === "POST";
  const one = gets.find(
    ({ path }) =>
      (isNew ? path.replace(/\/\{\w+\}$/, "") : path) === endpoint.path && isNew !== (path === endpoint.path),
  );
  if (one) return { reader: one, isList: false };
  const collection = isNew ? endpoint.path : endpoint.path.replace(/\/\{\w+\}$/, "");
  const list = gets.find(({ path, returns }) => path === collection && answersSeveral(returns));
  return list && { reader: list, isList: true };
}

function answersSeveral(returns: Schema): boolean {
  const def = returns._zod.def as { type: string; shape?: Record<string, Schema> };
  return def.type === "array" || def.shape?.["data"]?._zod.def.type === "array";
}

const isObject = (value: unknown): value is Entity => typeof value === "object" && value !== null;
const isInstant = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);

/** Whether the entity shows the value that was sent, possibly with more members: `4` as `{id: 4, name: …}`. */
export function matchesSent(shown: unknown, sent: unknown): boolean {
  if (isSame(shown, sent)) return true;
  if (isInstant(shown) && isInstant(sent)) return Date.parse(shown) === Date.parse(sent);
  if (Array.isArray(sent))
    return (
      Array.isArray(shown) && shown.length === sent.length && sent.every((one, index) => matchesSent(shown[index], one))
    );
  if (isObject(sent))
    return isObject(shown) && Object.entries(sent).every(([key, value]) => matchesSent(shown[key], value));
  return isObject(shown) && isSame(shown["id"], sent);
}

/** A member as the entity shows it: `fieldId` may be in `field`, and `fieldIds` in `fields`. */
export function readMember(entity: Entity, member: string): unknown {
  if (member in entity) return entity[member];
  const named = member.replace(/Id(s?)$/, "$1");
  return entity[named] ?? null;
}

let calls = 0;

const valueIn = <T>(value: OfBed<T>, bed: TestBed): T =>
  typeof value === "function" ? (value as (b: TestBed) => T)(bed) : value;

function baseOf({ example, method }: Endpoint, bed: TestBed, { base }: RoundTripExceptions): Body {
  calls += 1;
  if (base) return base(bed, calls) as Body;
  if (method !== "POST") return {};
  const named = Object.entries((example ?? {}) as Body).map(([name, value]) => [name, bed.ids[name] ?? value]);
  const body = Object.fromEntries(named) as Body;
  return typeof body["name"] === "string" ? { ...body, name: `${body["name"]} ${calls}` } : body;
}

async function send(
  endpoint: Endpoint,
  bed: TestBed,
  { base, idOf }: RoundTripExceptions,
  more: Body,
): Promise<string> {
  const body = { ...baseOf(endpoint, bed, base ? { base } : {}), ...more };
  const answer = await bed.api(endpoint.method, fillPath(endpoint, bed.ids), body);
  expect(answer.status, `${JSON.stringify(body)} → ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return idOf ? idOf(answer.body.data as never) : answer.body.data?.id;
}

function readerFor(endpoint: Endpoint, all: readonly Endpoint[], { reader }: RoundTripExceptions): EntityReader {
  const said = reader && all.find(({ name }) => name === reader);
  const reading = said ? { reader: said, isList: false } : findReader(endpoint, all);
  if (!reading) throw new Error(`${endpoint.name}: nothing shows what it writes`);
  return reading;
}

const makes = (endpoint: Endpoint, { reader, isList }: EntityReader): boolean =>
  endpoint.method === "POST" && (isList || !paramsOf(endpoint).includes(paramsOf(reader).at(-1) ?? ""));

async function readBack(
  endpoint: Endpoint,
  bed: TestBed,
  exceptions: RoundTripExceptions,
  id: string,
): Promise<Entity> {
  const { reader, isList } = readerFor(endpoint, bed.all, exceptions);
  const last = paramsOf(reader).at(-1) ?? "";
  const isOwn = !isList && makes(endpoint, { reader, isList });
  const path = fillPath(reader, isOwn ? { ...bed.ids, [last]: id } : bed.ids);
  const { status, body } = await bed.api("GET", path);
  expect(status, path).toBe(200);
  return isList ? ((body.data as Entity[]).find((one) => one["id"] === id) ?? {}) : body.data;
}

async function look(endpoint: Endpoint, member: string, bed: TestBed, exceptions: RoundTripExceptions, id: string) {
  const entity = await readBack(endpoint, bed, exceptions, id);
  const own = exceptions.shown?.[member];
  return own ? own(entity as never, bed) : readMember(entity, member);
}

const idIn = (endpoint: Endpoint, { ids }: TestBed) => ids[paramsOf(endpoint).at(-1) ?? ""] ?? "";

/**
 * Sends a member with a new value and reads it back.
 * @throws AssertionError if the server refuses it, or does not store it
 */
export async function expectRoundTrip(
  endpoint: Endpoint,
  member: string,
  place: TestBed,
  exceptions: RoundTripExceptions = {},
) {
  const { values = {}, along = {}, leftOut = {}, fresh } = exceptions;
  const schema = membersOf(endpoint)[member] as Schema;
  const isNew = makes(endpoint, readerFor(endpoint, place.all, exceptions));
  const bed = { ...place, ...(await fresh?.(place)) };
  const former = isNew ? await send(endpoint, bed, exceptions, {}) : idIn(endpoint, bed);
  const was = await look(endpoint, member, bed, exceptions, former);
  const value =
    member in values
      ? valueIn(values[member], bed)
      : valuesFor(schema, member, was, bed.others).find((possible) => !matchesSent(was, possible));
  expect(value, `${endpoint.name} has no other value for ${member} than ${JSON.stringify(was)}`).toBeDefined();
  expect(matchesSent(was, value), `${member} is ${JSON.stringify(value)} already`).toBe(false);
  const left = listMissingMembers(schema, value).toSorted();
  expect(left, `${endpoint.name}: members of ${member} without a value`).toEqual(
    [...(leftOut[member] ?? [])].toSorted(),
  );
  const own = along[member] ?? {};
  const more = { ...(typeof own === "function" ? own(value as never, bed) : own), [member]: value };
  const id = await send(endpoint, bed, exceptions, more);
  const now = await look(endpoint, member, bed, exceptions, isNew ? id : former);
  const fault = `${endpoint.name}: ${member} was sent as ${JSON.stringify(value)} and reads ${JSON.stringify(now)}`;
  expect(matchesSent(now, value), fault).toBe(true);
}
