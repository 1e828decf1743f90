/** Generates the OpenAPI 3.1 document from the contract. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { contract } from "#contract/index.ts";
import { isOfApi, isPageSchema, takesApiKeys, type Endpoint, type ContractModule, type Schema } from "#contract/kit.ts";
import { toJsonSchema, type JsonSchema, nameEntities } from "./openapi-schemas.ts";
import { API_BASE_PATH } from "./serve-module.ts";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}
export interface Reference {
  $ref: string;
}
export type Content = Record<string, { schema?: JsonSchema; example?: unknown }>;
export interface OpenapiResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: Content;
}
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  deprecated?: boolean;
  description: string;
  security: Record<string, string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, OpenapiResponse | Reference>;
  "x-permission": string;
  /** Whether API keys may make the call. */
  "x-api-keys": boolean;
}
export interface OpenapiDocument {
  openapi: "3.1.1";
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string; description: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, unknown>;
    responses: Record<string, OpenapiResponse>;
    securitySchemes: Record<string, unknown>;
  };
}

interface Package {
  version: string;
  license: string;
}
const { version, license } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"),
) as Package;
export { version };

const documents = new WeakMap<Record<string, ContractModule>, OpenapiDocument>();

export function openapiDocument(modules: Record<string, ContractModule> = contract): OpenapiDocument {
  const document = documents.get(modules) ?? writeDocument(modules);
  documents.set(modules, document);
  return document;
}

function writeDocument(modules: Record<string, ContractModule>): OpenapiDocument {
  const shared = nameEntities(modules);
  const schemas: Record<string, JsonSchema> = { Problem: problemSchema };
  const draw = (schema: Schema, io: "input" | "output") => toJsonSchema(schema, io, shared, schemas);
  const paths: OpenapiDocument["paths"] = {};
  for (const [module, endpoints] of Object.entries(modules)) {
    for (const endpoint of Object.values(endpoints).filter(isOfApi)) {
      (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describeOperation(module, endpoint, draw);
    }
  }
  return {
    openapi: "3.1.1",
    info: { title: "Baseline", version, description: introduction, license: { name: license, identifier: license } },
    servers: [{ url: API_BASE_PATH, description: "This server" }],
    tags: Object.keys(modules).map((name) => ({ name })),
    paths,
    components: { schemas, parameters, headers, responses: refusalResponses, securitySchemes },
  };
}

const introduction = [
  "One thing is answered as `{data, message?}`, a list as `{data, meta}`; what is refused as `{message, errors?, code?}`, in the language of `Accept-Language`.",
  "Other systems act with an API key, which the organization's settings make: within that organization, at most 600 times a minute. `/api/client.ts` is a typed client in one file.",
  "Instants are ISO 8601 in UTC, amounts are cents. Not yours is not there: 404. Platform administrators read every organization at once with `all` as its id.",
].join("\n\n");

const problemSchema: JsonSchema = {
  type: "object",
  required: ["message"],
  properties: {
    message: { type: "string", description: "What went wrong, for a person" },
    errors: {
      type: "object",
      description: "Texts by field",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
    code: {
      type: "string",
      description:
        "For programs: `second_factor_required` where the organization demands two-step sign-in that the person has not set up",
      enum: ["second_factor_required"],
    },
  },
};

const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description:
      "The `access_token` of signing in or registering, or an API key of an organization, such as `bl_live_…`",
  },
};
const parameters: Record<string, Parameter> = {
  AcceptLanguage: {
    name: "Accept-Language",
    in: "header",
    description: "Language of messages and names: `en` (also without it) or `fr`",
    schema: { type: "string", example: "fr" },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "Sent again with the same body within 24 hours, the call is not repeated: its first answer is given",
    schema: { type: "string", maxLength: 200 },
  },
};
const headers = {
  RequestId: { description: "Names this request in the server's log", schema: { type: "string", format: "uuid" } },
  RetryAfter: { description: "Seconds until another try makes sense", schema: { type: "integer", minimum: 1 } },
};
const requestId = { "x-request-id": { $ref: "#/components/headers/RequestId" } };

const refusalDescriptions: Record<string, string> = {
  400: "The request could not be read",
  401: "No token, or one that is not valid (any more)",
  403: "The permission is missing, the email address is not verified, or the organization demands two-step sign-in (`code`)",
  404: "Not there, or not the caller's",
  409: "The present state forbids it",
  413: "The body is too large",
  415: "The body is of another media type",
  422: "Fields are wrong: `errors` has texts for each",
  429: "Too often: wait for `Retry-After` seconds",
  500: "A fault of the server; the log tells more under the request's id",
  503: "Something that it depends on is absent",
};
const refusalResponses: Record<string, OpenapiResponse> = Object.fromEntries(
  Object.entries(refusalDescriptions).map(([status, description]) => [
    `Refused${status}`,
    {
      description,
      headers: {
        ...requestId,
        ...((status === "429" || status === "503") && { "retry-after": { $ref: "#/components/headers/RetryAfter" } }),
      },
      content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
    },
  ]),
);

