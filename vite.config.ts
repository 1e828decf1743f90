/** Builds the web into `web/dist`; in development serves it and hands the API to the server. */
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, parseAst, type Plugin } from "vite";
import { parseGuidePage } from "./web/general/parse-guide.ts";

type MessageFile = Record<string, Record<string, unknown>>;
const readMessages = (path: string) => JSON.parse(readFileSync(path, "utf8")) as MessageFile;

/** Modules whose messages the page without a network shows: it needs no others, and a device keeps what it loads. */
const offlineModules = [
  "accounts",
  "availability",
  "bookings",
  "events",
  "fields",
  "general",
  "kit",
  "overview",
  "participants",
  "planning",
];

/**
 * `virtual:message-files`: the address of each language's messages, which are data and no script. A text that French lacks
 * is the English one, so that a language is one file. `keptMessageFiles` are those that a device keeps.
 * @param options.isOffline for the page without a network: `messageFiles` are those that are kept
 */
export const messageFiles = ({ isOffline = false } = {}): Plugin => {
  const folder = `${import.meta.dirname}/messages`;
  const messagesOf = (language: string, modules?: readonly string[]) => {
    const own = readMessages(`${folder}/${language}.json`);
    const merged = Object.entries(readMessages(`${folder}/en.json`)).flatMap(([module, texts]) =>
      modules && !modules.includes(module) ? [] : [[module, { ...texts, ...own[module] }]],
    );
    return JSON.stringify(Object.fromEntries(merged));
  };
  let building = false;
  return {
    name: "message-files",
    configResolved(config) {
      building = config.command === "build";
    },
    resolveId: (id) => (id === "virtual:message-files" ? "\0virtual:message-files" : null),
    load(id) {
      if (id !== "\0virtual:message-files") return null;
      const address = (language: string, modules?: readonly string[]) =>
        building
          ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "asset", name: `${modules ? "kept-" : ""}${language}.json`, source: messagesOf(language, modules) })}`
          : `"/@messages/${language}.json"`;
      const listOf = (modules?: readonly string[]) =>
        `{ en: ${address("en", modules)}, fr: ${address("fr", modules)} }`;
      const kept = listOf(offlineModules);
      return `export const messageFiles = ${isOffline ? kept : listOf()};\nexport const keptMessageFiles = ${kept};`;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const language = request.url?.match(/^\/@messages\/(en|fr)\.json/)?.[1];
        if (!language) return next();
        response.setHeader("content-type", "application/json").end(messagesOf(language));
      });
    },
  };
};

/** `virtual:guide-en`, `virtual:guide-fr`: the guide of a language from `docs/guide`, as HTML. */
const guideFiles = (): Plugin => ({
  name: "guide-files",
  resolveId: (id) => (id.startsWith("virtual:guide-") ? `\0${id}` : null),
  async load(id) {
    const [, language] = /^\0virtual:guide-(\w+)$/.exec(id) ?? [];
    if (!language) return null;
    const folder = join(import.meta.dirname, "docs/guide", language);
    const pages = (await readdir(folder)).map(async (file) => {
      const path = join(folder, file);
      this.addWatchFile(path);
      return [basename(file, ".md"), parseGuidePage(await readFile(path, "utf8"))];
    });
    return `export const guide = ${JSON.stringify(Object.fromEntries(await Promise.all(pages)))};`;
  },
});

/** Loads the font with the page instead of after the stylesheet that names it. */
const preloadFont = (): Plugin => ({
  name: "preload-font",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((name) => /geist-latin-wght-normal.*\.woff2$/.test(name));
      return font
        ? [
            {
              tag: "link",
              attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${font}`, crossorigin: true },
              injectTo: "head",
            },
          ]
        : [];
    },
  },
});

/** Links to the messages of each language: `theme.js`, which knows the language first, makes a preload of one. */
const preloadMessages = (): Plugin => ({
  name: "preload-messages",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle }) {
      const files = Object.keys(bundle ?? {}).flatMap((name) => {
        const [, language] = /^assets\/(en|fr)-[^/]+\.json$/.exec(name) ?? [];
        return language ? [{ language, href: `/${name}` }] : [];
      });
      return files.map(({ language, href }) => ({
        tag: "link",
        attrs: { "data-messages": language, as: "fetch", crossorigin: true, href },
        injectTo: "head-prepend" as const,
      }));
    },
  },
});

