/** Each operation as each role, in the own organization, in others, and with ids of others in paths and bodies. */
import { seededRandom, type RandomSource } from "#server/demo/random.ts";
import { isAllowed, isSuccess, findAnswerFaults, type Fault, type AnswerChecks } from "./answer-faults.ts";
import type { AttackAnswer, AttackRequest } from "./http-client.ts";
import { isScoped, isPermission, listIdMembers, type AttackedOperation, organizationOf } from "./operations.ts";
import type { Report } from "./report.ts";
import {
  setSeriesDates,
  createValueSource,
  exampleCsv,
  fillExample,
  fillPath,
  type IdSources,
  pickId,
  type PlannedRequest,
  writeForm,
} from "./requests.ts";
import type { ValueSource } from "./values.ts";
import { missingId, sendAs, type Actor, type Target, type Tenant } from "./target.ts";

const scopes = [
  "own organization",
  "another organization",
  "no organization",
  "another's id",
  "another's id in the body",
] as const;
type Scope = (typeof scopes)[number];

/** People can belong to several organizations: those who belong to `home` are not another's. */
const withoutIdsOf = (tenant: Tenant, home: Tenant): Tenant => ({
  ...tenant,
  ids: new Map([...tenant.ids].map(([name, ids]) => [name, ids.filter((id) => !home.ids.get(name)?.includes(id))])),
});

function sourcesOf(scope: Scope, home: Tenant, foreign: Tenant): IdSources {
  if (scope === "another organization") return { organization: foreign.id, path: foreign, body: foreign };
  if (scope === "no organization") return { organization: missingId("organization"), path: home, body: home };
  if (scope === "another's id") return { organization: home.id, path: withoutIdsOf(foreign, home), body: home };
  return { organization: home.id, path: home, body: home };
}

const ownParams = ({ pathParams }: AttackedOperation) =>
  pathParams.filter((name) => !["organizationId", "list", "month", "provider", "secret", "roleId"].includes(name));

function applies(operation: AttackedOperation, scope: Scope): boolean {
  if (scope === "own organization") return true;
  if (scope === "another's id") return isScoped(operation) && ownParams(operation).length > 0;
  if (scope === "another's id in the body") return isScoped(operation) && operation.body !== undefined;
  return isScoped(operation);
}

/** An administrator may write anywhere, and so does not write into the organization that must stay as it is. */
function planMatrix(target: Target, operation: AttackedOperation, actor: Actor): (PlannedRequest & { scope: Scope })[] {
  const home = actor.home ?? target.tenants.find((tenant) => actor.foreign.includes(tenant)) ?? target.victim;
  return scopes
    .filter((scope) => applies(operation, scope))
    .flatMap((scope) => {
      const isWrite = operation.method !== "GET";
      const isAdminWrite = actor.isPlatformAdmin && isWrite;
      if (scope === "another organization" && isAdminWrite) return [];
      const sources = sourcesOf(scope, home, target.victim);
      const random = seededRandom(`matrix ${operation.id} ${actor.role} ${scope}`);
      const path = fillPath(random, { operation, sources });
      const source = createValueSource(target, random, (name) => pickId(random, sources.body, name));
      const contents =
        scope === "another's id in the body"
          ? writeForeignBodies(target, operation, { random, home })
          : [writeExample(operation, source, target.photo)];
      return contents.map((content) => {
        const request = { method: operation.method, path: target.basePath + path, ...content };
        return { index: 0, times: 1, scope, operation, actor, path, request };
      });
    });
}

