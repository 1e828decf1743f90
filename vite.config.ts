/** Builds the web into `web/dist`; in development serves it and hands the API to the server. */
import { readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, parseAst, type Plugin } from "vite";

type WordFile = Record<string, Record<string, unknown>>;
const readWords = (path: string) => JSON.parse(readFileSync(path, "utf8")) as WordFile;

/**
 * `virtual:word-files`: the address of each language's words, which are data and no script. English text stands where a
 * French one is missing, so that one language is one file.
 */
const wordFiles = (): Plugin => {
  const folder = `${import.meta.dirname}/words`;
  const wordsOf = (language: string) => {
    const words = readWords(`${folder}/${language}.json`);
    const merged = Object.entries(readWords(`${folder}/en.json`)).map(([room, texts]) => [
      room,
      { ...texts, ...words[room] },
    ]);
    return JSON.stringify(Object.fromEntries(merged));
  };
  let building = false;
  return {
    name: "word-files",
    configResolved(config) {
      building = config.command === "build";
    },
    resolveId: (id) => (id === "virtual:word-files" ? "\0virtual:word-files" : null),
    load(id) {
      if (id !== "\0virtual:word-files") return null;
      const address = (language: string) =>
        building
          ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "asset", name: `${language}.json`, source: wordsOf(language) })}`
          : `"/@words/${language}.json"`;
      return `export const wordFiles = { en: ${address("en")}, fr: ${address("fr")} };`;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const language = request.url?.match(/^\/@words\/(en|fr)\.json/)?.[1];
        if (!language) return next();
        response.setHeader("content-type", "application/json").end(wordsOf(language));
      });
    },
  };
};

interface Node {
  type: string;
  start: number;
  end: number;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const within = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const calls = (node: Node): boolean =>
  !/Function/.test(node.type) && (node.type === "CallExpression" || within(node).some(calls));

/** A call such as `get("/path", { allow, … })`, in which an endpoint is declared. */
interface Declared extends Node {
  callee: { name?: string };
  arguments: [Node, { properties: (Node & { key?: { name: string } })[] }];
}
const declarations = (node: Node): Declared[] =>
  node.type === "CallExpression" && /^(?:get|post|put|patch|del)$/.test((node as Declared).callee.name ?? "")
    ? [node as Declared]
    : within(node).flatMap(declarations);

/**
 * Of an endpoint pages need how it is called and who may call it. What it takes and answers is the server's matter; forms
 * import their drafts. So the rest is left out, and schemas that nothing names any more are neither sent nor built.
 */
const onlyCalls = (): Plugin => ({
  name: "only-calls",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: /\/contract\/[\w-]+\.ts$/ },
    handler(code) {
      const program = parseAst(code, { lang: "ts" }) as unknown as Node;
      const edits: [from: number, to: number, text: string][] = [];
      for (const { arguments: its } of declarations(program))
        for (const { start, end, key } of its[1].properties)
          if (key && key.name !== "allow") edits.push([start, code[end] === "," ? end + 1 : end, ""]);
      const constants = within(program)
        .flatMap((node) => [node, ...within(node)])
        .filter(({ type }) => type === "VariableDeclaration")
        .flatMap((node) => (node as Node & { declarations: { init: Node | null }[] }).declarations);
      for (const { init } of constants)
        if (init && calls(init)) {
          edits.push([init.start, init.start, "/* @__PURE__ */ (() => ("]);
          edits.push([init.end, init.end, "))()"]);
        }
      let left = code;
      for (const [from, to, text] of edits.toSorted((one, other) => other[0] - one[0]))
        left = left.slice(0, from) + text + left.slice(to);
      return { code: left, map: null };
    },
  },
});

/** Asks for the font with the page, and not only once the stylesheet has named it. */
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

/**
 * Has the browser compile all of some files while they are still loading, beside the main thread, and not each function
 * when it is first called: those of which nearly all is. The hint has to be a file's first line, after whatever else writes there.
 */
const compiledAhead = (...names: string[]): Plugin => ({
  name: "compiled-ahead",
  apply: "build",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk" && names.includes(chunk.name))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
  },
});

/** Writes `.br` and `.gz` beside every text, so that the server compresses nothing. What is on the disk is final; bundles are not. */
const precompress = (): Plugin => ({
  name: "precompress",
  apply: "build",
  async writeBundle({ dir = "" }) {
    const names = (await readdir(dir, { recursive: true })).filter((name) => /\.(js|css|svg|html|json)$/.test(name));
    const compress = async (name: string) => {
      const source = await readFile(join(dir, name));
      if (source.length < 512) return;
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

const server = `http://localhost:${process.env["PORT"] ?? 3000}`;

