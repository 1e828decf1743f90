import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { contract } from "#contract/index.ts";
import { type Endpoint, isOfApi } from "#contract/kit.ts";
import { openapiDocument } from "./openapi.ts";

const document = openapiDocument();
const all = Object.values(contract).flatMap((module): Endpoint[] => Object.values(module));
const endpoints = all.filter(isOfApi);
const ajv = new Ajv2020({ strict: false });
(addFormats as unknown as { default: (to: Ajv2020) => void }).default(ajv);
ajv.addSchema({ $id: "openapi", components: document.components });

test("the document is valid OpenAPI 3.1", async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(document)) as Record<string, unknown>);
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

test("pages that the server renders are no part of the API", () => {
  const pages = all.filter((endpoint) => !isOfApi(endpoint));
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.filter(({ path }) => document.paths[path])).toEqual([]);
});

test("it is written once", () => expect(openapiDocument()).toBe(document));

test("every reference leads somewhere", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = ""]) => path);
  const lost = references.filter(
    (path) =>
      path.split("/").reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], document) === undefined,
  );
  expect(lost).toEqual([]);
});

test("what many answers share is named once", () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(["Organization", "Facility", "Field", "Event", "User", "Meta", "Problem"]),
  );
});

const operationOf = (endpoint: Endpoint) => document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))("%s is described", (name, endpoint) => {
  const operation = operationOf(endpoint);
  expect(operation?.operationId).toBe(name);
  expect(operation?.summary).not.toBe("");
  expect(operation?.["x-permission"]).toBe(endpoint.allow);
  expect(operation?.security).toEqual(endpoint.allow === "everyone" ? [] : [{ bearer: [] }]);
  const named = operation?.parameters.flatMap((parameter) =>
    "in" in parameter && parameter.in === "path" ? [`{${parameter.name}}`] : [],
  );
  expect(named).toEqual([...endpoint.path.matchAll(/\{\w+\}/g)].map(String));
});

const withBody = endpoints.filter(({ body, raw }) => body && !raw);
test.each(withBody.map((endpoint) => [endpoint.name, endpoint] as const))(
  "%s has an example body that is valid",
  (_name, endpoint) => {
    expect(endpoint.example, "an endpoint with a body has an example in the contract").toBeDefined();
    expect(endpoint.body?.safeParse(endpoint.example).error?.issues).toBeUndefined();
    const schema = operationOf(endpoint)?.requestBody?.content["application/json"]?.schema;
    const validate = ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object,
    );
    validate(endpoint.example);
    expect(validate.errors).toBeNull();
  },
);