/** Every page has these already: app.html names the last three. */
const everyPageScripts = ["rolldown-runtime", "core", "index", "api", "input", "shell", "list", "search-keys"];
/** Loaded while the page rests, so that what it imports may follow it. */
const bellScript = "notifications";
const everyPageScript = new RegExp(`/(?:${everyPageScripts.join("|")})-[^/]+\\.js$`);

/**
 * Writes `app.html` beside `index.html`: the same, for pages behind the login, whose code loads at once instead of after the
 * router's. The server chooses by the path.
 */
const preloadApp = (): Plugin => ({
  name: "preload-app",
  apply: "build",
  enforce: "post",
  generateBundle(_options, bundle) {
    const index = bundle["index.html"];
    if (index?.type !== "asset") throw new Error("The build has no index.html");
    const html = String(index.source);
    const chunks = Object.values(bundle).filter(({ type }) => type === "chunk") as {
      name: string;
      fileName: string;
      imports: string[];
    }[];
    const wanted = chunks.filter(({ name }) =>
      ["shell", "guards", "authenticated-layout", "scope", "list"].includes(name),
    );
    const keys = chunks.find(({ name }) => name === "search-keys")?.fileName;
    if (!keys) throw new Error("The build has no search-keys");
    const files = new Set(wanted.flatMap(({ fileName, imports }) => [fileName, ...imports]));
    const links = [...files]
      .filter((file) => !html.includes(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
    // A script that the page waits for: keys are kept before the page says that it has loaded.
    links.push(`<script type="module" crossorigin src="/${keys}"></script>`);
    this.emitFile({
      type: "asset",
      fileName: "app.html",
      source: html.replace("</head>", `  ${links.join("\n    ")}\n  </head>`),
    });
  },
});

/** Writes `.br` and `.gz` beside every text that has none, so that the server compresses nothing. Reads the disk, because bundles still change until they are written. */
export const precompress = (): Plugin => ({
  name: "precompress",
  apply: "build",
  async writeBundle({ dir = "" }) {
    const names = (await readdir(dir, { recursive: true })).filter((name) => /\.(js|css|svg|html|json)$/.test(name));
    const compress = async (name: string) => {
      const source = await readFile(join(dir, name));
      if (source.length < 512 || existsSync(join(dir, `${name}.br`))) return;
      await Promise.all([
        promisify(gzip)(source, { level: 9 }).then((packed) => writeFile(join(dir, `${name}.gz`), packed)),
        promisify(brotliCompress)(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).then((packed) =>
          writeFile(join(dir, `${name}.br`), packed),
        ),
      ]);
    };
    await Promise.all(names.map(compress));
  },
});

/** The parts of a syntax tree that the contract plugins read. */
interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const isType = ({ type }: Node) => /^TS(?!Satisfies|As|NonNull)/.test(type);
const hasCall = (node: Node): boolean =>
  !/Function/.test(node.type) && (node.type === "CallExpression" || children(node).some(hasCall));
/** Names in values; those of members count too, because that does no harm. */
const namesIn = (node: Node): string[] =>
  isType(node)
    ? []
    : [...(node.type === "Identifier" && node.name ? [node.name] : []), ...children(node).flatMap(namesIn)];

/** A call such as `get("/path", { allow, … })` that declares an endpoint. */
interface EndpointCall extends Node {
  callee: Node;
  arguments: [Node, { properties: (Node & { key?: Node })[] }];
}
const endpointCalls = (node: Node): EndpointCall[] =>
  node.type === "CallExpression" && /^(?:get|post|put|patch|del|html)$/.test((node as EndpointCall).callee.name ?? "")
    ? [node as EndpointCall]
    : children(node).flatMap(endpointCalls);

interface Statement extends Node {
  declaration?: Statement | null;
  declarations?: (Node & { id: Node; init: Node | null })[];
  id?: Node | null;
}
const parseStatements = (code: string) => parseAst(code, { lang: "ts" }).body as unknown as Statement[];
const declarationOf = (statement: Statement): Statement => statement.declaration ?? statement;
const declaredNames = (statement: Statement): string[] => {
  const { declarations, id } = declarationOf(statement);
  return declarations ? declarations.flatMap((declared) => namesIn(declared.id)) : id ? namesIn(id) : [];
};

/**
 * Strips query, body, response and texts from the endpoints: pages need only path, method and permission, and forms import
 * their drafts. Unreferenced schemas then drop out, 6 to 8 kB of a page (decision 30).
 */
function stripEndpoints(code: string): string {
  const edits: [from: number, to: number, text: string][] = [];
  for (const statement of parseStatements(code)) {
    for (const { arguments: args } of endpointCalls(statement))
      for (const { start, end, key } of args[1].properties)
        if (key && key.name !== "allow") edits.push([start, code[end] === "," ? end + 1 : end, ""]);
    for (const { init } of declarationOf(statement).declarations ?? [])
      if (init && hasCall(init)) {
        edits.push([init.start, init.start, "/* @__PURE__ */ (() => ("]);
        edits.push([init.end, init.end, "))()"]);
      }
  }
  return edits
    .toSorted((one, other) => other[0] - one[0])
    .reduce((rest, [from, to, text]) => rest.slice(0, from) + text + rest.slice(to), code);
}

/**
 * Puts schemas and whatever uses them into a module of their own, so that pages without a form load no zod, 12 kB of a page
 * (decision 58).
 */
function splitSchemas(code: string, path: string): Record<"whole" | "plain" | "schemas", string> | undefined {
  const statements = parseStatements(code);
  if (!/from "zod\/mini"/.test(code)) return undefined;
  const imports = statements.filter(({ type }) => type === "ImportDeclaration");
  const values = statements.filter(
    (statement) => declaredNames(statement).length > 0 && !isType(declarationOf(statement)),
  );
  const schemaNames = new Set(imports.flatMap(namesIn));
  const isEndpoint = (statement: Statement) => endpointCalls(statement).length > 0;
  const usesSchemas = (statement: Statement) =>
    !isEndpoint(statement) && namesIn(statement).some((name) => schemaNames.has(name));
  const isSchema = (statement: Statement) => declaredNames(statement).some((name) => schemaNames.has(name));
  for (let count = -1; count !== schemaNames.size;) {
    count = schemaNames.size;
    for (const statement of values.filter(usesSchemas))
      for (const name of declaredNames(statement)) schemaNames.add(name);
  }
  const textOf = (parts: Statement[]) => parts.map(({ start, end }) => code.slice(start, end)).join("\n");
  const plain = values.filter((statement) => !isSchema(statement));
  const hidden = plain.filter(({ type }) => type !== "ExportNamedDeclaration").flatMap(declaredNames);
  const plainNames = plain.flatMap(declaredNames);
  return {
    whole: `export * from "${path}?plain";\nexport * from "${path}?schemas";`,
    plain: `${textOf([...imports, ...plain])}\nexport { ${hidden.join()} };`,
    schemas: `import { ${plainNames.join()} } from "${path}?plain";\n${textOf([...imports, ...values.filter(isSchema)])}`,
  };
}

export const splitContract = (): Plugin => ({
  name: "split-contract",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: /\/contract\/[\w-]+\.ts(?:\?|$)/ },
    handler(code, id) {
      const [path = "", part = "whole"] = id.split("?");
      const stripped = stripEndpoints(code);
      return { code: splitSchemas(stripped, path)?.[part as "whole"] ?? stripped, map: null, moduleSideEffects: false };
    },
  },
});

