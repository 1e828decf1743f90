/** Operations of a served OpenAPI document. */
import type { OpenapiDocument, Operation, Parameter } from "#server/kit/http/openapi.ts";
import { permissions } from "#contract/permissions.ts";

export type JsonSchema = Record<string, unknown>;

export interface AttackedOperation {
  id: string;
  method: string;
  /** `/organizations/{organizationId}/events` */
  path: string;
  /** Permission that the document declares as `x-permission`. */
  allow: string;
  pathParams: string[];
  query: { name: string; schema: JsonSchema }[];
  body?: { type: string; schema: JsonSchema; example: unknown };
  operation: Operation;
}

export const readOperations = (document: OpenapiDocument): AttackedOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      const parameters = operation.parameters.filter((parameter): parameter is Parameter => "name" in parameter);
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        allow: operation["x-permission"],
        pathParams: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
        query: parameters.filter((parameter) => parameter.in === "query"),
        ...(type !== undefined && { body: { type, schema: content?.schema ?? {}, example: content?.example } }),
        operation,
      };
    }),
  );

export const isScoped = ({ pathParams }: AttackedOperation): boolean => pathParams.includes("organizationId");
/** The organization that a path of the operation names; empty if it names none. */
export const organizationOf = (operation: AttackedOperation, path: string): string =>
  isScoped(operation) ? (path.split(/[/?]/)[operation.path.split("/").indexOf("{organizationId}")] ?? "") : "";
export const isPermission = (allow: string): boolean => (permissions as readonly string[]).includes(allow);

/** `facilityId` for `/organizations/{organizationId}/facilities`. */
export const findIdName = (operations: readonly AttackedOperation[], path: string): string | undefined =>
  operations.find((other) => other.path.startsWith(`${path}/{`) && other.pathParams.length === 2)?.pathParams[1];

/** Members of a body that take ids, as paths: `["customer", "userId"]`. Within lists, these are found by chance alone. */
export function listIdMembers(document: OpenapiDocument, given: JsonSchema): string[][] {
  const schema = resolveSchema(document, given);
  const variants = (schema["anyOf"] ?? schema["oneOf"] ?? []) as JsonSchema[];
  const members = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  const paths = [
    ...variants.flatMap((variant) => listIdMembers(document, variant)),
    ...members.flatMap(([name, inner]) =>
      /Ids?$/.test(name) ? [[name]] : listIdMembers(document, inner).map((path) => [name, ...path]),
    ),
  ];
  return [...new Map(paths.map((path) => [path.join("."), path])).values()];
}

/** Follows `#/components/schemas/…`. */
export function resolveSchema(document: OpenapiDocument, schema: JsonSchema): JsonSchema {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  return document.components.schemas[reference.split("/").at(-1) ?? ""] ?? {};
}
