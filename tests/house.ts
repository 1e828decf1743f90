/** A running house for a test file: the real app on a database of its own. Only clock and jobs are doubles; mails end as files. */
import { mkdtempSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import type { FastifyInstance } from "fastify";
import PostalMime, { type Email } from "postal-mime";
import { house as contract } from "#contract/index.ts";
import type { Room } from "#contract/kit.ts";
import type { Permission } from "#contract/permissions.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/kit/config.ts";
import type { Database } from "#server/kit/database.ts";
import type { House } from "#server/kit/house.ts";
import { openLive } from "#server/kit/live.ts";
import { openLog } from "#server/kit/log.ts";
import { mailFolder } from "#server/kit/mail-transport.ts";
import type { Binding } from "#server/kit/serve.ts";
import { openStore } from "#server/kit/store.ts";
import { cloneDatabase } from "./database.ts";
import { fits } from "./fits.ts";
import { type Furniture, furnish } from "./furnish.ts";
import { openJobs, type TestJobs } from "./jobs.ts";
import { type Joining, openPeople, type Person, type PersonDraft } from "./people.ts";

export { password, type Person } from "./people.ts";

/** A Monday, ten in the morning in Paris. */
export const monday = "2026-06-01T08:00:00.000Z";
export interface TestClock {
  now(): Date;
  set(instant: string | Date): void;
  /** Lets time pass, in milliseconds. */
  pass(ms: number): void;
}

function openClock(): TestClock {
  let time = Date.parse(monday);
  return {
    now: () => new Date(time),
    set: (instant) => (time = new Date(instant).getTime()),
    pass: (ms) => (time += ms),
  };
}

export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into what came; `fits` has held it against the contract
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
}
/** `ask("POST", "/organizations", {name: "…"})`: paths are below `/api/v1`; objects travel as JSON, strings and buffers as they are. */
export type Ask = (
  method: string,
  path: string,
  body?: object | string,
  headers?: Record<string, string>,
) => Promise<Answer>;

export interface TestHouse {
  app: FastifyInstance;
  /** What the app runs on; jobs and clock are the doubles. */
  house: House;
  db: Database;
  clock: TestClock;
  jobs: TestJobs;
  /** Two organizations that know nothing of each other. */
  here: string;
  there: string;
  person(draft?: PersonDraft): Promise<Person>;
  organization(name: string): Promise<string>;
  /** Makes someone a member: with a built-in role by its number, or with a role of exactly these permissions. */
  join(
    person: Person,
    organizationId: string,
    role: number | readonly Permission[],
    joining?: Joining,
  ): Promise<Person>;
  /** A verified person who is a member; short for `person` and `join`. */
  member(organizationId: string, role: number | readonly Permission[], joining?: Joining): Promise<Person>;
  /** Calls as someone; as nobody with null. Every answer is held against the API's own document. */
  as(who: Person | string | null): Ask;
  /** One of everything, by the name its id has in paths; the session is the guest's, and so is the invitation. */
  furnish(organizationId: string, guest?: Person): Promise<Furniture>;
  /** Works off what is due and reads the mails that went out so far, oldest first. */
  mails(): Promise<Email[]>;
  close(): Promise<void>;
}

interface Options {
  /** Rooms beside ours, for tests of the kit. */
  more?: { contract: Room; binding: Binding }[];
  /** The environment, where it matters. */
  env?: Record<string, string>;
}

export async function openHouse({ more = [], env = {} }: Options = {}): Promise<TestHouse> {
  const database = await cloneDatabase();
  const { db } = database;
  const clock = openClock();
  const log = openLog("silent");
  const dataDir = mkdtempSync(joinPath(tmpdir(), "baseline-house-"));
  const config = readConfig({
    NODE_ENV: "test",
    APP_URL: "http://localhost:3000",
    DEMO: "0",
    DATA_DIR: dataDir,
    ...env,
  });
  const live = openLive(db, log);
  const jobs = openJobs();
  const house: House = { db, config, clock, log, jobs, live, store: openStore(config) };
  jobs.serve(house);
  const app = await buildApp(
    house,
    more.map(({ binding }) => binding),
  );
  await app.ready();
  const rooms =
    more.length === 0
      ? contract
      : { ...contract, ...Object.fromEntries(more.map((room, index) => [`more${index}`, room.contract])) };
  const people = openPeople(db, clock);
  return {
    app,
    house,
    db,
    clock,
    jobs,
    here: await people.organization("Here"),
    there: await people.organization("There"),
    ...people,
    as: (who) => asker(app, rooms, typeof who === "string" ? who : who?.token),
    async furnish(organizationId, guest) {
      const residents = { guest: guest ?? (await people.person()), member: await people.person() };
      const furniture = await furnish(db, organizationId, residents, clock.now());
      await house.store.put(`photos/${furniture.picture}`, Buffer.from("a picture"), "image/webp");
      return furniture;
    },
    async mails() {
      await jobs.runAll();
      const folder = mailFolder(config);
      const names = await readdir(folder).catch((): string[] => []);
      return Promise.all(
        names.toSorted().map(async (name) => PostalMime.parse(await readFile(joinPath(folder, name)))),
      );
    },
    async close() {
      await app.close();
      await live.close();
      await jobs.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function asker(app: FastifyInstance, rooms: Record<string, Room>, token: string | undefined): Ask {
  return async (method, path, body, headers = {}) => {
    const isJson = typeof body === "object" && !Buffer.isBuffer(body);
    const answer = await app.inject({
      method: method as "GET",
      url: `/api/v1${path}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(isJson && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { payload: isJson ? JSON.stringify(body) : body }),
    });
    const isAnswerJson = /^application\/(\w+\+)?json/.test(String(answer.headers["content-type"]));
    const given: Answer = {
      status: answer.statusCode,
      body: isAnswerJson ? answer.json() : answer.body,
      headers: answer.headers,
    };
    fits(rooms, method, path, given);
    return given;
  };
}
