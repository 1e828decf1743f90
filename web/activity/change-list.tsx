/** Lists before and after of a change (diff), as an entry of the activity shows them. */
import { useId } from "react";
import { currencies } from "#contract/general-countries-rules.ts";
import { type Permission, permissions } from "#contract/permissions.ts";
import type { CancellationPolicy, NoShowRule, DebtReminderStep, Quota } from "#contract/organization-options.ts";
import { debtReminderToneLabels } from "#web/organizations/labels.ts";
import { useDebtReminderText } from "#web/organizations/use-debt-reminder-text.ts";
import { useCancellationText } from "#web/organizations/use-cancellation-text.ts";
import { useNoShowText } from "#web/organizations/use-no-show-text.ts";
import { useQuotaText } from "#web/organizations/use-quota-text.ts";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { languages } from "#messages/translator.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { languageNames } from "#web/kit/ui/language-choice.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { roleName } from "#web/members/member-badges.tsx";
import { usePermissionName } from "#web/members/permission-matrix.tsx";
import { countryName } from "#web/organizations/countries.ts";
import { type EntryChange, isAmount } from "./entry-changes.ts";
import { partLabel, valueLabel } from "./labels.ts";

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const datePattern = /^\d{4}-\d\d-\d\d$/;
const wallTimePattern = /^\d\d:\d\d$/;
/** Members whose values are words of the contract: one without a label tells people nothing. */
const codedParts = /(?:^|\.)(?:type|kind|status|payment|space|approval|confidentiality|method)$/;
const isQuotas = (path: string) => path.endsWith("bookingRules.quotas");
const isPermission = (value: string): value is Permission => (permissions as readonly string[]).includes(value);

interface NestedValue {
  id?: unknown;
  name?: unknown;
  start?: string;
  end?: string;
  weekday?: number;
  weekdays?: number[];
  duration?: number;
  timeslot?: string;
  plan?: string;
  price?: number;
}

/** Says a value in words; undefined for what has none. */
type SayValue = (path: string, value: unknown) => string | undefined;

/** Opening hours, timeslots, plans and prices: parts of lists. */
function useNestedText(subject: string, currency: string | undefined) {
  const t = useTranslation();
  const { short, list, range } = useWeekdayFormats();
  const { duration } = useDateFormats();
  const money = useAmountFormat();
  return ({ id, name, start, end, weekday, weekdays, duration: minutes, timeslot, plan, price }: NestedValue) => {
    const times = start !== undefined && end !== undefined ? range({ start, end }) : undefined;
    const days = weekday === undefined ? weekdays && list(weekdays) : short(weekday);
    const title = typeof name === "string" ? name : [timeslot, plan].filter(Boolean).join(", ");
    const called = subject === "members" && typeof id === "number" && title ? roleName(t, { id, name: title }) : title;
    const length = minutes === undefined ? undefined : duration(minutes);
    const amount = price === undefined || !currency ? undefined : money(price, currency);
    return [called, days, times, length, amount].filter(Boolean).join(" ") || undefined;
  };
}

function useValueText({ subject, changes, currency: said, timeZone }: ChangeTextOptions): SayValue {
  const t = useTranslation();
  const tag = useLocale();
  const { zonedDateTime, duration } = useDateFormats(timeZone);
  const { date, time, short } = useWeekdayFormats();
  const money = useAmountFormat();
  const own = useOrganizationCurrency();
  const currency = said ?? own;
  const permissionName = usePermissionName();
  const nested = useNestedText(subject, currency);
  const quotaText = useQuotaText({ enabled: changes.some(({ path }) => isQuotas(path)) });
  const cancellationText = useCancellationText();
  const noShowText = useNoShowText();
  const reminderText = useDebtReminderText();
  const object = (path: string, value: object): string | undefined => {
    if (isQuotas(path)) return quotaText(value as Quota);
    if (path.startsWith("debtReminderSteps")) {
      const { days, tone } = value as DebtReminderStep;
      return days > 0 ? `${reminderText(days)}, ${t(debtReminderToneLabels[tone])}` : reminderText(days);
    }
    if (path.endsWith("bookingRules.cancellation")) return cancellationText(value as CancellationPolicy);
    if (path.endsWith("bookingRules.noShow")) return noShowText(value as NoShowRule);
    return nested(value as NestedValue);
  };
  const number = (path: string, value: number): string => {
    if (path === "countryId") return countryName(value, tag);
    if (currency && isAmount(path)) return money(value, currency);
    if (path === "vatRate")
      return new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 }).format(value / 10_000);
    if (path.endsWith("horizonDays")) return t("organizations.daysCount", { count: value });
    // Positions are stored from 0 and shown from 1.
    if (subject === "files" && path === "position") return new Intl.NumberFormat(tag).format(value + 1);
    if (path === "weekdays") return short(value);
    if (path === "cancellationDeadline") return t("kit.hours", { hours: value });
    if (/(^|\.)(duration|turnaround|startStep|noticeMinutes|reminderLead|pushReminderLead)$/.test(path))
      return duration(value);
    return new Intl.NumberFormat(tag).format(value);
  };
  const text = (path: string, value: string): string | undefined => {
    const label = valueLabel(subject, path, value);
    if (label) return t(label as "events.statusPending");
    if (codedParts.test(path)) return undefined;
    if (isPermission(value)) return permissionName(value);
    if (instantPattern.test(value)) return zonedDateTime(value);
    if (datePattern.test(value)) return date(value);
    if (wallTimePattern.test(value)) return time(value);
    if (path === "timezone") return value.replaceAll("_", " ");
    const language = languages.find((one) => path === "language" && one === value);
    if (language) return languageNames[language];
    const isCurrency = path === "currency" && (currencies as readonly string[]).includes(value);
    return isCurrency ? (new Intl.DisplayNames(tag, { type: "currency" }).of(value) ?? value) : value;
  };
  return (path, value) => {
    if (value === null || value === undefined || value === "") return t("activity.nothing");
    if (typeof value === "boolean") return t(value ? "kit.yes" : "kit.no");
    if (typeof value === "number") return number(path, value);
    if (typeof value === "string") return text(path, value);
    return typeof value === "object" ? object(path, value) : undefined;
  };
}

