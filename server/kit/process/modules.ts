/** Types of the manifests in `module.ts`, and the modules of this server. */
import type { MessageKey } from "#messages/keys.ts";
import type { Permission } from "#contract/permissions.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { ExportList } from "#server/kit/documents/export-list.ts";
import type { ActivitySubjects } from "#server/kit/events/activity-subjects.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import type { ModuleBinding } from "#server/kit/http/serve-module.ts";
import type { ChangeRecord } from "#server/kit/notify/live-changes.ts";
import type { Job } from "./jobs.ts";

/** The reader of a live stream. */
export type ChangeReader = Pick<RequestContext, "organizationId" | "access" | "language" | "now"> & {
  user: { id: string };
};

/** The id that a reader may know; null where only the fact may be told, undefined where not even that. */
export type VisibleId = string | null | undefined;
export type VisibilityRule = (id: string, change: ChangeRecord) => VisibleId;

export interface LiveChangeVisibility {
  /** Nobody without it hears of a change. The team that has it hears of all of them. */
  permission: Permission;
  /** Rule for members with the permission; without it they learn nothing of these changes. */
  ruleForMembers?(db: Database, reader: ChangeReader, ids: string[], changes: ChangeRecord[]): Promise<VisibilityRule>;
  /** The changes carry ids of these modules' things, and members hear of them by the rules of those. */
  subjectModules?: readonly string[];
  /** A change may end somebody's access: streams look whether their reader may still listen. */
  decidesAccess?: boolean;
}

export interface ServerModule {
  /** As the contract, the folder and the first part of every endpoint's name have it. */
  name: string;
  routes: ModuleBinding;
  jobs?: readonly Job[];
  /** Readers of this module's live changes; null: nobody. */
  liveChanges?: LiveChangeVisibility | null;
  /** How activity calls what this module's entries are about; its plain name when left out. */
  activityLabel?: MessageKey;
  /** How activity finds the names of what the entries are about, and searches for them. */
  activitySubjects?: readonly ActivitySubjects[];
  /** Lists that can be downloaded as CSV, by their name in the address. */
  exports?: Readonly<Record<string, ExportList>>;
  /** Lists that stand in for those of the same name when all organizations are shown together. */
  platformExports?: Readonly<Record<string, ExportList>>;
}

let registered: readonly ServerModule[] = [];

/** Makes the modules known to those among them that serve all, as activity and exports do. */
export function registerModules(modules: readonly ServerModule[]): void {
  registered = modules;
}

/** The modules in the order of the layers. */
export const listModules = (): readonly ServerModule[] => registered;
export const findModule = (name: string): ServerModule | undefined => registered.find((module) => module.name === name);

/** A rule that tells the ids of a set and keeps silent about all others. */
export const visibleIds =
  (ids: ReadonlySet<string>): VisibilityRule =>
  (id) =>
    ids.has(id) ? id : undefined;
