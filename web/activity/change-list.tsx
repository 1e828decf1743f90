import { useId } from "react";
import { currencies } from "#contract/general-countries-rules.ts";
import { type Permission, permissions } from "#contract/permissions.ts";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { roleName } from "#web/members/member-badges.tsx";
import { usePermissionName } from "#web/members/permission-matrix.tsx";
import { countryName } from "#web/organizations/countries.ts";
import { type EntryChange, isAmount } from "./entry-changes.ts";
import { partLabel, valueLabel } from "./labels.ts";

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const isPermission = (value: string): value is Permission => (permissions as readonly string[]).includes(value);

function useValueText(subject: string, said: string | undefined, timeZone: string | undefined) {
  const t = useTranslation();
  const tag = useLocale();
  const { zonedDateTime, duration } = useDateFormats(timeZone);
  const money = useAmountFormat();
  const own = useOrganizationCurrency();
  const permissionName = usePermissionName();
  const number = (path: string, value: number): string => {
    if (path === "countryId") return countryName(value, tag);
    const currency = said ?? own;
    if (currency && isAmount(path)) return money(value, currency);
    if (path === "vatRate")
      return new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 }).format(value / 10_000);
    if (path.endsWith("horizonDays")) return t("organizations.daysCount", { count: value });
    // Positions are stored from 0 and shown from 1.
    if (subject === "files" && path === "position") return new Intl.NumberFormat(tag).format(value + 1);
    if (path === "cancellationDeadline") return t("kit.hours", { hours: value });
    if (/(^|\.)(duration|turnaround|startStep|noticeMinutes)$/.test(path)) return duration(value);
    return new Intl.NumberFormat(tag).format(value);
  };
  const text = (path: string, value: string): string => {
    const label = valueLabel(subject, path, value);
    if (label) return t(label as "events.statusPending");
    if (isPermission(value)) return permissionName(value);
    if (instantPattern.test(value)) return zonedDateTime(value);
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
  changes: readonly EntryChange[];
  /** No former values: only the new ones are shown. */
  isNew: boolean;
  currency?: string | undefined;
  /** Time zone of the facility or the organization. Default: the reader's. */
  timeZone?: string | undefined;
}

export function ChangeList({ subject, changes, isNew, currency, timeZone }: ChangeListProps) {
  const t = useTranslation();
  const say = useValueText(subject, currency, timeZone);
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
              <ListDifference before={toTexts(before, path, say)} after={toTexts(after, path, say)} />
            ) : isNew ? (
              say(path, after)
            ) : (
              <BeforeAndAfter
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

const toTexts = (value: unknown, path: string, say: (path: string, value: unknown) => string): string[] =>
  Array.isArray(value) ? value.map((item) => say(path, item)) : [];

function BeforeAndAfter({ before, after }: { before: string | undefined; after: string | undefined }) {
  const t = useTranslation();
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

function ListDifference({ before, after }: { before: string[]; after: string[] }) {
  const t = useTranslation();
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
