import { setTimeout as sleep } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { passwordCodeMail, verificationMail } from "#server/accounts/mail.ts";
import { invitationMail } from "#server/members/mail.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { readConfig } from "#server/kit/process/config.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { enqueueMail } from "./outbox.ts";

const minute = 60_000;
let tested: TestApp;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "baseline-mails-"));
  tested = await createTestApp({ env: { DATA_DIR: dataDir, DEMO: "1" } });
});
afterAll(async () => {
  await tested.close();
  await rm(dataDir, { recursive: true });
});

let server: SMTPServer | undefined;
/** The mail server accepts what it has received after this. */
let accepted: Promise<void> | undefined;
afterEach(async () => {
  await new Promise<void>((done) => (server ? server.close(() => done()) : done()));
  server = undefined;
  accepted = undefined;
  await tested.db.deleteFrom("emails").execute();
});

/** A mail server that answers each mail with the next of `answers`, then accepts the others. */
async function mailServer(...answers: number[]): Promise<{ url: string; received: () => Promise<Email[]> }> {
  const raw: Buffer[] = [];
  const made = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(_address, _session, callback) {
      const code = answers.shift();
      callback(code && code !== 250 ? Object.assign(new Error("not now"), { responseCode: code }) : undefined);
    },
    onData(stream, _session, callback) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        raw.push(Buffer.concat(parts));
        void Promise.resolve(accepted).then(() => callback());
      });
    },
  });
  server = made;
  await new Promise<void>((ready) => made.listen(0, "127.0.0.1", () => ready()));
  return {
    url: `smtp://127.0.0.1:${(made.server.address() as AddressInfo).port}`,
    received: () => Promise.all(raw.map((mail) => PostalMime.parse(mail))),
  };
}
function appContextWith(smtpUrl?: string): AppContext {
  const appContext = {
    ...tested.appContext,
    config: readConfig({
      DATA_DIR: dataDir,
      APP_URL: "https://club.example",
      MAIL_FROM: "Club <no-reply@club.example>",
      ...(smtpUrl && { SMTP_URL: smtpUrl }),
    }),
  };
  tested.jobs.attach(appContext);
  return appContext;
}
const outbox = () => tested.db.selectFrom("emails").selectAll().orderBy("id").execute();
const write = (appContext: AppContext, to = "camille@example.org") =>
  tested.db
    .transaction()
    .execute((db) =>
      enqueueMail(
        { db, appContext, now: tested.clock.now() },
        { to, language: "fr", template: verificationMail, params: { token: "s3cr3t-token" } },
      ),
    );

test("a mail goes over SMTP with both its parts, and its secrets are wiped from the outbox", async () => {
  const { url, received } = await mailServer();
  await write(appContextWith(url));
  expect((await outbox())[0]?.params).toEqual({ token: "s3cr3t-token" });
  await tested.jobs.runAll();
  expect(await received()).toHaveLength(1);
  const [mail] = await received();
  expect(mail).toMatchObject({
    subject: "Confirmez votre adresse e-mail",
    from: { address: "no-reply@club.example", name: "Club" },
    to: [{ address: "camille@example.org" }],
  });
  expect(mail?.text).toContain("https://club.example/auth/verify-email?token=s3cr3t-token");
  expect(mail?.html).toContain('href="https://club.example/auth/verify-email?token=s3cr3t-token"');
  expect(mail?.html).toContain('lang="fr"');
  expect(mail?.messageId).toMatch(/@club\.example>$/);
  expect(await outbox()).toMatchObject([{ status: "sent", params: {}, tries: 1, sent_at: tested.clock.now() }]);
});

test("a mail of a transaction that is rolled back never goes", async () => {
  const { url, received } = await mailServer();
  const appContext = appContextWith(url);
  const lost = tested.db.transaction().execute(async (db) => {
    await enqueueMail(
      { db, appContext, now: tested.clock.now() },
      { to: "a@example.org", language: "en", template: verificationMail, params: { token: "t" } },
    );
    throw new Error("changed my mind");
  });
  await expect(lost).rejects.toThrow("changed my mind");
  await tested.jobs.runAll();
  await tested.jobs.runScheduled("emails.send");
  expect(await received()).toEqual([]);
});

test("a mail that was written before the clock went back goes at once, and once", async () => {
  const { url, received } = await mailServer();
  await write(appContextWith(url));
  tested.clock.advance(-60 * minute);
  await tested.jobs.runAll();
  await tested.jobs.runScheduled("emails.send");
  expect(await received()).toHaveLength(1);
});
/** A mail that the server has received, and accepts after `accept`. */
async function startSending() {
  const { url, received } = await mailServer();
  const { promise, resolve: accept } = Promise.withResolvers<void>();
  accepted = promise;
  await write(appContextWith(url));
  const sending = tested.jobs.runAll();
  await expect.poll(received).toHaveLength(1);
  return { received, accept, sending };
}

