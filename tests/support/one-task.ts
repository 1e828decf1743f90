/**
 * On a Citus cluster, a call within an organization is answered by one worker: each of its statements, reads and writes,
 * is one task. Citus tells of those with several (`citus.multi_task_query_log_level`), as they are executed.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

interface WatchedCall {
  name: string;
  /** Texts of statements with several tasks. */
  wide: string[];
}

const watched = new AsyncLocalStorage<WatchedCall>();
const running = new WeakMap<pg.Client, { text: string; call: WatchedCall | undefined }>();
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
let isWatching = false;

function note(this: pg.Client, { message }: { message: string | undefined }): void {
  const statement = running.get(this);
  if (message?.startsWith("multi-task query") && statement?.call) statement.call.wide.push(statement.text);
}

/** For the whole process. */
function startWatching(): void {
  if (isWatching) return;
  isWatching = true;
  pg.Client.prototype.query = function watch(this: pg.Client, ...args: unknown[]) {
    if (!running.has(this)) this.on("notice", note.bind(this));
    const [first] = args;
    const text = typeof first === "string" ? first : ((first as { text?: string } | undefined)?.text ?? "");
    running.set(this, { text, call: watched.getStore() });
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
}

/** Calls within one organization: by its id, its public address, or the secret of a booking. */
const isWithinOne = (path: string) => /^\/(organizations\/[0-9a-f]{8}-|public\/|bookings\/|participants\/)/.test(path);

export interface TaskWatch {
  /** Runs a call of the API. */
  during<T>(method: string, path: string, call: () => Promise<T>): Promise<T>;
  /** Statements of calls within an organization that needed several tasks, each below its call; forgotten then. */
  takeWide(): string[];
}

export const noTaskWatch: TaskWatch = { during: (_method, _path, call) => call(), takeWide: () => [] };

export function createTaskWatch(): TaskWatch {
  startWatching();
  const calls: WatchedCall[] = [];
  return {
    during(method, path, call) {
      if (!isWithinOne(path)) return call();
      const one: WatchedCall = { name: `${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "{id}")}`, wide: [] };
      calls.push(one);
      return watched.run(one, call);
    },
    takeWide: () => [...new Set(calls.splice(0).flatMap(({ name, wide }) => wide.map((text) => `${name}\n${text}`)))],
  };
}