function possibleRefusals(endpoint: Endpoint): string[] {
  const { allow, method, path, query, raw } = endpoint;
  const writes = method !== "GET";
  const met: [string, boolean][] = [
    ["400", writes || query !== undefined || path.includes("{")],
    ["401", writes || allow !== "everyone"],
    ["403", allow !== "everyone"],
    // The body names rows where the path names none.
    ["404", path.includes("{") || (writes && allow === "verified")],
    ["409", writes],
    ["413", writes],
    ["415", writes],
    ["422", writes || query !== undefined],
    ["429", writes || raw === "download" || allow === "verified" || takesApiKeys(endpoint)],
    ["500", true],
    ["503", true],
  ];
  return met.filter(([, can]) => can).map(([status]) => status);
}

const callerDescriptions: Record<string, string> = {
  everyone: "Open to everyone.",
  "signed-in": "For whoever is signed in, verified or not.",
  verified: "For people whose email address is verified.",
  member: "For active members of the organization.",
};

type SchemaWriter = (schema: Schema, io: "input" | "output") => JsonSchema;

function describeOperation(module: string, endpoint: Endpoint, draw: SchemaWriter): Operation {
  const { allow } = endpoint;
  const body = requestContent(endpoint, draw);
  return {
    operationId: endpoint.name,
    tags: [module],
    summary: endpoint.summary,
    ...(endpoint.deprecated && { deprecated: true }),
    description: callerDescriptions[allow] ?? `Needs the permission \`${allow}\`.`,
    security: allow === "everyone" ? [] : [{ bearer: [] }],
    parameters: [
      ...pathParameters(endpoint),
      ...(endpoint.query ? queryParameters(draw(endpoint.query, "input")) : []),
      { $ref: "#/components/parameters/AcceptLanguage" },
      ...(endpoint.idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      ...successResponses(endpoint, draw),
      ...Object.fromEntries(
        possibleRefusals(endpoint).map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]),
      ),
    },
    "x-permission": allow,
    "x-api-keys": takesApiKeys(endpoint),
  };
}

function pathParameters({ path, method }: Endpoint): Parameter[] {
  const schemaOf = (name: string): JsonSchema => {
    if (name === "roleId") return { type: "integer", minimum: 0 };
    if (name === "list") return { type: "string", pattern: "^[a-z-]+$" };
    if (name === "picture" || name === "secret") return { type: "string" };
    const uuid = { type: "string", format: "uuid" };
    return name === "organizationId" && method === "GET" ? { anyOf: [uuid, { const: "all" }] } : uuid;
  };
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: schemaOf(name),
  }));
}

function queryParameters({ properties }: JsonSchema): Parameter[] {
  return Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema,
  }));
}

function requestContent(endpoint: Endpoint, draw: SchemaWriter): Content | undefined {
  if (endpoint.raw === "webhook") return { "application/json": { schema: {} } };
  const schema = endpoint.body && draw(endpoint.body, "input");
  if (endpoint.raw === "upload") {
    const file = { type: "string", contentMediaType: "application/octet-stream" };
    const properties = { ...(schema?.["properties"] as object | undefined), file };
    const required = [...((schema?.["required"] as string[] | undefined) ?? []), "file"];
    return { "multipart/form-data": { schema: { type: "object", properties, required } } };
  }
  return (
    schema && { "application/json": { schema, ...(endpoint.example !== undefined && { example: endpoint.example }) } }
  );
}

const mediaTypes: Record<string, string> = {
  json: "application/json",
  csv: "text/csv",
  ics: "text/calendar",
  pdf: "application/pdf",
};

function successResponses(endpoint: Endpoint, draw: SchemaWriter): Record<string, OpenapiResponse> {
  const { raw, returns, path } = endpoint;
  const status = endpoint.status ?? (endpoint.method === "POST" && raw !== "webhook" ? 201 : 200);
  const description = endpoint.summary;
  if (raw === "stream")
    return {
      [status]: { description, headers: requestId, content: { "text/event-stream": { schema: { type: "string" } } } },
    };
  if (raw === "download") {
    const types = endpoint.types ?? [mediaTypes[path.split(".")[1] ?? ""] ?? "application/octet-stream"];
    const content = Object.fromEntries(types.map((type) => [type, {}]));
    return { [status]: { description, headers: requestId, content } };
  }
  const envelope = isPageSchema(returns)
    ? returns
    : z.object({
        data: returns,
        ...(endpoint.successMessage && { message: endpoint.dryRun ? z.optional(z.string()) : z.string() }),
      });
  const answer = {
    description,
    headers: requestId,
    content: { "application/json": { schema: draw(envelope, "output") } },
  };
  return { [status]: answer, ...(endpoint.dryRun && { 200: answer }) };
}
