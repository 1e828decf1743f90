import { type RunningServer, startServer } from "#tests/support/start-server.ts";

/** As `npm start` passes them to Node. */
const memoryOptions = "--max-semi-space-size=4 --max-old-space-size=256";
const mallocArenas = "2";

/** The product as `npm start` runs it, without jobs, on a filled database. */
export const startProduct = (
  databaseUrl: string,
  { nodeOptions = "", ...env }: Record<string, string> = {},
): Promise<RunningServer> =>
  startServer("bench-product", {
    DATABASE_URL: databaseUrl,
    DEMO: "0",
    WORKER: "off",
    NODE_OPTIONS: `${memoryOptions} ${nodeOptions}`,
    MALLOC_ARENA_MAX: mallocArenas,
    ...env,
  });
