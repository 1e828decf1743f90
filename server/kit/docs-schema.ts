/** A JSON Schema as rows that can be read. */
import { html, type Html } from "./html.ts";
import type { Reference } from "./openapi.ts";
import type { JsonSchema } from "./openapi-schemas.ts";

/** Text with `code` between backticks. */
export const inCode = (text: string): Html[] =>
  text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

export const nameOf = ({ $ref }: Reference) => $ref.split("/").at(-1) ?? "";

/** The members of an object, one row each; of anything else, its type. */
export function tree(schema: JsonSchema): Html {
  const properties = propertiesOf(schema);
  if (!properties) return html`<p class="who">${typeOf(schema)}</p>`;
  const required = (schema["required"] ?? []) as string[];
  const rows = Object.entries(properties).map(([name, member]) => row(name, member, required.includes(name)));
  return rows.length > 0
    ? html`<ul class="tree">
        ${rows}
      </ul>`
    : html`<p class="who">Nothing</p>`;
}

export function row(name: string, schema: JsonSchema, isRequired: boolean, more?: Html): Html {
  const inner = objectsIn(schema);
  return html`<li>
    <b>${name}</b
    ><span class="type">${typeOf(schema)}</span
    >${isRequired && html`<span class="must">required</span>`}${limits(schema)}${more}${inner.map(tree)}
  </li>`;
}

const propertiesOf = (schema: JsonSchema) => schema["properties"] as Record<string, JsonSchema> | undefined;
const choicesOf = (schema: JsonSchema) => (schema["anyOf"] ?? schema["oneOf"]) as JsonSchema[] | undefined;
const itemsOf = (schema: JsonSchema) => schema["items"] as JsonSchema | undefined;

/** The objects without a name of their own, somewhere within a member. */
function objectsIn(schema: JsonSchema): JsonSchema[] {
  const [choices, items] = [choicesOf(schema), itemsOf(schema)];
  if (choices) return choices.flatMap(objectsIn);
  if (items) return objectsIn(items);
  return propertiesOf(schema) ? [schema] : [];
}

function typeOf(schema: JsonSchema): Html {
  const [choices, items] = [choicesOf(schema), itemsOf(schema)];
  if (typeof schema["$ref"] === "string") {
    const name = nameOf({ $ref: schema["$ref"] });
    return html`<a href="#shape-${name}">${name}</a>`;
  }
  if (choices) return joined(choices.map(typeOf), " or ");
  if (items) return html`list of ${typeOf(items)}`;
  if (Array.isArray(schema["enum"]))
    return joined(
      schema["enum"].map((value) => html`<code>${String(value)}</code>`),
      " | ",
    );
  if ("const" in schema) return html`<code>${String(schema["const"])}</code>`;
  const type = ([schema["type"] ?? "anything"].flat() as string[]).join(" or ");
  return html`${typeof schema["format"] === "string" ? type.replace("string", schema["format"]) : type}`;
}

const joined = (parts: Html[], between: string): Html =>
  html`${parts.map((part, index) => html`${index > 0 && between}${part}`)}`;

const bounds: Record<string, (value: unknown) => string> = {
  minimum: (value) => `at least ${String(value)}`,
  maximum: (value) => `at most ${String(value)}`,
  minLength: (value) => `at least ${String(value)} characters`,
  maxLength: (value) => `at most ${String(value)} characters`,
  minItems: (value) => `at least ${String(value)} of them`,
  maxItems: (value) => `at most ${String(value)} of them`,
  pattern: (value) => (value === "Z$" ? "in UTC" : `matches ${String(value)}`),
  default: (value) => (value === "" ? "" : `${JSON.stringify(value)} if left out`),
  description: String,
};

function limits(schema: JsonSchema): Html[] {
  const levels = [schema, ...(choicesOf(schema) ?? [])];
  const texts = levels.flatMap((level) =>
    Object.entries(bounds).flatMap(([key, tell]) => (key in level ? [tell(level[key])] : [])),
  );
  return texts.filter((text) => text !== "").map((text) => html`<span class="note">${text}</span>`);
}
