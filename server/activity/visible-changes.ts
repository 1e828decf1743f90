/** Filters live changes by permission: each reader of the stream learns only of what they may see. */
import type { Database } from "#server/kit/db/database.ts";
import { isPersonalChange, type ChangeRecord } from "#server/kit/notify/live-changes.ts";
import { findModule, type ChangeReader, type VisibilityRule } from "#server/kit/process/modules.ts";
import type { StreamedChange } from "./change-stream.ts";

/** @returns undefined if members get no changes of the module */
async function findRuleForMembers(
  db: Database,
  reader: ChangeReader,
  module: string,
  changes: ChangeRecord[],
): Promise<VisibilityRule | undefined> {
  const { ruleForMembers, subjectModules } = findModule(module)?.liveChanges ?? {};
  const ids = [...new Set(changes.map(({ subjectId }) => subjectId))];
  if (ruleForMembers) return ruleForMembers(db, reader, ids, changes);
  if (!subjectModules) return undefined;
  const rules: VisibilityRule[] = [];
  for (const subject of subjectModules) {
    const rule = await findRuleForMembers(db, reader, subject, changes);
    if (rule) rules.push(rule);
  }
  return (id, change) => rules.map((rule) => rule(id, change)).find((visible) => visible !== undefined);
}

async function findRule(
  db: Database,
  reader: ChangeReader,
  module: string,
  changes: ChangeRecord[],
): Promise<VisibilityRule | undefined> {
  const permission = findModule(module)?.liveChanges?.permission;
  if (!permission || !reader.access.permissions.has(permission)) return undefined;
  return reader.access.isTeam ? (id) => id : findRuleForMembers(db, reader, module, changes);
}

export async function filterVisibleChanges(
  db: Database,
  reader: ChangeReader,
  changes: ChangeRecord[],
): Promise<StreamedChange[]> {
  const rules = new Map<string, VisibilityRule>();
  for (const [module, ofModule] of Map.groupBy(changes, (change) => change.module)) {
    const rule = await findRule(db, reader, module, ofModule);
    if (rule) rules.set(module, rule);
  }
  return changes.flatMap((change) => {
    const { module, subjectId } = change;
    if (isPersonalChange(change, reader.user.id)) return [{ type: module, id: null }];
    const id = rules.get(module)?.(subjectId, change);
    return id === undefined ? [] : [{ type: module, id }];
  });
}
