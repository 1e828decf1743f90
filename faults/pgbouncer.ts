/** PgBouncer in transaction mode, in front of the primary. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "#tests/support/start-server.ts";
import { startService } from "./services.ts";

export async function startPgBouncer(folder: string, databasePort: number, role: string) {
  const port = await findFreePort();
  const users = join(folder, "pgbouncer-users.txt");
  writeFileSync(users, `"${role}" ""\n`, { mode: 0o644 });
  const file = join(folder, "pgbouncer.ini");
  const config = `
[databases]
baseline = host=127.0.0.1 port=${databasePort} dbname=${role} user=${role}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
server_login_retry = 1
`;
  writeFileSync(file, config, { mode: 0o644 });
  const service = startService("pgbouncer", [file], { logFile: join(folder, "pgbouncer.log"), asPostgres: true });
  return { url: `postgres://${role}@127.0.0.1:${port}/baseline`, stop: () => service.signal("SIGINT") };
}
