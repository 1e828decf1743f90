/** Builds the web into `web/dist`; in development serves it and hands the API to the server. */
import { readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

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
    const merged = Object.entries(readWords(`${folder}/en.json`)).map(([room, texts]) => [room, { ...texts, ...words[room] }]);
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

/** Asks for the font with the page, and not only once the stylesheet has named it. */
const preloadFont = (): Plugin => ({
  name: "preload-font",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((name) => /geist-latin-wght-normal.*\.woff2$/.test(name));
      return font ? [{ tag: "link", attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${font}`, crossorigin: true }, injectTo: "head" }] : [];
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
  plugins: [wordFiles(), react({ compiler: { reportDiagnostics: true } }), tailwindcss(), preloadFont(), precompress()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
              test: /node_modules\/zod\/|\/contract\/(kit|accounts)\.ts|\/words\/\w+\.ts|\/web\/kit\/(api|session|words|toast|toasts|cx|theme|button|input|icons|logo|document-title)\.tsx?$/,
              priority: 2,
            },
            {
              name: "forms",
              test: /\/web\/kit\/(form|form-check|form-context|form-store|form-values|field|fields|textarea)\.tsx?$/,
              priority: 1,
            },
            {
              name: "inside",
              test: /node_modules\/@tanstack\/(query-core|react-query)\/|\/web\/kit\/(query|scope|page|tabs-bar|avatar|table|listing|pagination|search-box|skeleton|empty-state|kbd|lucide)\.tsx?$|node_modules\/lucide-react\/dist\/esm\/(Icon|createLucideIcon|defaultAttributes|context)/,
              priority: 1,
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
  server: { proxy: Object.fromEntries(["/api", "/healthz", "/readyz", "/dev"].map((path) => [path, server])) },
});
