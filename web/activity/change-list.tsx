/** Before and after, as people read them. */
import { useId } from "react";
import { currencies } from "#contract/organizations.ts";
import { type Permission, permissions } from "#contract/permissions.ts";
import { useCurrency } from "#web/availability/slot-picker.tsx";
import * as events from "#web/events/labels.ts";
import * as fields from "#web/fields/labels.ts";
import { Badge } from "#web/kit/badge.tsx";
import { useDates } from "#web/kit/dates.ts";
import { useMoney } from "#web/kit/money.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { roleName, typeLabels as roleTypes } from "#web/members/member-badges.tsx";
import { usePermissionName } from "#web/members/permission-matrix.tsx";
import { approvalLabels, countryName, typeLabels, vatLabels } from "#web/organizations/labels.ts";
import type { WordKey } from "#words/keys.ts";
import { type Change, isAmount } from "./changes.ts";
import { partLabel } from "./labels.ts";

const enumerations: Readonly<Record<string, Readonly<Record<string, WordKey>>>> = {
  "organizations.type": typeLabels,
  "organizations.vatProfile": vatLabels,
  "organizations.approvalDefault": approvalLabels,
  "members.type": roleTypes,
  "fields.status": fields.statusLabels,
  "fields.confidentiality": fields.confidentialityLabels,
  "fields.space": fields.spaceLabels,
  "fields.approval": approvalLabels,
  "events.type": events.typeLabels,
  "events.status": events.statusLabels,
  "events.confidentiality": fields.confidentialityLabels,
};
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const isPermission = (value: string): value is Permission => (permissions as readonly string[]).includes(value);

/** Says a value of a part of something. */
function useSaying(subject: string, said: string | undefined) {
  const t = useWords();
  const tag = useLocale();
  const { dateTime, duration } = useDates();
  const money = useMoney();
  const own = useCurrency();
  const permissionName = usePermissionName();
  const number = (path: string, value: number): string => {
    if (path === "countryId") return countryName(value, tag);
    const currency = said ?? own;
    if (currency && isAmount(path)) return money(value, currency);
    if (path === "vatRate")
      return new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 }).format(value / 10_000);
    if (path.endsWith("horizonDays")) return t("organizations.daysCount", { count: value });
    // People count from one.
    if (subject === "files" && path === "position") return new Intl.NumberFormat(tag).format(value + 1);
    if (path === "cancellationDeadline") return t("kit.hours", { hours: value });
    if (/(^|\.)(duration|turnaround|startStep|noticeMinutes)$/.test(path)) return duration(value);
    return new Intl.NumberFormat(tag).format(value);
  };
  const text = (path: string, value: string): string => {
    const word = enumerations[`${subject}.${path}`]?.[value];
    if (word) return t(word);
    if (isPermission(value)) return permissionName(value);
    if (instant.test(value)) return dateTime(value);
    const isCurrency = path === "currency" && (currencies as readonly string[]).includes(value);
    return isCurrency ? (new Intl.DisplayNames(tag, { type: "currency" }).of(value) ?? value) : value;
  };
  return (path: string, value: unknown): string => {
    if (value === null || value === undefined || value === "") return t("activity.nothing");
    if (typeof value === "boolean") return t(value ? "kit.yes" : "kit.no");
    if (typeof value === "number") return number(path, value);
    if (typeof value === "string") return text(path, value);
    if (typeof value !== "object" || !("name" in value)) return JSON.stringify(value);
    const { id, name } = value as { id?: unknown; name: unknown };
    return subject === "members" && typeof id === "number" ? roleName(t, { id, name: String(name) }) : String(name);
  };
}

interface ChangeListProps {
  subject: string;
  changes: readonly Change[];
  /** Nothing was there before: only what there is now is said. */
  isNew: boolean;
  /** Of its amounts; left out, it is the organization's. */
  currency?: string | undefined;
}

export function ChangeList({ subject, changes, isNew, currency }: ChangeListProps) {
  const t = useWords();
  const say = useSaying(subject, currency);
  const id = useId();
  return (
    <dl
      aria-label={t("activity.changes")}
      className="grid gap-x-4 gap-y-1 text-13 sm:grid-cols-[minmax(8rem,12rem)_minmax(0,1fr)]"
    >
      {changes.map(({ path, before, after }) => (
        <div key={`${id}${path}`} className="contents">
          <dt className="text-ink-3 max-sm:mt-1">{partLabel(t, subject, path)}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            {Array.isArray(before) || Array.isArray(after) ? (
              <Items before={asTexts(before, path, say)} after={asTexts(after, path, say)} />
            ) : isNew ? (
              say(path, after)
            ) : (
              <Pair
                before={before === undefined ? undefined : say(path, before)}
                after={after === undefined ? undefined : say(path, after)}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const asTexts = (value: unknown, path: string, say: (path: string, value: unknown) => string): string[] =>
  Array.isArray(value) ? value.map((item) => say(path, item)) : [];

function Pair({ before, after }: { before: string | undefined; after: string | undefined }) {
  const t = useWords();
  return (
    <>
      {before !== undefined && (
        <>
          <span className="sr-only">{t("activity.was")}: </span>
          <del className="text-ink-3">{before}</del>
        </>
      )}
      {before !== undefined && after !== undefined && <span aria-hidden> → </span>}
      {after !== undefined && (
        <>
          <span className="sr-only">{t("activity.became")}: </span>
          <ins className="font-medium no-underline">{after}</ins>
        </>
      )}
    </>
  );
}

/** Of a list, what came and what went. */
function Items({ before, after }: { before: string[]; after: string[] }) {
  const t = useWords();
  const came = after.filter((item) => !before.includes(item));
  const went = before.filter((item) => !after.includes(item));
  return (
    <span className="flex flex-wrap gap-1">
      {went.map((item) => (
        <Badge key={item} tone="rose">
          <span className="sr-only">{t("activity.gone")}: </span>
          <del>{item}</del>
        </Badge>
      ))}
      {came.map((item) => (
        <Badge key={item} tone="lime">
          <span className="sr-only">{t("activity.added")}: </span>
          {item}
        </Badge>
      ))}
    </span>
  );
}