test("a mail that is being sent while the clock jumps ahead goes once", async () => {
  const { received, accept, sending } = await startSending();
  tested.clock.advance(25 * 60 * minute);
  await tested.jobs.runScheduled("emails.send");
  accept();
  await sending;
  expect(await received()).toHaveLength(1);
  expect(await outbox()).toMatchObject([{ status: "sent", tries: 1 }]);
});

test("a mail that was delivered while the database went away goes once", async () => {
  const { received, accept, sending } = await startSending();
  await sql`alter table emails rename to emails_away`.execute(tested.db);
  accept();
  let isOver = false;
  void sending.catch(() => {}).then(() => (isOver = true));
  // Until the note is given up.
  await expect
    .poll(() => {
      tested.clock.advance(minute);
      return isOver;
    })
    .toBe(true);
  await sql`alter table emails_away rename to emails`.execute(tested.db);
  expect(await outbox()).toMatchObject([{ status: "waiting", tries: 1 }]);
  await tested.jobs.runScheduled("emails.send");
  expect(await outbox()).toMatchObject([{ status: "sent", tries: 2 }]);
  expect(await received()).toHaveLength(1);
});

test("a database that is back soon has the note of what was delivered, before another server sends it again", async () => {
  const { received, accept, sending } = await startSending();
  await sql`alter table emails rename to emails_away`.execute(tested.db);
  accept();
  await sleep(1200);
  await sql`alter table emails_away rename to emails`.execute(tested.db);
  await sending;
  expect(await outbox()).toMatchObject([{ status: "sent", tries: 1, params: {} }]);
  expect(await received()).toHaveLength(1);
});

test("when the mail server says not now (4xx), the scheduled job tries again, later and later", async () => {
  const { url, received } = await mailServer(451, 451);
  await write(appContextWith(url));
  await tested.jobs.runAll();
  expect(await outbox()).toMatchObject([{ status: "waiting", tries: 1 }]);
  await tested.jobs.runScheduled("emails.send");
  expect((await outbox())[0]?.tries).toBe(1);
  tested.clock.advance(minute);
  await tested.jobs.runScheduled("emails.send");
  expect((await outbox())[0]?.tries).toBe(2);
  tested.clock.advance(minute);
  await tested.jobs.runScheduled("emails.send");
  expect((await outbox())[0]?.tries).toBe(2);
  tested.clock.advance(minute);
  await tested.jobs.runScheduled("emails.send");
  expect(await outbox()).toMatchObject([{ status: "sent", tries: 3, params: {} }]);
  expect(await received()).toHaveLength(1);
});

test("after eight tries a mail is given up, and its secrets are wiped", async () => {
  const { url } = await mailServer(...Array.from({ length: 8 }, () => 451));
  await write(appContextWith(url));
  await tested.jobs.runAll();
  for (let tries = 1; tries < 8; tries += 1) {
    tested.clock.advance(60 * minute);
    await tested.jobs.runScheduled("emails.send");
  }
  expect(await outbox()).toMatchObject([{ status: "failed", tries: 8, params: {} }]);
});

test("when the mail server says never (5xx), the mail fails at once", async () => {
  const { url } = await mailServer(550);
  await write(appContextWith(url));
  await tested.jobs.runAll();
  const [mail] = await outbox();
  expect(mail).toMatchObject({ status: "failed", tries: 1, params: {} });
  expect(mail?.last_error).toContain("550");
});

test("a mail server that is away loses no mail", async () => {
  await write(appContextWith("smtp://127.0.0.1:9"));
  await tested.jobs.runAll();
  expect(await outbox()).toMatchObject([{ status: "waiting", tries: 1, params: { token: "s3cr3t-token" } }]);
});

test("two workers never send one mail", async () => {
  const { url, received } = await mailServer();
  await write(appContextWith(url));
  await Promise.all([
    tested.jobs.runScheduled("emails.send"),
    tested.jobs.runScheduled("emails.send"),
    tested.jobs.runAll(),
  ]);
  expect(await received()).toHaveLength(1);
});

