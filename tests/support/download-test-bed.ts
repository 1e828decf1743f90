/** Test bed for downloads over a real socket, with 100,000 facilities. */
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { createTestApp, type Person, type TestApp } from "./test-app.ts";

export const FACILITY_COUNT = 100_000;

export interface DownloadTestBed {
  testApp: TestApp;
  base: string;
  owner: Person;
  sockets: Set<Socket>;
  /** An export request, sent by `end()`. Default person: the owner. */
  startExport(list: string, person?: Person): ClientRequest;
  openExport(list: string, person?: Person): Promise<IncomingMessage>;
  transactions(): Promise<number>;
  connections(): Promise<number>;
  /** An idle client blocks later tests, so a failed test must not leave one. */
  destroyClients(): void;
}

export async function createDownloadTestBed(beforeSending = async (): Promise<void> => {}): Promise<DownloadTestBed> {
  const binding = (app: FastifyInstance) => void app.addHook("onSend", () => beforeSending());
  const testApp = await createTestApp({ env: { DATABASE_POOL: "6" }, extraModules: [{ contract: {}, binding }] });
  const owner = await testApp.member(testApp.organizationId, 1);
  await sql`insert into facilities (organization_id, id, name, description, timezone, created_at, updated_at)
    select ${testApp.organizationId}, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Facility ' || lpad(n::text, 6, '0'),
      repeat('All that can be said about it. ', 5), 'Europe/Paris', ${testApp.clock.now()}, ${testApp.clock.now()}
    from generate_series(1, ${sql.lit(FACILITY_COUNT)}) as n`.execute(testApp.db);
  const sockets = new Set<Socket>();
  const clients = new Set<ClientRequest>();
  const { server } = testApp.app;
  await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket) => sockets.add(socket));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  const begin = (list: string, { token } = owner) => {
    const headers = { authorization: `Bearer ${token}` };
    const download = request(`${base}/organizations/${testApp.organizationId}/export/${list}.csv`, {
      headers,
      agent: false,
    });
    clients.add(download);
    return download.on("error", () => undefined);
  };
  return {
    testApp,
    base,
    owner,
    sockets,
    startExport: begin,
    openExport: (list, person) =>
      new Promise((resolve, reject) => begin(list, person).on("response", resolve).on("error", reject).end()),
    async transactions() {
      const { rows } = await sql<{ open: number }>`
        select count(*)::int as open from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'
          and xact_start is not null and pid <> pg_backend_pid()`.execute(testApp.db);
      return rows[0]?.open ?? 0;
    },
    connections: () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
    destroyClients() {
      for (const client of clients) client.destroy();
      clients.clear();
    },
  };
}

export async function waitUntil(met: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await met()) return;
    await sleep(25);
  }
  throw new Error("It did not come to that");
}
