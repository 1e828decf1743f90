/** Test bed of faults on one machine: a database, a server, a mail server and the demo's club. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createJpeg, createUploadForm } from "#tests/fixtures/photos.ts";
import { createPostgres, type PostgresProcess } from "#tests/support/postgres-process.ts";
import { compareLedger, type Comparison, type Ledger } from "./ledger.ts";
import { type Answer, type Club, type Load, openClub, startLoad } from "./load.ts";
import { type MailSink, openMailSink } from "./mail-sink.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";

export interface TestBed {
  postgres: PostgresProcess;
  server: ServerProcess;
  mailSink: MailSink;
  club: Club;
  startLoad(options?: { lanes?: number; pauseMs?: number }): Load;
  /**
   * With the database and the mail server, once every acknowledged mail is delivered or will not come.
   * @param mayRepeat whether a server was killed: a mail may then have been sent twice
   */
  compare(ledger: Ledger, mayRepeat?: boolean): Promise<Comparison>;
  countRepeatedMails(ledger: Ledger): number;
  close(): Promise<void>;
}

interface BedOptions {
  env?: Record<string, string>;
  /** Folder of the database; deleted by the caller. */
  databaseFolder?: string;
}

export async function openTestBed({ env = {}, databaseFolder }: BedOptions = {}): Promise<TestBed> {
  const folder = mkdtempSync(join(tmpdir(), "baseline-faults-"));
  const mailSink = await openMailSink();
  const postgres = await createPostgres(databaseFolder ?? `${folder}-database/postgres`);
  await postgres.start();
  const server = await createServerProcess({
    env: { DATABASE_URL: postgres.url, SMTP_URL: mailSink.url, LOG_LEVEL: "error", ...env },
  });
  const close = async () => {
    await server.close();
    await postgres.stop();
    await mailSink.close();
    for (const each of [folder, `${folder}-database`]) rmSync(each, { recursive: true, force: true });
  };
  try {
    await server.start();
    const club = await openClub(server.origin);
    return {
      postgres,
      server,
      mailSink,
      club,
      startLoad: (options = {}) => startLoad(club, { origins: [server.origin], ...options }),
      async compare(ledger, mayRepeat = false) {
        await mailSink.untilDelivered(ledger.mails);
        return compareLedger(postgres.url, ledger, { counts: mailSink.deliveries, mayRepeat });
      },
      countRepeatedMails: ({ mails }) =>
        [...mails].filter((address) => (mailSink.deliveries.get(address) ?? 0) > 1).length,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function uploadPhoto({ server, club }: TestBed): Promise<Answer> {
  const { headers, body } = await createUploadForm({
    type: "field",
    fieldId: club.fieldIds[0] ?? "",
    file: await createJpeg(400, 300),
  });
  const startedAt = performance.now();
  const response = await fetch(`${server.origin}${club.path}/files`, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${club.owner}` },
    body: new Uint8Array(body),
    signal: AbortSignal.timeout(120_000),
  });
  return { status: response.status, ms: performance.now() - startedAt, body: await response.json() };
}
