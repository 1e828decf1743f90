/** Dependencies of a running server (database, config, clock, jobs …), created in `main.ts` or by a test. */
import type { Logger } from "pino";
import type { Language } from "#messages/translator.ts";
import type { Permission, RoleType } from "#contract/permissions.ts";
import type { Grant } from "#contract/permissions-grants-rules.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { Replica } from "#server/kit/db/replica.ts";
import type { RevisionCache } from "#server/kit/db/revision-cache.ts";
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
  store: FileStore;
  revisionCache: RevisionCache;
  /** Undefined without DATABASE_REPLICA_URL. */
  replica?: Replica | undefined;
}

export interface Caller {
  id: string;
  sessionId: string;
  email: string;
  fullName: string;
  language: Language | null;
  isVerified: boolean;
  isPlatformAdmin: boolean;
  /** Minutes before a booking; null: those of the organization. Without a session it is not read. */
  reminderLead?: number | null;
  /** A key of an organization, not a person: see `Endpoint.refusesApiKeys`. */
  isApiKey?: true;
  /** Somebody without an account, who books on the public page: `id` is that of their customer, or of nobody. */
  isGuest?: true;
}

/** The account that acts, as rows name it; null for somebody without one. */
export const accountIdOf = ({ id, isGuest }: Pick<Caller, "id" | "isGuest">): string | null => (isGuest ? null : id);

/** Calls that may still be made. */
export interface Quota {
  /** Calls a minute. */
  limit: number;
  /** Negative if this call is one too many. */
  left: number;
  /** Until the minute ends. */
  seconds: number;
}

export interface MemberPermissions {
  permissions: ReadonlySet<Permission>;
  roles: { id: number; name: string; type: RoleType }[];
  /** Memberships (subscriptions) of the account's customer, also those that are to begin; undefined: none. */
  grants?: readonly Grant[] | undefined;
  /** Has a role of type `admin`, or is a platform administrator. */
  isTeam: boolean;
  /** Disabled organizations show members no facilities and fields. */
  isEnabled: boolean;
  /** Somebody without an account, who books on the public page: published fields, by the rules of guests. */
  isGuest?: true;
}

export interface RequestAccess {
  caller: Caller;
  /** Undefined if the person is not a member or the organization does not exist. */
  permissions: MemberPermissions | undefined;
  /** Version of live changes, before anything else is read. */
  liveVersion: string;
  /** Revision of the organization; undefined without one. */
  revision: number | undefined;
  /**
   * Until then a second factor is to be set up, which the organization demands of its team, or the platform of its
   * administrators. Undefined for who has one, or of whom none is demanded.
   */
  secondFactorDueAt?: Date | undefined;
  /** For API keys. */
  quota?: Quota;
}

/**
 * Query for authorization, implemented by members and API keys.
 * @param organizationId undefined for requests that concern no organization
 * @returns undefined if the token is unknown or expired, or the person deactivated
 */
export type AccessLookup = (
  appContext: AppContext,
  token: string,
  organizationId: string | undefined,
  address: string,
) => Promise<RequestAccess | undefined>;
