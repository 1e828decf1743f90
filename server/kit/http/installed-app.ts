/** Serves the manifest and the service worker of the installed application (PWA). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { cacheNames } from "#contract/personal-data.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { translators } from "#server/kit/process/translators.ts";
import { requestLanguage } from "./serve-module.ts";

/** Written by the build: the files of the offline page, and the texts, of which a browser keeps one language. */
const OfflineFiles = z.object({ offlineFiles: z.array(z.string()), languageFiles: z.array(z.string()) });

function readOfflineFiles(folder: string): z.infer<typeof OfflineFiles> | undefined {
  try {
    return OfflineFiles.parse(JSON.parse(readFileSync(join(folder, "offline-files.json"), "utf8")));
  } catch (error) {
    // A server of the API alone has no build.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Without a build, or where the settings say so, a worker that removes itself. */
function composeServiceWorker(folder: string, isOn: boolean): string {
  const files = isOn ? readOfflineFiles(folder) : undefined;
  const script = readFileSync(join(import.meta.dirname, files ? "service-worker.js" : "service-worker-off.js"), "utf8");
  const values = Object.entries({ ...files, cacheNames }).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value)};`,
  );
  return [...values, script].join("\n");
}

const icons = [
  { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
  { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
  { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
] as const;

export const MANIFEST_TYPE = "application/manifest+json; charset=utf-8";
/** Paint the window before a theme is known. */
export const manifestColors = { theme_color: "#0f6b4d", background_color: "#f2f5f2" } as const;

/** @param folder of the build */
export function serveInstalledApp(app: FastifyInstance, { config }: AppContext, folder: string): void {
  const script = composeServiceWorker(folder, config.hasServiceWorker);
  app.get("/sw.js", async (_request, reply) =>
    reply.header("cache-control", "no-store").type("text/javascript; charset=utf-8").send(script),
  );
  app.get("/app.webmanifest", async (request, reply) => {
    const language = requestLanguage(request);
    const t = translators[language];
    const manifest = {
      ...{ id: "/", name: "Baseline", short_name: "Baseline", lang: language, dir: "ltr" },
      ...{ start_url: "/find", scope: "/", display: "standalone", ...manifestColors },
      icons,
      shortcuts: [
        { name: t("bookings.find"), url: "/find" },
        { name: t("overview.mine"), url: "/my-bookings" },
        { name: t("planning.title"), url: "/planning" },
      ],
    };
    void reply.header("cache-control", "public, max-age=3600").header("vary", "accept-language").type(MANIFEST_TYPE);
    return reply.send(JSON.stringify(manifest));
  });
}
