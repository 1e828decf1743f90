/** Validates responses against the OpenAPI document. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { ContractModule } from "#contract/kit.ts";
import { openapiDocument, type OpenapiDocument, type Operation } from "#server/kit/http/openapi.ts";
import type { ApiAnswer } from "./test-app.ts";

interface DocumentedOperation {
  method: string;
  pattern: RegExp;
  path: string;
  operation: Operation;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
// The package is CommonJS: its type declares `default`, but Node returns the function itself.
(addFormats as unknown as { default: (to: Ajv2020) => void }).default(ajv);

const validateRefusal = ajv.compile({
  type: "object",
  required: ["message"],
  additionalProperties: false,
  properties: {
    message: { type: "string", minLength: 1 },
    errors: {
      type: "object",
      additionalProperties: { type: "array", minItems: 1, items: { type: "string", minLength: 1 } },
    },
    code: { type: "string", enum: ["second_factor_required"] },
  },
});

const operationsByDocument = new WeakMap<object, { id: string; operations: DocumentedOperation[] }>();
let documents = 0;
const validatorsBySchema = new WeakMap<object, ValidateFunction>();

/** All operations, those with fewer parameters first: `/organizations/search` before `/organizations/{organizationId}`. */
function listOperations(document: OpenapiDocument): { id: string; operations: DocumentedOperation[] } {
  const found = operationsByDocument.get(document);
  if (found) return found;
  // Test files in one process add their own modules, so each document needs an id.
  documents += 1;
  const id = `openapi-${documents}`;
  ajv.addSchema({ $id: id, components: document.components });
  const operations = Object.entries(document.paths).flatMap(([path, methods]) => {
    const pattern = new RegExp(`^${path.replace(/[.\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`);
    return Object.entries(methods).map(([method, operation]) => ({ method, pattern, path, operation }));
  });
  const parameters = ({ path }: DocumentedOperation) => path.split("{").length;
  const described = { id, operations: operations.toSorted((a, b) => parameters(a) - parameters(b)) };
  operationsByDocument.set(document, described);
  return described;
}

const formatErrors = (validate: ValidateFunction) =>
  (validate.errors ?? [])
    .map((error) => `  ${error.instancePath || "(whole)"} ${error.message} ${JSON.stringify(error.params)}`)
    .join("\n");

function findValidator(schema: object, document: string): ValidateFunction {
  const found = validatorsBySchema.get(schema);
  if (found) return found;
  // The references `#/components/…` point into another schema here.
  const text = JSON.stringify(schema).replaceAll('"#/components/', `"${document}#/components/`);
  const validate = ajv.compile(JSON.parse(text) as object);
  validatorsBySchema.set(schema, validate);
  return validate;
}

/** @returns how a response differs from what the document promises; undefined if it does not */
export function findOpenapiViolation(
  document: OpenapiDocument,
  method: string,
  path: string,
  answer: ApiAnswer,
): string | undefined {
  if (answer.status >= 400 && !validateRefusal(answer.body))
    return `a refusal is {message, errors?, code?}\n${formatErrors(validateRefusal)}`;
  // The connection answers so, before the server knows which operation is meant.
  if (answer.status === 431) return undefined;
  const bare = path.split("?")[0] ?? "";
  const { id, operations } = listOperations(document);
  const call = operations.find(
    (operation) => operation.method === method.toLowerCase() && operation.pattern.test(bare),
  );
  if (!call) return answer.status === 404 ? undefined : "this call is not in the document";
  const promised = call.operation.responses[answer.status];
  if (!promised) return `${call.operation.operationId} promises ${Object.keys(call.operation.responses).join(", ")}`;
  const type = String(answer.headers["content-type"] ?? "").split(";")[0] ?? "";
  if ("$ref" in promised) return undefined;
  const content = promised.content?.[type];
  if (promised.content && !content) return `${type} is none of ${Object.keys(promised.content).join(", ")}`;
  if (!content?.schema || type !== "application/json") return undefined;
  const validate = findValidator(content.schema, id);
  return validate(answer.body) ? undefined : `does not fit the document\n${formatErrors(validate)}`;
}

export function expectOpenapi(
  modules: Record<string, ContractModule>,
  method: string,
  path: string,
  answer: ApiAnswer,
): void {
  const violation = findOpenapiViolation(openapiDocument(modules), method, path, answer);
  if (violation !== undefined)
    throw new Error(
      `${method} ${path} → ${answer.status}: ${violation}\n${JSON.stringify(answer.body)?.slice(0, 2000)}`,
    );
}
