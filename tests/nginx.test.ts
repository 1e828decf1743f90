/** The nginx of deploy/nginx before a server. Skipped where nginx or openssl is not installed. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findFreePort, type RunningServer, startServer } from "./support/start-server.ts";
import { createTestApp, type Person, type TestApp } from "./support/test-app.ts";

/** Not the address that nginx has for the server. */
const caller = "127.0.0.2";
const isInstalled = (tool: string) => spawnSync("sh", ["-c", `command -v ${tool}`]).status === 0;
const areToolsThere = process.env.CHECK_DEPLOY === "1" || ["nginx", "openssl"].every(isInstalled);

describe.skipIf(!areToolsThere)("nginx before a server", () => {
  const folder = mkdtempSync(join(tmpdir(), "baseline-nginx-"));
  let testApp: TestApp;
  let server: RunningServer;
  let nginx: ChildProcess;
  let owner: Person;
  let [plainPort, port] = [0, 0];

  beforeAll(async () => {
    testApp = await createTestApp();
    testApp.clock.set(Temporal.Now.instant().toString());
    owner = await testApp.member(testApp.organizationId, 1);
    const env = { DATABASE_URL: testApp.database.url, DEMO: "0", WORKER: "off", TRUST_PROXY: "1" };
    server = await startServer("nginx", { ...env, APP_URL: "https://club.example" });
    [plainPort, port] = [await findFreePort(), await findFreePort()];
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    execFileSync(
      "openssl",
      [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=club.example",
        "-keyout",
        key,
        "-out",
        certificate,
      ],
      { stdio: "ignore" },
    );
    // The example as it is, but for its ports, its certificate and the server's port.
    const example = readFileSync("deploy/nginx/baseline.conf", "utf8")
      .replace("listen 80;", `listen 127.0.0.1:${plainPort};`)
      .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`)
      .replaceAll(/^.*listen \[::\].*$/gm, "")
      .replace("/etc/ssl/club.example/fullchain.pem", certificate)
      .replace("/etc/ssl/club.example/privkey.pem", key)
      .replace("127.0.0.1:3000", new URL(server.url).host.replace("localhost", "127.0.0.1"));
    const configuration = join(folder, "nginx.conf");
    writeFileSync(
      configuration,
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; ${process.getuid?.() === 0 ? "user root;" : ""}
       events {} http { access_log off; ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
       ${example} }`,
    );
    const checked = spawnSync("nginx", ["-t", "-c", configuration], { encoding: "utf8" });
    if (checked.status !== 0) throw new Error(checked.stderr);
    nginx = spawn("nginx", ["-c", configuration], { stdio: "ignore" });
    await vi.waitUntil(async () => (await send("GET", "/healthz").catch(() => undefined))?.status === 200, 10_000);
  }, 120_000);
  afterAll(async () => {
    if (nginx) {
      const ended = new Promise((resolve) => nginx.once("exit", resolve));
      nginx.kill("SIGTERM");
      await ended;
    }
    await server?.stop();
    await testApp.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Answer {
    status: number;
    headers: Record<string, string | string[] | undefined>;
    text: string;
  }
  const options = (method: string, path: string, headers: Record<string, string>) => ({
    host: "127.0.0.1",
    localAddress: caller,
    port,
    method,
    path,
    servername: "club.example",
    rejectUnauthorized: false,
    headers: { host: "club.example", authorization: `Bearer ${owner.token}`, ...headers },
  });
  const send = (method: string, path: string, body: Buffer | string = "", headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const call = request(
        options(method, path, { "content-length": String(Buffer.byteLength(body)), ...headers }),
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (part: string) => (text += part));
          response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
        },
      );
      call.on("error", reject).end(body);
    });
  const json = { "content-type": "application/json" };
  const organization = () => `/api/v1/organizations/${testApp.organizationId}`;

  test("a change comes through the live stream at once, not in a buffer", async () => {
    let text = "";
    const stream = request(options("GET", `${organization()}/live`, {}), (response) => {
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
    });
    stream.on("error", () => {}).end();
    await expect.poll(() => text).toContain("id: ");
    const made = await send("POST", `${organization()}/facilities`, JSON.stringify({ name: "Hall" }), json);
    expect(made.status).toBe(201);
    const { data } = JSON.parse(made.text) as { data: { id: string } };
    await expect.poll(() => text, { timeout: 15_000 }).toContain(data.id);
    stream.destroy();
  }, 30_000);

  test("an upload of the largest size reaches the server, a larger one does not", async () => {
    const boundary = "part";
    const form = (bytes: number) =>
      Buffer.concat([
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n`,
        ),
        Buffer.alloc(bytes, "a"),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
    const upload = (bytes: number) =>
      send("POST", `${organization()}/imports`, form(bytes), {
        "content-type": `multipart/form-data; boundary=${boundary}`,
      });
    // The server answers by itself: it finds no table in these bytes.
    expect((await upload(10 * 1024 * 1024)).text).toContain('"message"');
    const refused = await upload(13 * 1024 * 1024).catch((error: NodeJS.ErrnoException) => error);
    expect(refused instanceof Error || refused.status === 413).toBe(true);
  }, 30_000);

  test("the server knows the caller's address, and not one that the caller claims", async () => {
    const headers = { ...json, "x-forwarded-for": "203.0.113.9" };
    const { status } = await send("POST", `${organization()}/facilities`, JSON.stringify({ name: "Pool" }), headers);
    expect(status).toBe(201);
    const { rows } = await testApp.database.pool.query<{ address: string }>(
      "select address from activity where act = 'facilities.create' order by at desc limit 1",
    );
    expect(rows).toEqual([{ address: caller }]);
    expect(server.output()).not.toContain("X-Forwarded-For is ignored");
  });

  test("plain HTTP leads to HTTPS", async () => {
    const plain = await fetch(`http://127.0.0.1:${plainPort}/planning?date=2026-06-01`, {
      redirect: "manual",
      headers: { host: "club.example" },
    });
    expect([plain.status, new URL(plain.headers.get("location") ?? "").pathname]).toEqual([301, "/planning"]);
  });
});