export default defineConfig({
  root: "web",
  plugins: [
    wordFiles(),
    onlyCalls(),
    react({ compiler: { reportDiagnostics: true } }),
    tailwindcss(),
    preloadFont(),
    compiledAhead("planning", "acting", "core"),
    precompress(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // A style that comes with a page has the browser look at all of the page before once more.
    cssCodeSplit: false,
    // The first bundle names what each page needs; not again what it needs itself.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === "js" ? needed.filter((name) => !/\/(core|basics|addresses|rolldown-runtime)-/.test(name)) : needed,
    },
    // Else every light-dark() would be rewritten.
    cssTarget: ["chrome123", "safari17.5", "firefox120"],
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs, in few files: they pack better, and dozens of small ones would be fetched one by one.
          groups: [
            {
              name: "core",
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\//,
              priority: 3,
            },
            {
              name: "basics",
              test: /node_modules\/zod\/|\/contract\/(kit|accounts)\.ts|\/words\/\w+\.ts|\/web\/kit\/(api|session|words|toast|toasts|cx|theme|button|input|icons|logo|document-title|after-paint|once)\.tsx?$/,
              priority: 2,
            },
            {
              name: "forms",
              test: /\/web\/kit\/(form|form-check|form-context|form-store|field|fields|textarea)\.tsx?$/,
              priority: 1,
            },
            {
              name: "inside",
              test: /node_modules\/@tanstack\/(query-core|react-query)\/|\/web\/kit\/(query|scope|page|tabs-bar|avatar|table|listing|pagination|export-button|download|search-box|skeleton|empty-state|kbd|lucide)\.tsx?$|\/web\/(shell|shell-frame|shell-links|shell-buttons|organizations\/organization-tabs)\.tsx?$|node_modules\/lucide-react\/dist\/esm\/(Icon|createLucideIcon|defaultAttributes|context|icons\/(settings|building-complex|calendar-days|calendar-off|shield-check|users|ticket|rotate-ccw-clock|clock|tags|plus|user-round-check|contact|layout-dashboard|activity)\.)/,
              priority: 1,
            },
            {
              // What their rows are made of, and that they change.
              name: "lists",
              test: /\/web\/kit\/(badge|select|option-list|combobox|list-filters|date-input|moment|dates|route-param|live|money)\.tsx?$|\/contract\/(organizations|sports|facilities|fields|events|events-rules)\.ts$|\/web\/availability\/(may-book|refresh)\.ts$|lucide-react\/dist\/esm\/icons\/(lock|globe|minus|check|chevron-down|chevrons-up-down)\./,
              priority: 1,
            },
            {
              name: "pictures",
              test: /\/web\/kit\/(court-art|photo)\.tsx?$|\/contract\/files\.ts$/,
              priority: 1,
            },
            {
              // What routes know of addresses.
              name: "addresses",
              test: /\/web\/kit\/list-search\.ts$|\/web\/events\/labels\.ts$|\/web\/sheets\/sheet-search\.ts$/,
              priority: 1,
            },
            {
              // What pages are made of on which one does more than look, and what is on offer there.
              name: "acting",
              test: /\/web\/kit\/(live-value|percent|remembered|later|kept|said|undo|tri-state|popover|when-loaded|dialog|check-box)\.tsx?$|\/web\/availability\/(slots|last-choice)\.ts$|\/contract\/(planning|availability|hours-rules|hours-week-rules)\.ts$|lucide-react\/dist\/esm\/icons\/(printer|trash|sun|repeat|wrench|sliders-horizontal|calendar-x-2|house)\./,
              priority: 1,
            },
            {
              // The planning until somebody does something on it; what opens then is loaded then.
              name: "planning",
              test: /\/web\/planner\/[\w-]+\.(tsx?|css)$|\/web\/planning\/(acts|bars|heard|keys|opened|planning-page|toolbar|view)\.tsx?$|\/web\/looking\/(?!key-list)[\w-]+\.tsx?$|\/web\/views\/saved-views\.tsx$|\/web\/moving\/(may-move|moving|target|verdict|verdict-text)\.tsx?$|\/web\/panel\/pointed\.tsx$|\/web\/quick\/(presence|quick-popover|use-quick)\.tsx?$|\/web\/choosing\/(copying|marks)\.ts$|\/web\/kit\/(pointer-drag|bit-by-bit|seen)\.tsx?$|lucide-react\/dist\/esm\/icons\/(bookmark|columns-3|lightbulb|message-square-text|rows-3|settings-2|timer|zoom-in|zoom-out)\./,
            },
          ],
        },
      },
      onLog(level, log, handler) {
        // The compiler skips what it cannot compile; here that is an error.
        if (log.plugin?.includes("react-compiler")) throw new Error(`${log.id ?? ""}: ${log.message}`);
        handler(level, log);
      },
    },
  },
  server: {
    proxy: Object.fromEntries(["/api", "/healthz", "/readyz", "/dev", "/test-payments"].map((path) => [path, server])),
  },
});
