/** The real app on its own database, for one test file (fixture, test harness). Only clock and jobs are doubles; mails are written to files. */
import { mkdtempSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import type { FastifyInstance } from "fastify";
import type { KyselyPlugin, QueryId } from "kysely";
import PostalMime, { type Email } from "postal-mime";
import { contract } from "#contract/index.ts";
import type { ContractModule } from "#contract/kit.ts";
import type { Permission } from "#contract/permissions.ts";
import { attachEmulator, emulatorJobs, migrateEmulator } from "#dev/stripe-emulator/emulator.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/kit/process/config.ts";
import { withCommitWork } from "#server/kit/db/before-commit.ts";
import type { Database } from "#server/kit/db/database.ts";
import { createRevisionCache, type RevisionCache } from "#server/kit/db/revision-cache.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { openLiveChanges } from "#server/kit/notify/live-changes.ts";
import { createLogger } from "#server/kit/process/log.ts";
import { mailFolder } from "#server/kit/mail/mail-transport.ts";
import type { ModuleBinding } from "#server/kit/http/serve-module.ts";
import { openFileStore } from "#server/kit/storage/file-store.ts";
import { jobs as everyJob } from "#server/jobs.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";
import { urlOf } from "./endpoints.ts";
import { expectOpenapi } from "./expect-openapi.ts";
import { type SeedIds, seedOneOfEach } from "#tests/fixtures/seed-one-of-each.ts";
import { createTaskWatch, noTaskWatch, type TaskWatch } from "./one-task.ts";
import { createTestJobQueue, type TestJobQueue } from "./test-job-queue.ts";
import { type MembershipOptions, createPeople, type Person, type PersonDraft } from "./test-people.ts";

export { password, type Person } from "./test-people.ts";

/** A Monday, 10:00 in Paris. */
export const monday = "2026-06-01T08:00:00.000Z";
export interface TestClock {
  now(): Date;
  set(instant: string | Date): void;
  advance(ms: number): void;
}

function createTestClock(): TestClock {
  let time = Date.parse(monday);
  return {
    now: () => new Date(time),
    set: (instant) => (time = new Date(instant).getTime()),
    advance: (ms) => (time += ms),
  };
}

export interface ApiAnswer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any member; `expectOpenapi` has validated the body
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
}
/**
 * `api("POST", "/organizations", {name: "…"})`: paths are below `/api/v1`, but those of pages that the server renders. Objects are sent as JSON, strings and
 * buffers as they are.
 */
export type ApiCall = (
  method: string,
  path: string,
  body?: object | string,
  headers?: Record<string, string>,
) => Promise<ApiAnswer>;

export interface TestApp {
  app: FastifyInstance;
  appContext: AppContext;
  database: TestDatabase;
  db: Database;
  clock: TestClock;
  jobs: TestJobQueue;
  organizationId: string;
  otherOrganizationId: string;
  person(draft?: PersonDraft): Promise<Person>;
  organization(name: string): Promise<string>;
  /** Makes a person a member, with a built-in role by its id, or with a new role of exactly these permissions. */
  join(
    person: Person,
    organizationId: string,
    role: number | readonly Permission[],
    joining?: MembershipOptions,
  ): Promise<Person>;
  member(organizationId: string, role: number | readonly Permission[], joining?: MembershipOptions): Promise<Person>;
  /** On a cluster: which calls of one organization needed more than one worker. `close` refuses any. */
  taskWatch: TaskWatch;
  /** Calls the API as a person, or signed out with null. Every response is validated against the OpenAPI document. */
  as(who: Person | string | null): ApiCall;
  /** Ids of one row of each kind, by parameter name. Session, copy and invitation belong to the guest. */
  seedOneOfEach(organizationId: string, guest?: Person): Promise<SeedIds>;
  /** Runs due jobs, then reads the mails sent so far, oldest first. */
  mails(): Promise<Email[]>;
  close(): Promise<void>;
}

interface TestAppOptions {
  extraModules?: { contract: ContractModule; binding: ModuleBinding }[];
  env?: Record<string, string>;
}

