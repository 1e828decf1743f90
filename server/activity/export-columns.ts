import { type ActivityEntry, activityMessageKey } from "#contract/activity.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Translate } from "#messages/translator.ts";
import { dateTimeColumn, textColumn, type Column } from "#server/kit/documents/columns.ts";
import { findModule } from "#server/kit/process/modules.ts";

function translateAct(t: Translate, act: string): string {
  const key = activityMessageKey(act);
  const text = (t as (key: string) => string)(key);
  return text === key ? act : text;
}

function translateSubject(t: Translate, subject: string): string {
  const label = findModule(subject)?.activityLabel;
  return label ? (t as (key: MessageKey) => string)(label) : subject;
}

const toJson = (state: object | null) => (state === null ? null : JSON.stringify(state));

export const activityColumns: Column<ActivityEntry>[] = [
  dateTimeColumn("exports.at", (row) => row.at),
  textColumn("activity.person", (row, { t }) => row.actor?.full_name ?? t("activity.system")),
  textColumn("exports.act", (row, { t }) => translateAct(t, row.act)),
  textColumn("activity.subject", (row, { t }) => translateSubject(t, row.subject)),
  textColumn("exports.subjectName", (row) => row.subjectName),
  textColumn("exports.before", (row) => toJson(row.before)),
  textColumn("exports.after", (row) => toJson(row.after)),
  textColumn("exports.address", (row) => row.address),
  textColumn("organizations.id", (row) => row.subjectId),
];
