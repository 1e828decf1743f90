import { Link } from "@tanstack/react-router";
import { Globe, Lock } from "lucide-react";
import type { Field } from "#contract/fields.ts";
import { Badge, Badges } from "#web/kit/badge.tsx";
import { YesNo } from "#web/kit/description-list.tsx";
import { Moment } from "#web/kit/moment.tsx";
import { Photo } from "#web/kit/photo.tsx";
import { type Column, rowLink } from "#web/kit/table.tsx";
import { type Translate, useWords } from "#web/kit/words.ts";
import { confidentialityLabels, statusLabels } from "./labels.ts";

interface Shown {
  t: Translate;
  path: (rest: string) => string;
  showFacility: boolean;
  showOrganization: boolean;
}

export const fieldColumns = ({ t, path, showFacility, showOrganization }: Shown): Column<Field>[] => [
  {
    key: "name",
    header: t("fields.name"),
    media: ({ image, sports }) => (
      <Photo url={image?.url} sport={sports[0]?.name} className="h-9 w-13 shrink-0 rounded-md" />
    ),
    cell: ({ id, name, facility, organization }) => (
      <>
        <Link to={path(`/fields/${id}`)} className={`${rowLink} [overflow-wrap:anywhere]`}>
          {name}
        </Link>
        {showFacility && <span className="text-xs text-ink-3 lg:hidden">{facility.name}</span>}
        {showOrganization && <span className="text-xs text-ink-3 max-lg:hidden">{organization.name}</span>}
      </>
    ),
  },
  {
    key: "confidentiality",
    header: t("fields.confidentiality"),
    phone: "below",
    cell: ({ confidentiality }) => <ConfidentialityBadge confidentiality={confidentiality} />,
  },
  { key: "status", header: t("fields.status"), phone: "below", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: "bookable",
    header: t("fields.bookable"),
    className: "max-md:hidden",
    cell: ({ bookable }) => <YesNo value={bookable} />,
  },
  {
    key: "seats",
    header: t("fields.seatsOrCapacity"),
    className: "max-lg:hidden",
    cell: (field) => <Capacity {...field} />,
  },
  {
    key: "sports",
    header: t("fields.sports"),
    className: "max-md:hidden",
    cell: ({ sports }) => <Badges names={sports.map(({ name }) => name)} />,
  },
  ...(showFacility
    ? [
        {
          key: "facility",
          header: t("fields.facility"),
          className: "max-lg:hidden",
          cell: ({ facility }: Field) => <span className="text-ink-2">{facility.name}</span>,
        },
      ]
    : []),
  {
    key: "updated",
    header: t("kit.updated"),
    align: "right",
    className: "max-lg:hidden",
    cell: ({ updated_at }) => <Moment at={updated_at} className="text-ink-3 tnum" />,
  },
];

export function ConfidentialityBadge({ confidentiality }: Pick<Field, "confidentiality">) {
  const t = useWords();
  return (
    <Badge tone="outline" icon={confidentiality === "private" ? <Lock aria-hidden /> : <Globe aria-hidden />}>
      {t(confidentialityLabels[confidentiality])}
    </Badge>
  );
}

export function StatusBadge({ status }: Pick<Field, "status">) {
  const t = useWords();
  return (
    <Badge tone={status === "open" ? "lime" : "rose"} dot>
      {t(statusLabels[status])}
    </Badge>
  );
}

/** The seats of its stands; without stands, how many people an event takes. */
function Capacity({
  seatsStands,
  minPeopleByEvent,
  maxPeopleByEvent,
}: Pick<Field, "seatsStands" | "minPeopleByEvent" | "maxPeopleByEvent">) {
  const t = useWords();
  return (
    <span className="whitespace-nowrap text-ink-2 tnum">
      {seatsStands
        ? t("fields.seatsCount", { count: seatsStands })
        : t("fields.peopleRange", { min: minPeopleByEvent, max: maxPeopleByEvent })}
    </span>
  );
}
