/** Table `receipt_log`. */
import type { LogScope } from "./payloads.ts";

/** Entries that are in memory at once. */
const PAGE = 1000;

export interface LogEntry {
  seq: number;
  at: Date;
  kind: string;
  payload: string;
  prev_sha256: Buffer;
  sha256: Buffer;
  signature: Buffer | null;
}

interface Range {
  /** The number before the first one. */
  after: number;
  /** The last one. */
  until: number;
}

async function listPage({ db, organizationId }: LogScope, { after, until }: Range): Promise<LogEntry[]> {
  const rows = await db
    .selectFrom("receipt_log")
    .select(["seq", "at", "kind", "payload", "prev_sha256", "sha256", "signature"])
    .where("organization_id", "=", organizationId)
    .where("seq", ">", String(after))
    .where("seq", "<=", String(until))
    .orderBy("seq")
    .limit(PAGE)
    .execute();
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** In their order. */
export async function* streamPages(scope: LogScope, { after, until }: Range): AsyncGenerator<LogEntry[]> {
  let last = after;
  while (last < until) {
    const page = await listPage(scope, { after: last, until });
    const end = page.at(-1);
    if (!end) return;
    yield page;
    last = end.seq;
  }
}

export async function* streamEntries(scope: LogScope, range: Range): AsyncGenerator<LogEntry> {
  for await (const page of streamPages(scope, range)) yield* page;
}
