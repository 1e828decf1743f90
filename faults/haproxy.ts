/** HAProxy: in front of the servers, and in front of the database, where Patroni says which server is the primary. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "#tests/support/start-server.ts";
import { type Service, startService } from "./services.ts";

export interface Balancer {
  port: number;
  stop(): Promise<void>;
}

const common = `
global
  maxconn 1000
defaults
  timeout connect 2s
  timeout client 120s
  timeout server 120s
  timeout check 2s
`;

async function start(folder: string, name: string, config: string): Promise<Service> {
  const file = join(folder, `${name}.cfg`);
  writeFileSync(file, `${common}${config}`);
  // In the foreground.
  return startService("haproxy", ["-db", "-f", file], { logFile: join(folder, `${name}.log`) });
}

/** Sends requests to the servers that are ready, by turns. */
export async function startWebBalancer(folder: string, ports: readonly number[], port: number): Promise<Balancer> {
  const servers = ports.map((each, index) => `  server web${index} 127.0.0.1:${each} check inter 500ms fall 2 rise 1`);
  const service = await start(
    folder,
    "web",
    `
frontend web
  mode http
  bind 127.0.0.1:${port}
  option forwardfor if-none
  default_backend servers
backend servers
  mode http
  balance roundrobin
  option httpchk
  # A server that listens on the loopback alone refuses other names.
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  option redispatch
  retries 3
  retry-on conn-failure
${servers.join("\n")}
`,
  );
  return { port, stop: () => service.signal("SIGTERM") };
}

export interface DatabaseBalancer {
  primaryPort: number;
  replicaPort: number;
  stop(): Promise<void>;
}

/** @param nodes ports of PostgreSQL and of Patroni's REST interface */
export async function startDatabaseBalancer(
  folder: string,
  nodes: readonly { port: number; restPort: number }[],
): Promise<DatabaseBalancer> {
  const [primaryPort, replicaPort] = [await findFreePort(), await findFreePort()];
  const listen = (role: "primary" | "replica", port: number) => `
listen ${role}
  mode tcp
  bind 127.0.0.1:${port}
  option httpchk GET /${role}
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node, index) => `  server node${index} 127.0.0.1:${node.port} check port ${node.restPort}`).join("\n")}
`;
  const service = await start(folder, "database", listen("primary", primaryPort) + listen("replica", replicaPort));
  return { primaryPort, replicaPort, stop: () => service.signal("SIGTERM") };
}
