import type { ActivityEntry } from "#contract/activity.ts";
import { describeEntry, sentenceText } from "#contract/activity-sentence-rules.ts";
import { dateFormats, languageTags } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Translate } from "#messages/translator.ts";
import { dateTimeColumn, textColumn, type Column } from "#server/kit/documents/columns.ts";
import type { ColumnContext } from "#server/kit/documents/csv-cells.ts";
import { roleName } from "#server/members/roles.ts";
import { findModule } from "#server/kit/process/modules.ts";

/** The sentence of the page, and what stands below it. */
function sayEntry(entry: ActivityEntry, { t, language, timezone }: ColumnContext): string {
  const { parts, details } = describeEntry(entry, {
    t,
    language,
    money: (minor, currency) => formatMoney(minor, currency, languageTags[language]),
    dates: (own = timezone) => dateFormats(language, own),
    withZone: (text) => text,
    duration: (minutes) => t("kit.minutes", { minutes }),
    role: (role) => roleName(role, t),
    nobody: t("activity.system"),
  });
  return [sentenceText({ parts, details }), ...details].join(" · ");
}

function translateSubject(t: Translate, subject: string): string {
  const label = findModule(subject)?.activityLabel;
  return label ? (t as (key: MessageKey) => string)(label) : subject;
}

const toJson = (state: object | null) => (state === null ? null : JSON.stringify(state));

export const activityColumns: Column<ActivityEntry>[] = [
  dateTimeColumn("exports.at", (row) => row.at),
  textColumn("activity.person", (row, { t }) => row.actor?.full_name ?? t("activity.system")),
  textColumn("activity.sentence", sayEntry),
  textColumn("activity.subject", (row, { t }) => translateSubject(t, row.subject)),
  textColumn("exports.subjectName", (row) => row.subjectName),
  textColumn("exports.before", (row) => toJson(row.before)),
  textColumn("exports.after", (row) => toJson(row.after)),
  textColumn("exports.address", (row) => row.address),
  textColumn("organizations.id", (row) => row.subjectId),
];
