/** What every part of a running server is given: opened once in `main.ts`, or for a test. */
import type { Logger } from "pino";
import type { Language } from "#words/words.ts";
import type { Permission, RoleType } from "#contract/permissions.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database.ts";
import type { Jobs } from "./jobs.ts";
import type { Live } from "./live.ts";
import type { Store } from "./store.ts";

export interface House {
  db: Database;
  config: Config;
  clock: Clock;
  log: Logger;
  jobs: Jobs;
  live: Live;
  /** Uploaded files. */
  store: Store;
}

/** The person behind a token. */
export interface Caller {
  id: string;
  sessionId: string;
  email: string;
  fullName: string;
  language: Language | null;
  isVerified: boolean;
  isPlatformAdmin: boolean;
}

/** What a person may do in an organization, or on the platform. */
export interface Standing {
  permissions: ReadonlySet<Permission>;
  roles: { id: number; name: string; type: RoleType }[];
  /** Manages the organization: any role of type `admin`, or a platform administrator. */
  isTeam: boolean;
  /** The organization is enabled; one that is not shows no facilities and fields to members. */
  isEnabled: boolean;
}

/** The two questions of the gate, answered by the rooms accounts and members. */
export interface Authority {
  /** Who holds this token; undefined when it is unknown, expired, or its person deactivated. */
  findCaller(house: House, token: string): Promise<Caller | undefined>;
  /** Where a person stands in an organization; undefined for strangers and where there is no such organization. */
  findStanding(house: House, caller: Caller, organizationId: string): Promise<Standing | undefined>;
}
