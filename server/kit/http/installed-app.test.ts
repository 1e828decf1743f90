import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { readConfig } from "#server/kit/process/config.ts";
import { serveInstalledApp } from "./installed-app.ts";

const folder = mkdtempSync(join(tmpdir(), "baseline-web-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = { offlineFiles: ["/offline.html", "/assets/offline.js"], languageFiles: ["/assets/en.json"] };

async function ask(url: string, env: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const app = fastify();
  serveInstalledApp(app, { config: readConfig(env) } as AppContext, folder);
  const answer = await app.inject({ url, headers });
  await app.close();
  return answer;
}

test("a server without a build, and one whose settings say so, serve a worker that removes itself", async () => {
  const without = await ask("/sw.js");
  expect(without.body).toMatch(/unregister\(\)/);
  writeFileSync(join(folder, "offline-files.json"), JSON.stringify(files));
  const off = await ask("/sw.js", { SERVICE_WORKER: "off" });
  expect(off.body).toMatch(/unregister\(\)/);
  expect(off.body).not.toMatch(/respondWith/);
});

test("the service worker is never stored, names the files of the build, and leaves the API alone", async () => {
  writeFileSync(join(folder, "offline-files.json"), JSON.stringify(files));
  const { headers, body } = await ask("/sw.js");
  expect([headers["cache-control"], headers["content-type"]]).toEqual(["no-store", "text/javascript; charset=utf-8"]);
  expect(body).toContain('const offlineFiles = ["/offline.html","/assets/offline.js"];');
  expect(body).not.toMatch(/unregister/);
  const [, pattern = ""] = /otherPages = \/(.*)\/;/.exec(body) ?? [];
  const otherPages = new RegExp(pattern);
  for (const path of ["/api/v1/auth/user", "/c/a-club", "/b/secret", "/w/secret", "/embed/a-club", "/dev/mail"])
    expect(otherPages.test(path), path).toBe(true);
  for (const path of ["/", "/my-bookings", "/organizations/1/planning", "/auth/logout", "/book/a-club", "/closures"])
    expect(otherPages.test(path), path).toBe(false);
});

test("the manifest has icons that systems may cut, and its words in the reader's language", async () => {
  const answer = await ask("/app.webmanifest", {}, { "accept-language": "fr" });
  expect(answer.headers["content-type"]).toMatch("application/manifest+json");
  const manifest = answer.json();
  expect(manifest).toMatchObject({ id: "/", start_url: "/find", display: "standalone", lang: "fr" });
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable");
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual(["/find", "/my-bookings", "/planning"]);
  const english = (await ask("/app.webmanifest")).json();
  expect(english.shortcuts[1].name).not.toBe(manifest.shortcuts[1].name);
});

test("the worker shows what a push service brings, and opens its page in the window that has it, else in a new one", async () => {
  const listeners = new Map<string, (event: object) => void>();
  const shown: unknown[] = [];
  const opened: string[] = [];
  const pages = [{ url: "https://club.example/my-bookings", focus: () => opened.push("focus") }];
  const self = {
    location: { origin: "https://club.example" },
    registration: { showNotification: (...args: unknown[]) => shown.push(args) },
    clients: { matchAll: async () => pages, openWindow: (url: string) => opened.push(url) },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  };
  const { body } = await ask("/sw.js");
  runInNewContext(body, { self, caches: {}, URL, setTimeout });
  const dispatch = async (type: string, event: object) => {
    let work: unknown;
    listeners.get(type)?.({ ...event, waitUntil: (given: unknown) => (work = given) });
    await work;
  };
  const news = { title: "Club", body: "A time is free", url: "/my-bookings", tag: "one" };
  await dispatch("push", { data: { json: () => news } });
  expect(shown).toEqual([
    ["Club", expect.objectContaining({ body: "A time is free", tag: "one", data: { url: "/my-bookings" } })],
  ]);
  const click = (url: string) => dispatch("notificationclick", { notification: { data: { url }, close: () => {} } });
  await click("/my-bookings");
  await click("/notifications");
  expect(opened).toEqual(["focus", "https://club.example/notifications"]);
});