const forgetAfterWriting = (revisionCache: RevisionCache): KyselyPlugin => {
  const reads = new WeakSet<QueryId>();
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === "SelectQueryNode") reads.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (!reads.has(queryId)) revisionCache.clear();
      return result;
    },
  };
};

export async function createTestApp({ extraModules: more = [], env = {} }: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const revisionCache = createRevisionCache();
  // Tests write rows beside the product, and so without raising a revision.
  const db = withCommitWork(database.db.withPlugin(forgetAfterWriting(revisionCache)));
  const clock = createTestClock();
  const log = createLogger("silent");
  const dataDir = mkdtempSync(joinPath(tmpdir(), "baseline-test-app-"));
  const config = readConfig({
    NODE_ENV: "test",
    APP_URL: "http://localhost:3000",
    DEMO: "0",
    DATA_DIR: dataDir,
    // Tests of other things let many bookings go unpaid.
    MAX_UNPAID_HOLDS: "9999",
    ...env,
  });
  const live = openLiveChanges(database.db, log);
  const jobs = createTestJobQueue([...everyJob, ...emulatorJobs]);
  const appContext: AppContext = {
    db: database.db,
    config,
    clock,
    log,
    jobs,
    live,
    store: openFileStore(config),
    revisionCache,
  };
  jobs.attach(appContext);
  if (config.payments.isEmulated) {
    await migrateEmulator(database.url);
    attachEmulator(appContext);
  }
  const app = await buildApp(
    appContext,
    more.map(({ binding }) => binding),
  );
  await app.ready();
  const modules =
    more.length === 0
      ? contract
      : { ...contract, ...Object.fromEntries(more.map((module, index) => [`more${index}`, module.contract])) };
  const people = createPeople(db, clock);
  const taskWatch = database.isCluster ? createTaskWatch() : noTaskWatch;
  return {
    app,
    appContext,
    database,
    db,
    clock,
    jobs,
    taskWatch,
    organizationId: await people.organization("Here"),
    otherOrganizationId: await people.organization("There"),
    ...people,
    as: (who) => createApiCall(app, modules, taskWatch, typeof who === "string" ? who : who?.token),
    async seedOneOfEach(organizationId, guest) {
      const residents = { guest: guest ?? (await people.person()), member: await people.person() };
      const seed = await seedOneOfEach(db, organizationId, residents, clock.now());
      await appContext.store.put(`photos/${seed.picture}`, Buffer.from("a picture"), "image/webp");
      await appContext.store.put(`copies/${seed.exportId}.zip`, Buffer.from("a copy"), "application/zip");
      await appContext.store.put(
        `copies/${seed.organizationExportId}.00001.zip`,
        Buffer.from("a copy"),
        "application/zip",
      );
      return seed;
    },
    async mails() {
      await jobs.runAll();
      const folder = mailFolder(config);
      const names = await readdir(folder).catch((): string[] => []);
      // A mail that a job is writing has another name until it is whole.
      const whole = names.filter((name) => name.endsWith(".eml"));
      return Promise.all(
        whole.toSorted().map(async (name) => PostalMime.parse(await readFile(joinPath(folder, name)))),
      );
    },
    async close() {
      await app.close();
      await live.close();
      await jobs.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      const wide = taskWatch.takeWide();
      if (wide.length > 0)
        throw new Error(`Calls of one organization that asked several workers:\n${wide.join("\n\n")}`);
    },
  };
}

function createApiCall(
  app: FastifyInstance,
  modules: Record<string, ContractModule>,
  taskWatch: TaskWatch,
  token: string | undefined,
): ApiCall {
  return async (method, path, body, headers = {}) => {
    const isJson = typeof body === "object" && !Buffer.isBuffer(body);
    const url = urlOf(path);
    const request = {
      method: method as "GET",
      url,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(isJson && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { payload: isJson ? JSON.stringify(body) : body }),
    };
    const answer = await taskWatch.during(method, path, () => app.inject(request));
    const isAnswerJson = /^application\/(\w+\+)?json/.test(String(answer.headers["content-type"]));
    const given: ApiAnswer = {
      status: answer.statusCode,
      body: isAnswerJson ? answer.json() : answer.body,
      headers: answer.headers,
    };
    if (url !== path) expectOpenapi(modules, method, path, given);
    return given;
  };
}
