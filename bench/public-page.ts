/**
 * The public page of the demo's club from its cache, beside bare Fastify with the same bytes, in turns:
 * `node bench/public-page.ts [SECONDS]`. A change made meanwhile must show within a second. Rates move with whatever else
 * runs, so that the limit is of processor time: exits with 1 where a second of it answers fewer than 1,000 pages, or where
 * the page stays as it was. It needs Linux.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { measureLoad } from "#bench/measure/load.ts";
import { readCpuMs } from "#bench/measure/processes.ts";
import { startServer } from "#tests/support/start-server.ts";

const MIN_PER_SECOND = 1000;
const MAX_STALE_MS = 1000;
const CONNECTIONS = 16;
const ROUNDS = 3;
const PATH = "/c/tennis-club-des-berges";
const seconds = Number(process.argv[2] ?? 3);

const agent = new Agent({ keepAlive: true });
const read = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        response.statusCode === 200
          ? resolve(Buffer.concat(chunks).toString())
          : reject(new Error(`${url} answered ${response.statusCode}`)),
      );
    }).on("error", reject);
  });

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** Changes what the page says, and waits until the page says so. */
async function measureChange(url: string): Promise<number> {
  const call = async (method: string, path: string, token?: string, body?: object) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return ((await answer.json()) as { data: { access_token: string } & { id: string }[] }).data;
  };
  const credentials = { email: "owner@demo.test", password: "demo-password-1" };
  const { access_token: token } = await call("POST", "/auth/login", undefined, credentials);
  const [club] = await call("GET", "/organizations/search?q=berges", token);
  const tagline = `Changed at ${Math.round(performance.now())}`;
  await call("PATCH", `/organizations/${club?.id}/page`, token, { tagline });
  const began = performance.now();
  while (!(await read(url + PATH)).includes(tagline)) if (performance.now() - began > 20_000) return Infinity;
  return performance.now() - began;
}

const server = await startServer("bench-public-page");
const bare = fork(join(import.meta.dirname, "measure/bare-server.ts"));
try {
  const body = await read(server.url + PATH);
  bare.send({ type: "text/html; charset=utf-8", body });
  const [bareUrl] = (await once(bare, "message")) as [string];
  const measure = async (pid: number, url: string) => {
    const before = readCpuMs(pid);
    const { count, perSecond } = await measureLoad(CONNECTIONS, seconds, () => read(url));
    return { perSecond, perCpuSecond: (count * 1000) / Math.max(1, readCpuMs(pid) - before) };
  };
  const rounds: { own: Awaited<ReturnType<typeof measure>>; peer: Awaited<ReturnType<typeof measure>> }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      own: await measure(server.pid, server.url + PATH),
      peer: await measure(bare.pid ?? 0, bareUrl),
    });
  const product = median(rounds.map(({ own }) => own.perCpuSecond));
  const ratio = product / median(rounds.map(({ peer }) => peer.perCpuSecond));
  const rate = median(rounds.map(({ own }) => own.perSecond));
  const staleMs = await measureChange(server.url);
  console.log(
    `${Math.round(product)} pages of ${body.length} bytes in a second of processor time, ${ratio.toFixed(2)} of bare Fastify ` +
      `(${Math.round(rate)} a second as the machine was); a change shows after ${Math.round(staleMs)} ms`,
  );
  if (product < MIN_PER_SECOND || staleMs > MAX_STALE_MS) process.exitCode = 1;
} finally {
  agent.destroy();
  bare.kill();
  await server.stop();
}
