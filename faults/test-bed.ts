/** Test bed of faults on one machine: a database, a server, a mail server and the demo's club. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createPostgres, type PostgresProcess } from "#tests/support/postgres-process.ts";
import type { Ledger } from "./ledger.ts";
import { type Club, type Load, openClub, startLoad } from "./load.ts";
import { type MailSink, openMailSink } from "./mail-sink.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";

export interface TestBed {
  postgres: PostgresProcess;
  server: ServerProcess;
  mailSink: MailSink;
  club: Club;
  startLoad(options?: { lanes?: number; pauseMs?: number }): Load;
  /** Until every acknowledged mail is delivered, or two minutes have passed. */
  untilMailed(ledger: Ledger): Promise<void>;
  countRepeatedMails(ledger: Ledger): number;
  close(): Promise<void>;
}

interface BedOptions {
  env?: Record<string, string>;
  /** Folder of the database; deleted by the caller. */
  databaseFolder?: string;
}

/** A crashed worker's mails are tried again after a minute, its jobs after two. */
const MAIL_WAIT_MS = 200_000;

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
      async untilMailed({ mails }) {
        const deadline = performance.now() + MAIL_WAIT_MS;
        while (performance.now() < deadline && [...mails].some((address) => !mailSink.deliveries.has(address)))
          await sleep(200);
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
