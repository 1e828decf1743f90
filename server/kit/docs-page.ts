/** The API's document, readable: one page without script at `/api/docs`. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { inCode, nameOf, row, tree } from "./docs-schema.ts";
import { html, type Html } from "./html.ts";
import {
  openapi,
  type Content,
  type Document,
  type Operation,
  type Parameter,
  type Reference,
  type Response,
} from "./openapi.ts";

import { basePath } from "./serve.ts";

const style = readFileSync(join(import.meta.dirname, "docs-page.css"), "utf8");

export function serveDocs(app: FastifyInstance): void {
  let made: { page: string; tag: string } | undefined;
  app.get("/api/docs", async (request, reply) => {
    if (!made) {
      const page = docsPage(openapi()).html;
      made = { page, tag: `"${createHash("sha1").update(page).digest("base64url")}"` };
    }
    void reply.header("cache-control", "public, no-cache").header("etag", made.tag);
    if (request.headers["if-none-match"] === made.tag) return reply.code(304).send();
    return reply.type("text/html; charset=utf-8").send(made.page);
  });
}

interface Described extends Operation {
  method: string;
  path: string;
}

function operationsOf(document: Document, room: string): Described[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  return all.filter(({ tags }) => tags.includes(room));
}

const title = (room: string) => room.charAt(0).toUpperCase() + room.slice(1);

/** @param document as `openapi` writes it */
export function docsPage(document: Document): Html {
  const rooms = document.tags.map(({ name }) => ({ name, operations: operationsOf(document, name) }));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API · ${document.info.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>
          ${{ html: style }}
        </style>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <nav class="contents" aria-label="Contents">
          <details>
            <summary>Baseline API</summary>
            ${rooms.map(
              ({ name, operations }) =>
                html`<a class="room" href="#${name}">${title(name)}</a>
                  <ul>
                    ${operations.map(contentsEntry)}
                  </ul>`,
            )}
            <a class="room" href="#shapes">Shapes</a>
          </details>
        </nav>
        <main id="content" tabindex="-1">
          ${introduction(document)}
          ${rooms.map(
            ({ name, operations }) =>
              html`<section aria-labelledby="${name}">
                <h2 id="${name}">${title(name)}</h2>
                ${operations.map((operation) => article(document, operation))}
              </section>`,
          )}
          <section aria-labelledby="shapes">
            <h2 id="shapes">Shapes</h2>
            ${Object.entries(document.components.schemas).map(
              ([name, schema]) =>
                html`<article id="shape-${name}" aria-labelledby="of-${name}">
                  <h3 id="of-${name}">${name}</h3>
                  ${tree(schema)}
                </article>`,
            )}
          </section>
        </main>
      </body>
    </html>`;
}

const contentsEntry = ({ operationId, method, summary }: Described) =>
  html`<li>
    <a href="#${operationId}" title="${summary}"
      ><span class="method ${method.toLowerCase()}">${method}</span> ${operationId.split(".")[1]}</a
    >
  </li>`;

function introduction({ info, components }: Document): Html {
  const statuses = Object.entries(components.responses).map(([name, { description }]) => [
    name.replace("Refused", ""),
    description,
  ]);
  return html`<header class="intro">
    <h1>${info.title} API <small>version ${info.version}</small></h1>
    <p>
      Every path below stands after <code>${basePath}</code>. The same as a document for machines:
      <a href="${basePath}/openapi.json">OpenAPI 3.1</a>.
    </p>
    <p>
      Sign in for an <code>access_token</code>, and send it with every call: <code>Authorization: Bearer …</code>. In
      the examples, <code>$SITE</code> is the address of this server and <code>$TOKEN</code> such a token.
    </p>
    ${info.description.split("\n\n").map((paragraph) => html`<p>${inCode(paragraph)}</p>`)}
    <details>
      <summary>Refusals: status and meaning</summary>
      <ul class="tree">
        ${statuses.map(([status = "", why = ""]) => html`<li><b>${status}</b><span class="type">${inCode(why)}</span></li>`)}
      </ul>
    </details>
  </header>`;
}

function article(document: Document, operation: Described): Html {
  const { operationId, method, path, summary, description, requestBody, responses } = operation;
  const parameters = operation.parameters
    .flatMap((given) => resolve<Parameter>(document.components.parameters, given))
    .filter(({ name }) => name !== "Accept-Language");
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const refused = Object.keys(responses).filter((status) => !status.startsWith("2"));
  return html`<article id="${operationId}" aria-labelledby="of-${operationId}">
    <h3 id="of-${operationId}"><a href="#${operationId}">${inCode(summary)}</a></h3>
    <p class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
    <p class="who">${inCode(description)}</p>
    ${
      parameters.length > 0 &&
      html`<h4>Parameters</h4>
        <ul class="tree">
          ${parameters.map(parameterRow)}
        </ul>`
    }
    ${
      requestBody &&
      html`<h4>Body</h4>
        ${contentOf(requestBody.content)}`
    }
    <h4>Example</h4>
    <pre><code>${curl(operation)}</code></pre>
    ${success && answerOf(success[0], success[1] as Response)}
    <p class="refused">Can be refused with ${refused.join(", ")}.</p>
  </article>`;
}

const resolve = <T extends object>(named: Record<string, T>, given: T | Reference): T[] =>
  "$ref" in given ? [named[nameOf(given)]].filter((found) => found !== undefined) : [given];

const parameterRow = ({ name, in: place, required, schema, description }: Parameter) =>
  row(
    name,
    schema,
    required === true,
    html`<span class="note">in the ${place}</span
      >${description && html`<span class="note">${inCode(description)}</span>`}`,
  );

function answerOf(status: string, { content = {} }: Response): Html {
  return html`<details>
    <summary>Answers ${status}: ${Object.keys(content).join(", ")}</summary>
    ${contentOf(content)}
  </details>`;
}

const contentOf = (content: Content): Html[] =>
  Object.entries(content).map(([type, { schema }]) =>
    schema && Object.keys(schema).length > 0 ? tree(schema) : html`<p class="who"><code>${type}</code></p>`,
  );

/** The call, to be pasted into a terminal. */
function curl({ method, path, security, requestBody }: Described): string {
  const json = requestBody?.content["application/json"];
  const file = requestBody?.content["multipart/form-data"];
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$SITE${basePath}${path}"`,
    security.length > 0 && '-H "Authorization: Bearer $TOKEN"',
    json?.example !== undefined && `-H "Content-Type: application/json" -d '${JSON.stringify(json.example)}'`,
    file && "-F file=@FILE",
  ]
    .filter(Boolean)
    .join(" \\\n  ");
}
