/** Dependencies of a running server: opened once in `main.ts`, or by a test. */
import type { Logger } from "pino";
import type { Language } from "#messages/translator.ts";
import type { Permission, RoleType } from "#contract/permissions.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { JobQueue } from "./jobs.ts";
import type { LiveChanges } from "#server/kit/notify/live-changes.ts";
import type { FileStore } from "#server/kit/storage/file-store.ts";

export interface AppContext {
  db: Database;
  config: Config;
  clock: Clock;
  log: Logger;
  jobs: JobQueue;
  live: LiveChanges;
  /** Uploaded files. */
  store: FileStore;
}

export interface Caller {
  id: string;
  sessionId: string;
  email: string;
  fullName: string;
  language: Language | null;
  isVerified: boolean;
  isPlatformAdmin: boolean;
}

/** Permissions of a person in an organization, or on the platform. */
export interface MemberPermissions {
  permissions: ReadonlySet<Permission>;
  roles: { id: number; name: string; type: RoleType }[];
  /** Manages the organization: any role of type `admin`, or a platform administrator. */
  isTeam: boolean;
  /** Disabled organizations show no facilities and fields to members. */
  isEnabled: boolean;
}

/** Queries of authorization, implemented by the modules accounts and members. */
export interface AccessLookup {
  /** The owner of a token; undefined when it is unknown or expired, or the person deactivated. */
  findCaller(appContext: AppContext, token: string): Promise<Caller | undefined>;
  /** Undefined for strangers and unknown organizations. */
  findMemberPermissions(
    appContext: AppContext,
    caller: Caller,
    organizationId: string,
  ): Promise<MemberPermissions | undefined>;
}
