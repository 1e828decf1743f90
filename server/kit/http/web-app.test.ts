import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addErrorHandler } from "./error-handler.ts";
import { serveWebApp } from "./web-app.ts";

const folder = mkdtempSync(join(tmpdir(), "baseline-web-"));
let app: FastifyInstance;
beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<p>Baseline</p>");
  writeFileSync(join(folder, "app.html"), "<p>Baseline, signed in</p>");
  writeFileSync(join(folder, "assets", "main.js"), "");
  app = fastify();
  addErrorHandler(app);
  await serveWebApp(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const id = "0190a0b0-0000-7000-8000-000000000000";

test("every page of the product is there", async () => {
  for (const url of [
    "/",
    "/auth/login",
    "/auth/login/?next=/x",
    "/legal/terms",
    "/guide",
    "/guide/planning",
    "/paid",
  ]) {
    const { statusCode, body } = await app.inject({ url });
    expect([url, statusCode, body]).toEqual([url, 200, "<p>Baseline</p>"]);
  }
  for (const url of [`/organizations/${id}/planning`, `/events/${id}`, "/overview?q=/auth/"]) {
    const { statusCode, body } = await app.inject({ url });
    expect([url, statusCode, body]).toEqual([url, 200, "<p>Baseline, signed in</p>"]);
  }
  expect((await app.inject({ url: "/assets/main.js" })).statusCode).toBe(200);
});

test("an unknown page is the same page with the status 404", async () => {
  const scanned = [
    "/.git/config",
    "/auth/reset-password~",
    "/wp-admin",
    "/nowhere/at/all",
    "/auth",
    "/auth/login/more",
  ];
  for (const url of scanned) {
    const { statusCode, headers, body } = await app.inject({ url });
    expect([url, statusCode]).toEqual([url, 404]);
    expect(body).toMatch(/^<p>Baseline/);
    expect(headers["content-type"]).toContain("text/html");
    expect((await app.inject({ url, method: "HEAD" })).statusCode).toBe(404);
  }
});

test("what is no page is not answered with one", async () => {
  for (const url of ["/.env", "/backup.zip", "/assets/main-old.js", "/api/v1/nowhere", "/dev/mail"]) {
    const { statusCode, body } = await app.inject({ url });
    expect([url, statusCode]).toEqual([url, 404]);
    expect(body).not.toContain("<p>Baseline</p>");
  }
  expect((await app.inject({ url: "/auth/login", method: "POST" })).statusCode).toBe(404);
});