test("account mails overtake all others, and no organization delays another", async () => {
  const { url, received } = await mailServer();
  const appContext = appContextWith(url);
  const [flood, other] = [randomUUID(), randomUUID()];
  const params = { organizationName: "Club", roleName: "Member", inviterName: "Ann", link: "https://club.example" };
  const invite = (organizationId: string, to: string) =>
    enqueueMail(
      { db: tested.db, appContext, now: tested.clock.now(), organizationId },
      { to, language: "en", template: invitationMail, params },
    );
  for (let count = 0; count < 100; count += 1) await invite(flood, `flood-${count}@example.org`);
  for (let count = 0; count < 3; count += 1) await invite(other, `other-${count}@example.org`);
  await write(appContext, "code@example.org");
  await tested.jobs.runAll();
  const order = (await received()).map(({ to }) => to?.[0]?.address ?? "");
  expect(order).toHaveLength(104);
  // Twenty are on their way at once.
  expect(order.indexOf("code@example.org")).toBeLessThan(20);
  for (const count of [0, 1, 2]) expect(order.indexOf(`other-${count}@example.org`)).toBeLessThan(30);
});

test("without a mail server each mail is a file, in the reader's language, that sorts by time", async () => {
  const appContext = appContextWith();
  const now = tested.clock.now();
  await enqueueMail(
    { db: tested.db, appContext, now },
    {
      to: "ann@example.org",
      language: "en",
      template: passwordCodeMail,
      params: { code: "012345", link: "a-link", email: "ann@example.org" },
    },
  );
  await enqueueMail(
    { db: tested.db, appContext, now: new Date(now.getTime() + 1000) },
    {
      to: "../../etc@example.org",
      language: "fr",
      template: invitationMail,
      params: {
        organizationName: "Padel <b>Lyon</b>",
        roleName: "Staff",
        inviterName: "Zoé",
        link: "https://club.example/invitations",
      },
    },
  );
  await tested.jobs.runAll();
  tested.clock.advance(minute);
  await tested.jobs.runScheduled("emails.send");
  const files = (await readdir(join(dataDir, "mail"))).toSorted();
  expect(files).toHaveLength(2);
  expect(files[0]).toMatch(/^2026-06-.*Z-ann@example\.org-accounts\.code-[0-9a-f]{8}\.eml$/);
  expect(files[1]).toMatch(/Z-\.\._\.\._etc@example\.org-members\.invitation-/);
  const [code, invitation] = await Promise.all(
    files.map(async (file) => PostalMime.parse(await readFile(join(dataDir, "mail", file)))),
  );
  expect(code).toMatchObject({ subject: "Your code to reset your password" });
  expect(code?.text).toMatch(/^ {4}012345$/m);
  expect(code?.html).toContain("012345");
  expect(invitation).toMatchObject({ subject: "Padel <b>Lyon</b> vous invite" });
  expect(invitation?.html).toContain("Padel &lt;b&gt;Lyon&lt;/b&gt;");
  expect(invitation?.html).not.toContain("<b>Lyon");
});

test("the page of mails lists them, shows one, and its frame runs no script", async () => {
  const get = (path: string, headers = {}) => tested.app.inject({ url: path, headers });
  const list = await get("/dev/mail", { "accept-language": "fr" });
  expect(list.statusCode).toBe(200);
  expect(list.body).toContain("Your code to reset your password");
  expect(list.body).toContain("Padel &lt;b&gt;Lyon&lt;/b&gt; vous invite");
  const [path = ""] = /\/dev\/mail\/[^"]*accounts\.code[^"]*/.exec(list.body) ?? [];
  const page = await get(path);
  expect(page.body).toContain("ann@example.org");
  expect(page.body).toContain("012345");
  const body = await get(`${path}/body`);
  expect(body.headers["content-security-policy"]).toMatch(/default-src 'none'.*sandbox/);
  expect(body.headers["x-frame-options"]).toBe("SAMEORIGIN");
  expect(body.body).toContain('<base target="_blank">');
  expect((await get(`${path}/source`)).headers["content-type"]).toBe("message/rfc822");
  expect((await get("/dev/mail/..%2F..%2Fetc%2Fpasswd")).statusCode).toBe(404);
  expect((await get("/dev/mail/nothing")).statusCode).toBe(404);
});

test.each([
  ["HOST", "0.0.0.0"],
  ["APP_URL", "https://club.example"],
  ["NODE_ENV", "production"],
])("the page of mails is not there for others to read, in a demo either: with %s %s", async (name, value) => {
  for (const DEMO of ["0", "1"]) {
    const testApp = await createTestApp({ env: { [name]: value, DEMO } });
    expect((await testApp.app.inject({ url: "/dev/mail" })).statusCode).toBe(404);
    await testApp.close();
  }
});
