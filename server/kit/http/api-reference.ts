/** API reference at `/api/docs` (Scalar), and the typed client at `/api/client.ts`: both made at the first request. */
import { createHash } from "node:crypto";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { writeApiClient } from "./api-client.ts";
import { GZIP } from "./compression.ts";
import { html } from "./html.ts";
import { openapiDocument } from "./openapi.ts";
import { matchesEtag } from "./security-headers.ts";
import { API_BASE_PATH } from "./serve-module.ts";

/** Our colours: the library's grey of small texts and green of code have too little contrast for axe. */
const customCss = `
.light-mode { --scalar-color-1: #17211d; --scalar-color-2: #47514d; --scalar-color-3: #616a66; --scalar-color-accent: #116b4b; --scalar-color-green: #116b4b; }
.dark-mode { --scalar-color-1: #eaedeb; --scalar-color-2: #adb3af; --scalar-color-3: #949b97; --scalar-color-accent: #69d3a2; }
`;

/** Disables everything that contacts other servers: fonts and proxy of scalar.com, telemetry, hosted client, AI. */
const configuration = {
  url: `${API_BASE_PATH}/openapi.json`,
  theme: "default",
  customCss,
  layout: "modern",
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  operationTitleSource: "summary",
  authentication: { preferredSecurityScheme: "bearer" },
};

/** The script mounts itself on `#api-reference`, because our content security policy forbids inline scripts. */
const renderPage = () =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>API · ${openapiDocument().info.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <div id="api-reference" data-configuration="${JSON.stringify(configuration)}"></div>
        <noscript>
          This page needs JavaScript. The same as a document: <a href="${configuration.url}">OpenAPI 3.1</a>.
        </noscript>
        <script src="/api/docs/scalar.js"></script>
      </body>
    </html>`.html;

/** Only the Fastify plugin of the package exposes the bundle. */
async function readBundle(): Promise<string> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const app = fastify();
  await app.register(scalar, { routePrefix: "/", configuration: { url: configuration.url } });
  const { body } = await app.inject("/js/scalar.js");
  await app.close();
  return body;
}

interface CachedFile {
  content: string;
  etag: string;
}
const withEtag = (content: string): CachedFile => ({
  content,
  etag: `"${createHash("sha1").update(content).digest("base64url")}"`,
});

function sendCached(request: FastifyRequest, reply: FastifyReply, type: string, { content, etag }: CachedFile) {
  void reply.header("cache-control", "public, no-cache").header("etag", etag);
  return matchesEtag(request, etag) ? reply.code(304).send() : reply.type(type).send(content);
}

export function serveApiReference(app: FastifyInstance): void {
  let page: CachedFile | undefined;
  let bundle: Promise<CachedFile> | undefined;
  let client: CachedFile | undefined;
  app.get("/api/docs", async (request, reply) =>
    sendCached(request, reply, "text/html; charset=utf-8", (page ??= withEtag(renderPage()))),
  );
  app.get("/api/docs/scalar.js", { compress: GZIP }, async (request, reply) =>
    sendCached(request, reply, "text/javascript; charset=utf-8", await (bundle ??= readBundle().then(withEtag))),
  );
  app.get("/api/client.ts", { compress: GZIP }, async (request, reply) =>
    sendCached(request, reply, "text/plain; charset=utf-8", (client ??= withEtag(writeApiClient()))),
  );
}