/** A body for each member that takes an id: that of another organization, all else being one's own. */
function writeForeignBodies(
  target: Target,
  { body }: AttackedOperation,
  { random, home }: { random: RandomSource; home: Tenant },
): Pick<AttackRequest, "headers" | "body">[] {
  if (body?.type !== "application/json") return [];
  const source = createValueSource(target, random, (name) => pickId(random, home, name));
  return listIdMembers(target.document, body.schema).flatMap((path) => {
    const name = path.at(-1) ?? "";
    const isList = name.endsWith("Ids");
    const id = pickId(random, target.victim, isList ? name.slice(0, -1) : name);
    if (typeof id !== "string") return [];
    const example = fillExample(body.example ?? {}, "", source) as Record<string, unknown>;
    setSeriesDates(example);
    let part = example;
    for (const step of path.slice(0, -1)) part = (part[step] ??= {}) as Record<string, unknown>;
    part[name] = isList ? [id] : id;
    return [{ headers: { "content-type": body.type }, body: JSON.stringify(example) }];
  });
}

function writeExample(
  { body }: AttackedOperation,
  source: ValueSource,
  photo: Buffer,
): Pick<AttackRequest, "headers" | "body"> {
  if (!body) return { headers: {} };
  if (body.type !== "multipart/form-data") {
    const example = fillExample(body.example ?? {}, "", source) as Record<string, unknown>;
    setSeriesDates(example);
    return { headers: { "content-type": body.type }, body: JSON.stringify(example) };
  }
  const members = Object.keys((body.schema["properties"] ?? {}) as object).filter((name) => name === "facilityId");
  const ids = Object.fromEntries(members.map((name) => [name, source.id(name)]));
  const fields = members.length > 0 ? { type: "facility", ...ids } : {};
  const boundary = "attack-boundary";
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: writeForm(fields, members.length > 0 ? photo : Buffer.from(exampleCsv), boundary),
  };
}

/** The status with which the declared permission refuses; undefined if it allows. */
function expectedRefusal(operation: AttackedOperation, actor: Actor, organization: string): number | undefined {
  if (isAllowed(operation, actor, organization)) return undefined;
  if (actor.token === "") return 401;
  if (!isScoped(operation)) return 403;
  return actor.permissions.has(organization) ? 403 : 404;
}

function judgeGate(planned: PlannedRequest & { scope: Scope }, answer: AttackAnswer): Fault[] {
  const { operation, actor, path, scope } = planned;
  const organization = organizationOf(operation, path);
  const refusal = expectedRefusal(operation, actor, organization);
  // Operations that anybody verified may call check within whose the thing is.
  const isOwnCheck = isScoped(operation) && !isPermission(operation.allow) && operation.allow !== "member";
  if (refusal !== undefined && answer.status !== refusal && !(isOwnCheck && [403, 404].includes(answer.status)))
    return isSuccess(answer)
      ? []
      : [{ kind: "wrong refusal", why: `${scope}: ${answer.status} instead of ${refusal}` }];
  const isRefusedByGate =
    answer.status === 401 ||
    (answer.status === 403 && isPermission(operation.allow) && answer.text.includes(`\\"${operation.allow}\\"`));
  // The address and the code of these may be wrong, which they answer as they would to anybody.
  if (refusal === undefined && isRefusedByGate && operation.allow !== "everyone")
    return [{ kind: "wrong refusal", why: `${scope}: ${answer.status}, though the document allows it` }];
  if (scope === "another's id" && refusal === undefined && isSuccess(answer))
    return [{ kind: "wrong 2xx", why: "an id of another organization is found" }];
  return [];
}

export async function checkMatrix(target: Target, judge: AnswerChecks, report: Report): Promise<void> {
  // Deletions come last, so that the others find something; those of organizations at the very end.
  const rank = ({ id, method }: AttackedOperation) => (id === "organizations.delete" ? 2 : Number(method === "DELETE"));
  const order = target.operations.toSorted((one, other) => rank(one) - rank(other));
  for (const operation of order) {
    for (const actor of target.actors) {
      for (const planned of planMatrix(target, operation, actor)) {
        const answer = await sendAs(target, actor, planned.request);
        report.count(planned, answer);
        const faults = [...findAnswerFaults(target, judge, planned, answer), ...judgeGate(planned, answer)];
        report.fail(`matrix, ${planned.scope}`, target.origin, planned, answer, faults);
      }
    }
  }
}
