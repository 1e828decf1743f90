/** A primary and a synchronous standby under Patroni, with etcd. Times are as short as Patroni allows. */
import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findPostgresAccount } from "#server/kit/db/embedded-binaries.ts";
import { findFreePort } from "#tests/support/start-server.ts";
import { pathOf, type Service, startService } from "./services.ts";

export interface PatroniNode {
  name: string;
  port: number;
  restPort: number;
  start(): void;
  /** As if its machine lost power: Patroni and all processes of PostgreSQL end at once. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface PatroniCluster {
  nodes: readonly PatroniNode[];
  findPrimary(): Promise<PatroniNode | undefined>;
  /** Until there is a primary and a synchronous standby. @throws Error after a minute and a half */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
}

const WHOLE_TIMEOUT_MS = 90_000;
/** Seconds after which a primary that was not heard of has lost its place: the least that Patroni accepts. */
export const LEADER_TTL_SECONDS = 20;

interface NodePlan {
  name: string;
  port: number;
  restPort: number;
  etcdPort: number;
  folder: string;
}

const configuration = ({ name, port, restPort, etcdPort, folder }: NodePlan) => `
scope: baseline
name: ${name}
restapi:
  listen: 127.0.0.1:${restPort}
  connect_address: 127.0.0.1:${restPort}
etcd3:
  hosts: 127.0.0.1:${etcdPort}
bootstrap:
  dcs:
    ttl: ${LEADER_TTL_SECONDS}
    loop_wait: 1
    retry_timeout: 3
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 200
        synchronous_commit: "on"
        hot_standby_feedback: "on"
        wal_keep_size: 256MB
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${join(folder, "data")}
  bin_dir: ${dirname(pathOf("postgres"))}
  pgpass: ${join(folder, "pgpass")}
  authentication:
    superuser: { username: postgres, password: faults }
    replication: { username: replicator, password: faults }
    rewind: { username: rewinder, password: faults }
  parameters:
    unix_socket_directories: ${folder}
  pg_hba:
    - host all all 127.0.0.1/32 trust
    - host replication all 127.0.0.1/32 trust
    - local all all trust
`;

function createNode(parent: string, plan: Omit<NodePlan, "folder">): PatroniNode {
  const folder = join(parent, plan.name);
  mkdirSync(folder, { mode: 0o700 });
  const { uid, gid } = findPostgresAccount("");
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const file = join(parent, `${plan.name}.yml`);
  writeFileSync(file, configuration({ ...plan, folder }), { mode: 0o644 });
  let service: Service | undefined;
  const findPostmaster = () => {
    try {
      return Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]);
    } catch {
      return undefined;
    }
  };
  return {
    ...plan,
    start() {
      service = startService("patroni", [file], { logFile: join(parent, `${plan.name}.log`), asPostgres: true });
    },
    async kill() {
      const postmaster = findPostmaster();
      await service?.signal("SIGKILL");
      if (postmaster === undefined) return;
      for (const pid of [postmaster, ...listChildren(postmaster)]) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // It has ended by itself.
        }
      }
    },
    stop: async () => service?.signal("SIGTERM"),
  };
}

function listChildren(pid: number): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return list === "" ? [] : list.split(" ").map(Number);
  } catch {
    return [];
  }
}

const answersOk = async (port: number, path: string): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined))?.ok ??
  false;

/** @param folder new, reachable for the account of PostgreSQL; the caller deletes it */
export async function startPatroni(folder: string): Promise<PatroniCluster> {
  const [etcdPort, peerPort] = [await findFreePort(), await findFreePort()];
  const address = (port: number) => `http://127.0.0.1:${port}`;
  const etcd = startService(
    "etcd",
    [
      ...["--data-dir", join(folder, "etcd"), "--name", "faults", "--initial-cluster", `faults=${address(peerPort)}`],
      ...["--listen-client-urls", address(etcdPort), "--advertise-client-urls", address(etcdPort)],
      ...["--listen-peer-urls", address(peerPort), "--initial-advertise-peer-urls", address(peerPort)],
    ],
    { logFile: join(folder, "etcd.log") },
  );
  const nodes: PatroniNode[] = [];
  for (const name of ["node1", "node2"]) {
    const ports = { port: await findFreePort(), restPort: await findFreePort() };
    nodes.push(createNode(folder, { name, etcdPort, ...ports }));
  }
  const [first, second] = nodes;
  const findPrimary = async () => {
    for (const node of nodes) if (await answersOk(node.restPort, "/primary")) return node;
    return undefined;
  };
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await etcd.signal("SIGTERM");
  };
  async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + WHOLE_TIMEOUT_MS;
    while (performance.now() < deadline) {
      if (await isSo()) return;
      await sleep(200);
    }
    throw new Error(`Patroni: no ${what} after ${WHOLE_TIMEOUT_MS / 1000} s; its logs are in ${folder}`);
  }
  const untilWhole = () =>
    until("synchronous standby", async () => {
      const primary = await findPrimary();
      const standby = nodes.find((node) => node !== primary);
      return primary !== undefined && standby !== undefined && (await answersOk(standby.restPort, "/synchronous"));
    });
  try {
    first?.start();
    await until("primary", async () => (await findPrimary()) !== undefined);
    second?.start();
    await untilWhole();
  } catch (error) {
    await stop();
    throw error;
  }
  return { nodes, findPrimary, untilWhole, stop };
}
