import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ImagePlus } from "lucide-react";
import { use } from "react";
import { type Field, fields } from "#contract/fields.ts";
import { files } from "#contract/files.ts";
import type { EntityRef } from "#contract/organizations.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badges } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { DescriptionList, DescriptionItem, YesNo } from "#web/kit/ui/description-list.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { PageColumns } from "#web/kit/ui/page.tsx";
import { Photo } from "#web/kit/ui/photo.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { approvalLabels } from "#web/organizations/labels.ts";
import { type FieldParts, FieldPartsContext } from "./field-parts.ts";
import { confidentialityHints, confidentialityLabels, spaceLabels, statusLabels } from "./labels.ts";

/** The page with parts of higher modules. */
export const withParts = (parts: FieldParts) => () => (
  <FieldPartsContext value={parts}>
    <FieldOverview />
  </FieldPartsContext>
);

function FieldOverview() {
  const { organizationId } = useScope();
  const { data } = useQuery(
    endpointQuery(fields.read, { params: { organizationId, fieldId: useRouteParam("fieldId") } }),
  );
  return data ? <Overview field={data.data} /> : <DetailSkeleton rows={16} />;
}

function Overview({ field }: { field: Field }) {
  const t = useTranslation();
  const { duration } = useDateFormats();
  const { isPlatform, can, path } = useScope();
  const { facility, organization, sports } = field;
  const { Occupation } = use(FieldPartsContext);
  const organizationLink = (
    <Link to={`/organizations/${organization.id}/overview`} className={textLinkClass}>
      {organization.name}
    </Link>
  );
  const facilityLink = (
    <Link to={path(`/facilities/${facility.id}`)} className={textLinkClass}>
      {facility.name}
    </Link>
  );
  const linksTo = (place: string, others: readonly EntityRef[]) => (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {others.map(({ id, name }) => (
        <Link key={id} to={path(`${place}/${id}`)} className={textLinkClass}>
          {name}
        </Link>
      ))}
    </span>
  );
  const patternLinks = (place: string, patterns: readonly EntityRef[]) =>
    can("patterns.manage") ? linksTo(place, patterns) : patterns.map(({ name }) => name).join(", ");
  const addPhotos = can(files.upload) && (
    <Link to={path(`/fields/${field.id}/gallery`)} className={buttonClass("ghost", "sm", "-mr-2")}>
      <ImagePlus aria-hidden />
      {t(field.image ? "files.addPhotos" : "files.addPhoto")}
    </Link>
  );
  return (
    <PageColumns
      aside={
        <Card title={t("fields.photo")} action={addPhotos}>
          <Photo image={field.image} sport={sports[0]?.name} className="aspect-5/3 w-full" />
        </Card>
      }
    >
      <Occupation field={field} />
      <Card title={t("kit.details")}>
        <DescriptionList>
          <DescriptionItem name={t("fields.name")}>{field.name}</DescriptionItem>
          <DescriptionItem name={t("fields.facility")}>{facilityLink}</DescriptionItem>
          {isPlatform && <DescriptionItem name={t("organizations.one")}>{organizationLink}</DescriptionItem>}
          {field.openingHourPattern !== undefined && (
            <DescriptionItem name={t("fields.openingHours")}>
              {field.openingHourPattern && patternLinks("/opening-hours", [field.openingHourPattern])}
            </DescriptionItem>
          )}
          {field.pricePatterns && (
            <DescriptionItem name={t("fields.pricePatterns")}>
              {field.pricePatterns.length > 0 ? patternLinks("/prices", field.pricePatterns) : null}
            </DescriptionItem>
          )}
          <DescriptionItem name={t("fields.description")}>{field.description}</DescriptionItem>
          {field.parent && (
            <DescriptionItem name={t("fields.partOf")}>{linksTo("/fields", [field.parent])}</DescriptionItem>
          )}
          {field.parts.length > 0 && (
            <DescriptionItem name={t("fields.ownParts")}>{linksTo("/fields", field.parts)}</DescriptionItem>
          )}
          <DescriptionItem
            name={t("fields.confidentiality")}
          >{`${t(confidentialityLabels[field.confidentiality])} · ${t(confidentialityHints[field.confidentiality])}`}</DescriptionItem>
          <DescriptionItem name={t("fields.status")}>{t(statusLabels[field.status])}</DescriptionItem>
          <DescriptionItem name={t("fields.bookable")}>
            <YesNo value={field.bookable} />
          </DescriptionItem>
          <DescriptionItem name={t("fields.sports")}>
            {sports.length > 0 ? <Badges names={sports.map(({ name }) => name)} limit={sports.length} /> : null}
          </DescriptionItem>
          <DescriptionItem name={t("fields.space")}>{field.space && t(spaceLabels[field.space])}</DescriptionItem>
          <DescriptionItem name={t("fields.lights")}>
            <YesNo value={field.lights} />
          </DescriptionItem>
          <DescriptionItem name={t("fields.handicapAccess")}>
            <YesNo value={field.handicapAccess} />
          </DescriptionItem>
          <DescriptionItem name={t("fields.airConditioning")}>
            <YesNo value={field.airConditioning} />
          </DescriptionItem>
          <DescriptionItem name={t("fields.heating")}>
            <YesNo value={field.heating} />
          </DescriptionItem>
          <DescriptionItem name={t("fields.seats")}>{field.seatsStands}</DescriptionItem>
          <DescriptionItem name={t("fields.minPeople")}>{field.minPeopleByEvent}</DescriptionItem>
          <DescriptionItem name={t("fields.maxPeople")}>{field.maxPeopleByEvent}</DescriptionItem>
          <DescriptionItem name={t("kit.created")}>
            <DateTime timeZone={field.timezone} at={field.created_at} />
          </DescriptionItem>
          <DescriptionItem name={t("kit.updated")}>
            <DateTime timeZone={field.timezone} at={field.updated_at} />
          </DescriptionItem>
        </DescriptionList>
      </Card>
      <Card title={t("fields.booking")}>
        <DescriptionList>
          <DescriptionItem name={t("fields.startStep")}>{duration(field.startStep)}</DescriptionItem>
          <DescriptionItem name={t("fields.turnaround")}>{duration(field.turnaround)}</DescriptionItem>
          <DescriptionItem name={t("fields.approval")}>{t(approvalLabels[field.approval])}</DescriptionItem>
          <DescriptionItem name={t("fields.cancellationDeadline")}>
            {field.cancellationDeadline === null
              ? t("fields.cancellationUsual")
              : t("kit.hours", { hours: field.cancellationDeadline })}
          </DescriptionItem>
        </DescriptionList>
      </Card>
    </PageColumns>
  );
}
