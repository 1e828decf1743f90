/** Finds the faults of an answer. */
import { findOpenapiViolation } from "#tests/support/expect-openapi.ts";
import { MAX_ANSWER_MS, type AttackAnswer } from "./http-client.ts";
import { readUuids } from "./ids.ts";
import { isPermission, isScoped, type AttackedOperation, organizationOf } from "./operations.ts";
import type { PlannedRequest } from "./requests.ts";
import { findForeignIds, type Actor, type Target, type Tenant } from "./target.ts";

export const faultKinds = [
  "no answer",
  "5xx",
  "wrong 2xx",
  "foreign data",
  "against the document",
  "tells internals",
  "slow",
  "wrong refusal",
] as const;
export interface Fault {
  kind: (typeof faultKinds)[number];
  why: string;
}

/** Stack traces, SQL and paths of the server. */
const internals =
  /\n\s+at |node_modules|\.(?:ts|js|mjs):\d+|\b(?:select|insert into|update|delete from)\b[^.]*"[^"]+"\."|\bsyntax error at\b|relation "|violates \w+ (?:key )?constraint|\bECONN|PostgresError|ZodError/i;

export const isSuccess = ({ status }: Pick<AttackAnswer, "status">): boolean => status >= 200 && status < 300;

function readJson({ headers, text }: AttackAnswer): unknown {
  if (!/^application\/(\w+\+)?json/.test(String(headers["content-type"]))) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether the document lets an actor call an operation in an organization. */
export function isAllowed({ allow, ...operation }: AttackedOperation, actor: Actor, organization: string): boolean {
  if (allow === "everyone") return true;
  if (actor.token === "") return false;
  if (!isScoped({ allow, ...operation })) return !isPermission(allow) || actor.isPlatformAdmin;
  if (organization === "all") return actor.isPlatformAdmin && operation.method === "GET";
  const permissions = actor.permissions.get(organization);
  if (permissions === undefined) return false;
  return !isPermission(allow) || permissions.has(allow);
}

export interface AnswerChecks {
  ownerOf(id: string): Tenant | undefined;
  /** Statuses that tell of a service which the operator has turned off: `places.autocomplete` where there is none. */
  isUnavailable(operation: AttackedOperation): boolean;
}

export function findAnswerFaults(
  target: Target,
  judge: AnswerChecks,
  planned: PlannedRequest,
  answer: AttackAnswer,
): Fault[] {
  const { operation, actor, request } = planned;
  const { status } = answer;
  if (status === 0) return [{ kind: "no answer", why: answer.text }];
  const faults: Fault[] = [];
  const add = (kind: Fault["kind"], why: string) => faults.push({ kind, why });
  if (status >= 500 && !(status === 503 && judge.isUnavailable(operation))) add("5xx", String(status));
  if (answer.milliseconds > MAX_ANSWER_MS) add("slow", `${Math.round(answer.milliseconds)} ms`);
  if (status >= 400 && internals.test(answer.text)) add("tells internals", internals.exec(answer.text)?.[0] ?? "");
  // Answers to conditions are HTTP's own, for whatever has a version.
  const isUnchanged = status === 304 && ("if-none-match" in request.headers || "if-modified-since" in request.headers);
  if (request.method !== "HEAD" && !answer.isCut && !isUnchanged) {
    const body = readJson(answer);
    const violation =
      body === undefined
        ? "its JSON cannot be parsed"
        : findOpenapiViolation(target.document, request.method, planned.path, {
            status,
            body,
            headers: answer.headers as Record<string, string>,
          });
    if (violation !== undefined) add("against the document", `${status}: ${violation}`);
  }
  if (isSuccess(answer)) for (const why of findWrongSuccess(judge, planned, answer)) add("wrong 2xx", why);
  const asked = request.path + (request.body?.toString() ?? "");
  const leaked =
    actor.isPlatformAdmin || keepsIdsUnread(operation.id)
      ? []
      : findForeignIds(judge.ownerOf, answer.text, actor.foreign, asked);
  if (leaked.length > 0) add("foreign data", leaked.slice(0, 3).join(", "));
  return faults;
}

/** Views keep search parameters of the planning, of things that are gone as well; nobody looks their ids up. */
const keepsIdsUnread = (id: string) => /^(payments\.webhook|views\.\w+)$/.test(id);

/** Approvals refuse each of several events on its own: these are not reached. */
function listRefusedIds(id: string, answer: AttackAnswer): string[] {
  if (!/^approvals\.(decide|undo)$/.test(id)) return [];
  const { data } = readJson(answer) as { data: { refused: { eventId: string }[] } };
  return data.refused.map(({ eventId }) => eventId);
}

function findWrongSuccess(
  { ownerOf }: AnswerChecks,
  { operation, actor, path, request }: PlannedRequest,
  answer: AttackAnswer,
): string[] {
  const scoped = isScoped(operation);
  const organization = organizationOf(operation, path);
  if (!isAllowed(operation, actor, organization)) return [`${actor.role} is not allowed to: ${operation.allow}`];
  if (!scoped || organization === "all") return [];
  const isForeign = (id: string) => {
    const owner = ownerOf(id);
    return owner !== undefined && owner.id !== organization;
  };
  const body = operation.method === "GET" || keepsIdsUnread(operation.id) ? "" : (request.body?.toString() ?? "");
  const refused = new Set(listRefusedIds(operation.id, answer));
  const taken = readUuids(body).filter((id) => !refused.has(id));
  const reached = [...readUuids(path).filter(isForeign), ...taken.filter(isForeign)];
  return reached.length > 0 ? [`takes ids of another organization: ${[...new Set(reached)].join(", ")}`] : [];
}
