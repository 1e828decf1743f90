/** Downloads over a real socket, from a house with a hundred thousand facilities: what clients do there, they do. */
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { openHouse, type Person, type TestHouse } from "./house.ts";

export const manyFacilities = 100_000;

export interface Downloads {
  house: TestHouse;
  base: string;
  owner: Person;
  /** Of all that came so far, until it is cleared. */
  sockets: Set<Socket>;
  /** An export that is asked for by `end`, of the owner unless said otherwise. */
  begin(list: string, person?: Person): ClientRequest;
  open(list: string, person?: Person): Promise<IncomingMessage>;
  /** In the database now, beside the one that counts. */
  transactions(): Promise<number>;
  /** At the server now. */
  connections(): Promise<number>;
  /** A client that stays and reads nothing holds up all that follow: a test that fails leaves none. */
  endAll(): void;
}

/** @param beforeSending what else happens before an answer goes out */
export async function openDownloads(beforeSending = async (): Promise<void> => {}): Promise<Downloads> {
  const binding = (app: FastifyInstance) => void app.addHook("onSend", () => beforeSending());
  const house = await openHouse({ env: { DATABASE_POOL: "6" }, more: [{ contract: {}, binding }] });
  const owner = await house.member(house.here, 1);
  await sql`insert into facilities (organization_id, id, name, description, timezone, created_at, updated_at)
    select ${house.here}, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Facility ' || lpad(n::text, 6, '0'),
      repeat('All that can be said about it. ', 5), 'Europe/Paris', ${house.clock.now()}, ${house.clock.now()}
    from generate_series(1, ${sql.lit(manyFacilities)}) as n`.execute(house.db);
  const sockets = new Set<Socket>();
  const clients = new Set<ClientRequest>();
  const { server } = house.app;
  await house.app.listen({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket) => sockets.add(socket));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  const begin = (list: string, { token } = owner) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = request(`${base}/organizations/${house.here}/export/${list}.csv`, { headers, agent: false });
    clients.add(asked);
    return asked.on("error", () => undefined);
  };
  return {
    house,
    base,
    owner,
    sockets,
    begin,
    open: (list, person) =>
      new Promise((resolve, reject) => begin(list, person).on("response", resolve).on("error", reject).end()),
    async transactions() {
      const { rows } = await sql<{ open: number }>`
        select count(*)::int as open from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'
          and xact_start is not null and pid <> pg_backend_pid()`.execute(house.db);
      return rows[0]?.open ?? 0;
    },
    connections: () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
    endAll() {
      for (const client of clients) client.destroy();
      clients.clear();
    },
  };
}

/** Waits for what comes within five seconds. @throws when it does not */
export async function until(met: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await met()) return;
    await sleep(25);
  }
  throw new Error("It did not come to that");
}
