/**
 * Builds the page that opens without a network, apart from the application: it has few files, which a browser keeps, and
 * nothing of a page that writes. `offline-files.json` lists them for the service worker.
 */
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { messageFiles, precompress, splitContract } from "./vite.config.ts";

const isLanguage = /^assets\/kept-(?:en|fr)-[^/]+\.json$/;
/** Texts in other scripts than Latin have the font of the system. */
const isKeptFile = /\.(?:js|css|html)$|geist-latin-wght-normal[^/]*\.woff2$/;

const listOfflineFiles = (): Plugin => ({
  name: "list-offline-files",
  enforce: "post",
  generateBundle(_options, bundle) {
    const pathsOf = (pattern: RegExp) =>
      Object.keys(bundle)
        .filter((name) => pattern.test(name))
        .map((name) => `/${name}`);
    const files = {
      offlineFiles: [...pathsOf(isKeptFile), "/theme.js", "/favicon.svg"],
      languageFiles: pathsOf(isLanguage),
    };
    this.emitFile({ type: "asset", fileName: "offline-files.json", source: JSON.stringify(files) });
  },
});

export default defineConfig({
  root: "web",
  plugins: [
    messageFiles({ isOffline: true }),
    splitContract(),
    react({ compiler: { reportDiagnostics: true } }),
    tailwindcss(),
    listOfflineFiles(),
    precompress(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    cssTarget: ["chrome123", "safari17.5", "firefox120"],
    rolldownOptions: { input: "web/offline.html" },
  },
});
