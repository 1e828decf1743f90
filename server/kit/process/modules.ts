/** Module manifests (`module.ts`) and the registry of modules. */
import type { MessageKey } from "#messages/keys.ts";
import type { Permission } from "#contract/permissions.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { ExportList } from "#server/kit/documents/export-list.ts";
import type { ActivitySubjects } from "#server/kit/activity/subjects.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import type { ModuleBinding } from "#server/kit/http/serve-module.ts";
import type { ChangeRecord } from "#server/kit/notify/live-changes.ts";
import type { Job } from "./jobs.ts";

export type ChangeReader = Pick<RequestContext, "organizationId" | "access" | "language" | "now"> & {
  user: { id: string };
};

/** The id that a reader may see; null if they may only know of the change, undefined if they may not. */
export type VisibleId = string | null | undefined;
export type VisibilityRule = (id: string, change: ChangeRecord) => VisibleId;

export interface LiveChangeVisibility {
  /** Readers need this permission. A team member with it sees all changes. */
  permission: Permission;
  /** Rule for members with the permission; without a rule they see none of these changes. */
  ruleForMembers?(db: Database, reader: ChangeReader, ids: string[], changes: ChangeRecord[]): Promise<VisibilityRule>;
  /** Modules whose ids the changes carry; members see a change by the rules of those modules. */
  subjectModules?: readonly string[];
  /** The change may end a reader's access, so streams check it again. */
  decidesAccess?: boolean;
}

export interface ServerModule {
  name: string;
  routes: ModuleBinding;
  jobs?: readonly Job[];
  /** False if servers remember none of its rows (`revision-cache.ts`): its changes are frequent, and raise no revision. */
  isRemembered?: false;
  /** Readers of live changes of this module; null: nobody. */
  liveChanges?: LiveChangeVisibility | null;
  activityLabel?: MessageKey;
  /** Its entries are about a field or a customer: they are found by that filter. */
  activityAbout?: "field" | "customer";
  activitySubjects?: readonly ActivitySubjects[];
  exports?: Readonly<Record<string, ExportList>>;
  /** Replace exports of the same name in the platform scope. */
  platformExports?: Readonly<Record<string, ExportList>>;
}

let registered: readonly ServerModule[] = [];

export function registerModules(modules: readonly ServerModule[]): void {
  registered = modules;
}

export const listModules = (): readonly ServerModule[] => registered;
export const findModule = (name: string): ServerModule | undefined => registered.find((module) => module.name === name);

export const visibleIds =
  (ids: ReadonlySet<string>): VisibilityRule =>
  (id) =>
    ids.has(id) ? id : undefined;
