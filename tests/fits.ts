/** Holds what the server answers against the document that it publishes: what is not promised there fails the test. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Room } from "#contract/kit.ts";
import { openapi, type Operation } from "#server/kit/openapi.ts";
import type { Answer } from "./house.ts";

interface Documented {
  method: string;
  pattern: RegExp;
  path: string;
  operation: Operation;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
// The package is CommonJS: its type says default, Node gives the function beside it.
(addFormats as unknown as { default: (to: Ajv2020) => void }).default(ajv);

const problem = ajv.compile({
  type: "object",
  required: ["message"],
  additionalProperties: false,
  properties: {
    message: { type: "string", minLength: 1 },
    errors: {
      type: "object",
      additionalProperties: { type: "array", minItems: 1, items: { type: "string", minLength: 1 } },
    },
  },
});

const known = new WeakMap<object, Documented[]>();
const compiled = new WeakMap<object, ValidateFunction>();

/** Every operation, those with fewer parameters first: `/organizations/search` before `/organizations/{organizationId}`. */
function operationsOf(rooms: Record<string, Room>): Documented[] {
  const document = openapi(rooms);
  const found = known.get(document);
  if (found) return found;
  ajv.addSchema({ $id: "openapi", components: document.components });
  const operations = Object.entries(document.paths).flatMap(([path, methods]) => {
    const pattern = new RegExp(`^${path.replace(/[.\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`);
    return Object.entries(methods).map(([method, operation]) => ({ method, pattern, path, operation }));
  });
  const parameters = ({ path }: Documented) => path.split("{").length;
  const sorted = operations.toSorted((a, b) => parameters(a) - parameters(b));
  known.set(document, sorted);
  return sorted;
}

const complaints = (validate: ValidateFunction) =>
  (validate.errors ?? [])
    .map((error) => `  ${error.instancePath || "(whole)"} ${error.message} ${JSON.stringify(error.params)}`)
    .join("\n");

function validatorOf(schema: object): ValidateFunction {
  const found = compiled.get(schema);
  if (found) return found;
  // References of the document are `#/components/…`: here they lie in another schema.
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
  const validate = ajv.compile(JSON.parse(text) as object);
  compiled.set(schema, validate);
  return validate;
}

/** @throws Error telling the call, the answer and what does not fit */
export function fits(rooms: Record<string, Room>, method: string, path: string, answer: Answer): void {
  const fail = (why: string) => {
    throw new Error(`${method} ${path} → ${answer.status}: ${why}\n${JSON.stringify(answer.body)?.slice(0, 2000)}`);
  };
  if (answer.status >= 400 && !problem(answer.body)) fail(`a refusal is {message, errors?}\n${complaints(problem)}`);
  const bare = path.split("?")[0] ?? "";
  const call = operationsOf(rooms).find((known) => known.method === method.toLowerCase() && known.pattern.test(bare));
  if (!call) return answer.status === 404 ? undefined : fail("this call is not in the document");
  const promised = call.operation.responses[answer.status];
  if (!promised)
    return fail(`${call.operation.operationId} promises ${Object.keys(call.operation.responses).join(", ")}`);
  const type = String(answer.headers["content-type"] ?? "").split(";")[0] ?? "";
  // References stand for refusals, whose shape is checked above.
  if ("$ref" in promised) return;
  const content = promised.content?.[type];
  if (promised.content && !content) return fail(`${type} is none of ${Object.keys(promised.content).join(", ")}`);
  if (!content?.schema || type !== "application/json") return;
  const validate = validatorOf(content.schema);
  if (!validate(answer.body)) fail(`does not fit the document\n${complaints(validate)}`);
}
