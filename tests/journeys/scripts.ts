/** Addresses of the built scripts, most of which are named by their hash alone. */
import { readFileSync } from "node:fs";

/** @param source such as `quick-booking-form.tsx`: the module that is loaded when it is needed */
export function findScript(source: string): string {
  const url = new URL("../../web/dist/manifest.json", import.meta.url);
  const manifest = JSON.parse(readFileSync(url, "utf8")) as Record<string, { file: string }>;
  const [, found] = Object.entries(manifest).find(([path]) => path.endsWith(`/${source}`)) ?? [];
  if (!found) throw new Error(`No script has ${source}: build the web, or name a module that is imported lazily`);
  return `/${found.file}`;
}