export interface ChangeText {
  path: string;
  label: string;
  /** Undefined for new records, and for values that are gone. A list has a text for each part that differs. */
  before: string | string[] | undefined;
  after: string | string[] | undefined;
}

interface ChangeTextOptions {
  subject: string;
  changes: readonly EntryChange[];
  currency?: string | undefined;
  /** Time zone of the facility or the organization. Default: the reader's. */
  timeZone?: string | undefined;
}

/** Leaves out what both lists have. */
function withoutCommon({ before, after }: Pick<ChangeText, "before" | "after">): Pick<ChangeText, "before" | "after"> {
  if (!Array.isArray(before) || !Array.isArray(after)) return { before, after };
  return {
    before: before.filter((item) => !after.includes(item)),
    after: after.filter((item) => !before.includes(item)),
  };
}

/** Labels and values in words; leaves out what has none. */
export function useChangeTexts(options: ChangeTextOptions): ChangeText[] {
  const { subject, changes } = options;
  const t = useTranslation();
  const say = useValueText(options);
  const sayAny = (path: string, value: unknown) =>
    value === undefined
      ? undefined
      : Array.isArray(value)
        ? value.flatMap((item) => say(path, item) ?? [])
        : say(path, value);
  return changes.flatMap(({ path, before, after }) => {
    const label = partLabel(t, subject, path);
    const texts = withoutCommon({ before: sayAny(path, before), after: sayAny(path, after) });
    const isSaid = (value: unknown, said: ChangeText["after"]) => value === undefined || said !== undefined;
    return label !== undefined && isSaid(before, texts.before) && isSaid(after, texts.after)
      ? [{ path, label, ...texts }]
      : [];
  });
}

interface ChangeListProps {
  texts: readonly ChangeText[];
  /** No former values: only the new ones are shown. */
  isNew: boolean;
}

export function ChangeList({ texts, isNew }: ChangeListProps) {
  const t = useTranslation();
  const id = useId();
  return (
    <dl
      aria-label={t("activity.changes")}
      className="grid gap-x-4 gap-y-1 text-13 sm:grid-cols-[minmax(8rem,12rem)_minmax(0,1fr)]"
    >
      {texts.map(({ path, label, before, after }) => (
        <div key={`${id}${path}`} className="contents">
          <dt className="text-ink-3 max-sm:mt-1">{label}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            {Array.isArray(before) || Array.isArray(after) ? (
              <ListDifference before={toTexts(before)} after={toTexts(after)} />
            ) : isNew ? (
              after
            ) : (
              <BeforeAndAfter before={before} after={after} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const toTexts = (value: ChangeText["after"]): string[] => (Array.isArray(value) ? value : []);

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

/** Parts of lists that are in one of them alone. */
function ListDifference({ before, after }: { before: string[]; after: string[] }) {
  const t = useTranslation();
  return (
    <span className="flex flex-wrap gap-1">
      {before.map((item) => (
        <Badge key={item} tone="rose">
          <span className="sr-only">{t("activity.gone")}: </span>
          <del>{item}</del>
        </Badge>
      ))}
      {after.map((item) => (
        <Badge key={item} tone="lime">
          <span className="sr-only">{t("activity.added")}: </span>
          {item}
        </Badge>
      ))}
    </span>
  );
}
