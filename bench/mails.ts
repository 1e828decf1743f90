/**
 * Mails and jobs through the real queue into a local mail server: `node bench/mails.ts`. A club invites 1,200 people, then a
 * stranger forgets a password. Exits with 1 above a limit.
 */
import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { sendPasswordCode } from "#server/accounts/jobs.ts";
import { jobs as everyJob } from "#server/jobs.ts";
import { temporaryFolder } from "#server/kit/db/embedded-binaries.ts";
import { startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { systemClock } from "#server/kit/process/clock.ts";
import { readConfig } from "#server/kit/process/config.ts";
import { openJobQueue } from "#server/kit/process/jobs.ts";
import { createLogger } from "#server/kit/process/log.ts";
import { invitationMail } from "#server/members/mail.ts";
import { createTestApp } from "#tests/support/test-app.ts";
import openTemplate from "#tests/support/test-database.ts";

const MAILS = 1200;
const MAX_CODE_SECONDS = 5;
const MIN_MAILS_PER_SECOND = 50;

const received = new Map<string, number>();
const sink = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo({ address }, _session, callback) {
    received.set(address, performance.now());
    callback();
  },
  onData(stream, _session, callback) {
    stream.resume().on("end", () => callback());
  },
});
await new Promise<void>((ready) => sink.listen(0, "127.0.0.1", () => ready()));

const dataDir = temporaryFolder("bench");
const embedded = await startEmbeddedDatabase({ dataDir, isForTests: true });
process.env.DATABASE_SERVER = embedded.url;
const close = await openTemplate();
const testApp = await createTestApp();
const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(testApp.db);
const url = new URL(embedded.url);
url.pathname = `/${rows[0]?.name}`;
const log = createLogger("warn");
const queue = await openJobQueue({ url: url.href, jobs: everyJob, log });
const { port } = sink.server.address() as AddressInfo;
const config = readConfig({ NODE_ENV: "test", DEMO: "0", SMTP_URL: `smtp://127.0.0.1:${port}` });
const appContext = { ...testApp.appContext, config, log, jobs: queue, clock: systemClock };
let isAbove = false;
try {
  const stranger = await testApp.person();
  await queue.startWorkers(appContext);
  const params = { organizationName: "Club", roleName: "Member", inviterName: "Ann", link: "https://club.example" };
  const start = performance.now();
  const context = { db: testApp.db, appContext, now: new Date(), organizationId: testApp.organizationId };
  await testApp.db.transaction().execute(async (db) => {
    for (let count = 0; count < MAILS; count += 1)
      await enqueueMail(
        { ...context, db },
        { to: `person-${count}@example.org`, language: "fr", template: invitationMail, params },
      );
  });
  const queued = performance.now();
  await queue.send(testApp.db, sendPasswordCode.name, { email: stranger.email, language: "fr" });
  while (received.size < MAILS + 1) await sleep(50);
  const code = ((received.get(stranger.email) ?? Infinity) - queued) / 1000;
  const rate = (MAILS + 1) / ((performance.now() - queued) / 1000);
  const ahead = [...received.values()].filter((at) => at < (received.get(stranger.email) ?? 0)).length;
  isAbove = code > MAX_CODE_SECONDS || rate < MIN_MAILS_PER_SECOND;
  console.log(`queued ${MAILS} mails in ${((queued - start) / 1000).toFixed(1)} s`);
  console.log(`reset code of a stranger: ${code.toFixed(1)} of ${MAX_CODE_SECONDS} s, ${ahead} mails before it`);
  console.log(`rate: ${rate.toFixed(0)} mails/s, at least ${MIN_MAILS_PER_SECOND}`);
} finally {
  await queue.close();
  await testApp.close();
  await close();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
  sink.close();
}
if (isAbove) process.exitCode = 1;
