import { Link } from "@tanstack/react-router";
import { Globe, Lock } from "lucide-react";
import type { Field } from "#contract/fields.ts";
import { Badge, Badges } from "#web/kit/ui/badge.tsx";
import { YesNo } from "#web/kit/ui/description-list.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { Photo } from "#web/kit/ui/photo.tsx";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { type Translate, useTranslation } from "#web/kit/format/translation.ts";
import { FieldStatus } from "./field-status.tsx";
import { confidentialityLabels } from "./labels.ts";

interface FieldColumnsOptions {
  t: Translate;
  path: (rest: string) => string;
  /** Sorted: parts follow their parent. */
  rows: readonly Field[];
  showFacility: boolean;
  showOrganization: boolean;
}

export function createFieldColumns({
  t,
  path,
  rows,
  showFacility,
  showOrganization,
}: FieldColumnsOptions): Column<Field>[] {
  const levels = computeLevels(rows);
  return [
    {
      key: "name",
      header: t("fields.name"),
      className: "xl:w-1/4",
      media: ({ id, image, sports }) => (
        <>
          <TreeBranch level={levels.get(id) ?? 0} />
          <Photo image={image} sport={sports[0]?.name} className="h-9 w-13 shrink-0 rounded-md" />
        </>
      ),
      cell: ({ id, name, parent, facility, organization }) => (
        <>
          <Link to={path(`/fields/${id}`)} className={`${rowLinkClass} max-sm:[overflow-wrap:anywhere]`}>
            <span className="line-clamp-2" title={name}>
              {name}
            </span>
          </Link>
          {parent && (
            // The indentation already shows the parent if it is on this page.
            <span className={levels.get(id) ? "sr-only" : "text-xs text-ink-3"}>
              {t("fields.partOfNamed", { name: parent.name })}
            </span>
          )}
          {showFacility && (
            <span className="text-xs text-ink-3 xl:hidden">
              {facility.name}
              {showOrganization && ` · ${organization.name}`}
            </span>
          )}
        </>
      ),
    },
    {
      key: "confidentiality",
      header: t("fields.confidentiality"),
      phone: "below",
      cell: ({ confidentiality }) => <ConfidentialityBadge confidentiality={confidentiality} />,
    },
    { key: "status", header: t("fields.status"), phone: "below", cell: (field) => <FieldStatus field={field} /> },
    {
      key: "bookable",
      header: t("fields.bookable"),
      className: "max-md:hidden",
      cell: ({ bookable }) => <YesNo value={bookable} />,
    },
    {
      key: "seats",
      header: t("fields.seatsOrCapacity"),
      className: "max-xl:hidden",
      cell: (field) => <Capacity {...field} />,
    },
    {
      key: "sports",
      header: t("fields.sports"),
      className: "max-md:hidden",
      cell: ({ sports }) => <Badges names={sports.map(({ name }) => name)} limit={showOrganization ? 1 : 3} />,
    },
    ...(showFacility
      ? [
          {
            key: "facility",
            header: t("fields.facility"),
            className: "max-xl:hidden",
            cell: ({ facility, organization }: Field) => (
              <FacilityName facility={facility.name} organization={showOrganization ? organization.name : undefined} />
            ),
          },
        ]
      : []),
    {
      key: "updated",
      header: t("kit.updated"),
      align: "right",
      className: "max-xl:hidden",
      cell: ({ updated_at, timezone }) => <DayAndTime at={updated_at} timezone={timezone} twoLines={showFacility} />,
    },
  ];
}

function computeLevels(rows: readonly Field[]): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  for (const { id, parentId } of rows) levels.set(id, 1 + (levels.get(parentId ?? "") ?? -1));
  return levels;
}

const TreeBranch = ({ level }: { level: number }) =>
  level > 0 && (
    <span
      aria-hidden
      className="-mr-1 h-8 w-3.5 shrink-0 -translate-y-1/2 rounded-bl-md border-b border-l border-line-strong max-sm:-translate-y-3.5"
      style={{ marginLeft: `${level * 1.25 - 0.75}rem` }}
    />
  );

export function ConfidentialityBadge({ confidentiality }: Pick<Field, "confidentiality">) {
  const t = useTranslation();
  return (
    <Badge tone="outline" icon={confidentiality === "private" ? <Lock aria-hidden /> : <Globe aria-hidden />}>
      {t(confidentialityLabels[confidentiality])}
    </Badge>
  );
}

function Capacity({
  seatsStands,
  minPeopleByEvent,
  maxPeopleByEvent,
}: Pick<Field, "seatsStands" | "minPeopleByEvent" | "maxPeopleByEvent">) {
  const t = useTranslation();
  return (
    <span className="whitespace-nowrap text-ink-2 tnum">
      {seatsStands
        ? t("fields.seatsCount", { count: seatsStands })
        : t("fields.peopleRange", { min: minPeopleByEvent, max: maxPeopleByEvent })}
    </span>
  );
}

// Keep names to one short line each: eight columns then fit into rows of the usual height.
const FacilityName = ({ facility, organization }: { facility: string; organization: string | undefined }) => (
  <>
    <span className="block max-w-32 truncate text-ink-2" title={facility}>
      {facility}
    </span>
    {organization && (
      <span className="block max-w-32 truncate text-xs text-ink-3" title={organization}>
        {organization}
      </span>
    )}
  </>
);

function DayAndTime({ at, timezone, twoLines }: { at: string; timezone: string; twoLines: boolean }) {
  const { date, time, otherZoneName } = useDateFormats(timezone);
  return (
    <time
      dateTime={at}
      title={otherZoneName(at) || undefined}
      className={cx("whitespace-nowrap text-ink-3 tnum", twoLines && "[&>span]:block")}
    >
      <span>{date(at)}</span> <span>{time(at)}</span>
    </time>
  );
}