const server = `http://localhost:${process.env["PORT"] ?? 3000}`;

const PRELOADED_FILES = 2;

export default defineConfig({
  root: "web",
  plugins: [
    messageFiles(),
    guideFiles(),
    splitContract(),
    // React Aria ships its texts in 30 languages.
    optimizeLocales.vite({ locales: ["en-US", "fr-FR"] }),
    react({ compiler: { reportDiagnostics: true } }),
    tailwindcss(),
    preloadFont(),
    preloadMessages(),
    preloadApp(),
    precompress(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // A stylesheet that arrives with a page makes the browser restyle the whole document.
    cssCodeSplit: false,
    manifest: "manifest.json",
    modulePreload: {
      polyfill: false,
      // The first script lists them for each page: those of every page are left out, and what comes after the first ones
      // is found by their imports.
      resolveDependencies: (file, files) =>
        file.includes(`/${bellScript}-`)
          ? []
          : files.filter((one) => !everyPageScript.test(one)).slice(0, PRELOADED_FILES),
    },
    // Older targets have every light-dark() rewritten.
    cssTarget: ["chrome123", "safari17.5", "firefox120"],
    rolldownOptions: {
      output: {
        // The first script names all others: short hashes alone keep it small. The manifest tells what each is.
        chunkFileNames: ({ name }) =>
          [...everyPageScripts, bellScript].includes(name) ? "assets/[name]-[hash:7].js" : "assets/[hash:7].js",
        codeSplitting: {
          // Each group takes what matches and all that this imports, unless a group before has it. Few files pack better.
          groups: [
            { name: "core", test: /node_modules\/(react|react-dom|scheduler|@tanstack\/react-router)\// },
            { name: "main", tags: ["$initial"] },
            // Apart from what they use, which lists need as well.
            {
              debugName: "schemas",
              name: (id) => (id.includes("/zod/") ? "zod" : `${basename(id, ".ts?schemas")}-schemas`),
              test: /\/node_modules\/zod\/|\?schemas$/,
              includeDependenciesRecursively: false,
            },
            // The login needs these and nothing of the shell, lists these and no form.
            {
              name: "api",
              test: /\/contract\/accounts\.ts\?plain|\/web\/kit\/data\/api\.|\/web\/accounts\/(device-tokens|start-session)\./,
            },
            // A script of `app.html`, before the shell.
            { name: "search-keys", test: /\/web\/kit\/ui\/search-keys\./ },
            { name: "input", test: /\/web\/kit\/ui\/input\./ },
            { name: "form-store", test: /\/web\/kit\/form\/form-store\./ },
            { name: "form", test: /\/web\/kit\/form\/(form|text-fields)\./ },
            {
              name: "organization-options",
              test: /\/contract\/(organization-options|general-countries-rules|organizations-seller-rules)\./,
            },
            // Forms of organizations and facilities need it, and nothing of the shell.
            {
              name: "organization-shape",
              test: /\/contract\/(organization-shape|general-timezones-rules|organizations-numbers-rules)\./,
            },
            { name: "shell", test: /\/web\/(shell|guards|authenticated-layout)\./ },
            {
              name: "list",
              test: /\/web\/kit\/(list\/(?!labelled-filters)|render\/(use-now|lazy-part)\.|ui\/(page|check-box|dialog|popover|undo|icons|text-link)\.|data\/(invalidate-queries|use-live-refresh|use-local-storage|use-route-param)\.|format\/amount-format\.)|\/web\/availability\/can-book\.|\/web\/(events\/labels|sports\/use-sport-options)\.|\/contract\/(activity|approvals|customers|facilities|fields|events|events-states-rules|sports|views)\.ts\?plain|useMutation/,
            },
            // Filters by dates of one's own: other lists do not need them.
            {
              name: "date-filters",
              test: /\/web\/kit\/(list\/labelled-filters|form\/date-((range-)?input|kinds))\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "events",
              test: /\/web\/events\/(events?-(list|table|filters|views|sums)|place-filters|relative-dates|use-now|use-events-query)\.|\/web\/views\/(saved-events-views|events-view-state)\./,
              includeDependenciesRecursively: false,
            },
            // One file for what the bell and the pages show, because the first script names each.
            {
              name: bellScript,
              test: /\/web\/notifications\/(?!bell\.|module|routes)|\/contract\/notifications\.ts\?plain|\/contract\/notifications-sentence-rules\.|\/icons\/(calendar-x|check-check|file-(check|x)|shield-(alert|exclamation-point)|user-x)\.mjs/,
              includeDependenciesRecursively: false,
            },
            // The pages of a booking, of members and of guests, share its cards and two icons that are nobody else's.
            {
              name: "booking",
              test: /\/web\/bookings\/(booking-summary|booking-facts|cancellation-card|links)\.|\/icons\/(map-pinned|navigation)\.mjs/,
              includeDependenciesRecursively: false,
            },
            // Pages that few open, as one file for the same reason. Without their contracts, which their schemas import.
            {
              name: "integrations",
              test: /\/web\/(api-keys|webhooks|devices|busy-calendars|sign-on-providers|sms)\/(?!module|routes|access-code|planning-notice)/,
              includeDependenciesRecursively: false,
            },
            {
              name: "sales-settings",
              test: /\/web\/((products|time-windows|booking-limits)\/(?!module|routes|outside-rules)|(promo-codes\/promo-codes|extras\/extras)-page\.)/,
              includeDependenciesRecursively: false,
            },
            {
              name: "public-page-settings",
              test: /\/web\/(looks\/(?!module|routes|club-logo)|pages\/(?!module|routes))/,
              includeDependenciesRecursively: false,
            },
            {
              name: "orders",
              test: /\/web\/orders\/(?!module|routes|own-orders|withdraw)/,
              includeDependenciesRecursively: false,
            },
            // Pages of one noun are seen together, and the first script names each file.
            {
              name: "opening",
              test: /\/web\/hours\/(closures|closure-create|patterns|pattern)-page\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "series",
              test: /\/web\/series\/(series|create-series|series-edit)-page\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "approvals",
              test: /\/web\/approvals\/(approvals|decisions)-page\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "facility",
              test: /\/web\/facilities\/facility-(page|overview)\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "field",
              test: /\/web\/fields\/field-(page|overview)\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "person",
              test: /\/web\/members\/(member|user)-page\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "people",
              test: /\/web\/members\/(members|users)-page\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "takings-and-debts",
              test: /\/web\/payments\/(takings|debts)-page\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "setup",
              test: /\/web\/setup\/(setup|getting-started)-page\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "accounting",
              test: /\/web\/accounting\/(accounting|receipt-log)-page\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "vouchers",
              test: /\/web\/vouchers\/vouchers?-page\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "tills",
              test: /\/web\/tills\/(reports?|till|settings)-page\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "packs-and-memberships",
              test: /\/web\/(subscriptions\/(types|subscriptions)|packs\/(packs|pack-types))-page\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "guest-payment",
              test: /\/web\/payments\/(guest-payment|return)-page\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "waitlist",
              test: /\/web\/waitlist\/((waitlist|offer)-page|waiting-list)\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "facility-forms",
              test: /\/web\/facilities\/facility-(create|edit)-page\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "imports",
              test: /\/web\/imports\/(?!module|routes|labels)/,
              includeDependenciesRecursively: false,
            },
            {
              name: "roles",
              test: /\/web\/members\/(roles|role)-(page|form)\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "bookings",
              test: /\/web\/bookings\/(?!module|routes|labels|cancel-booking)/,
              includeDependenciesRecursively: false,
            },
            // Pages about oneself are seen together; so are those that open and recover an account.
            {
              name: "settings",
              test: /\/web\/(accounts\/((profile|preferences|password)-page|own-password-field)|members\/privacy-page|personal-data\/(?!module|routes)\w[\w-]*|email-changes\/email-page|second-factors\/(second-factor-page|removal-notice|confirmation-form|use-has-passkey|totp-setup|recovery-codes))\./,
              includeDependenciesRecursively: false,
            },
            {
              name: "account-access",
              test: /\/web\/accounts\/(register-page|forgot-password-pages|verify-email-page|email-verification-page|new-password-fields|first-administrator-page|logout-page)\.|\/web\/(second-factors\/(second-step|keep)-page|single-sign-on\/(callback|organization)-page|email-changes\/email-change-page)\./,
              includeDependenciesRecursively: false,
            },
            // One file for the login and what stands below it, which has no room for the imports of another one.
            {
              name: "login",
              test: /\/web\/(accounts\/login-page|single-sign-on\/(sign-on-link|waiting-request))\.|\/contract\/single-sign-on\.ts\?plain/,
              includeDependenciesRecursively: false,
            },
            // Lists of places show these, other lists do not.
            { name: "records", test: /\/web\/kit\/ui\/(photo|court-art|description-list|switch)\./ },
            { name: "icons", test: /\/lucide-react\//, minShareCount: 2 },
            {
              name: "controls",
              test: /\/web\/kit\/(render\/|ui\/segmented-control\.)|\/contract\/(hours-|availability\.)/,
            },
            { name: "planning", test: /\/web\/planning\/planning-page\./ },
          ],
        },
      },
      onLog(level, log, handler) {
        // The React Compiler skips what it cannot compile: make that an error.
        if (log.plugin?.includes("react-compiler")) throw new Error(`${log.id ?? ""}: ${log.message}`);
        handler(level, log);
      },
    },
  },
  server: {
    // With their slash: sources of the web are served too, such as api-keys/module.ts.
    proxy: Object.fromEntries(
      ["/api/", "/healthz", "/readyz", "/dev/", "/test-payments"].map((path) => [path, server]),
    ),
  },
});
