import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ImagePlus } from "lucide-react";
import { type Field, fields } from "#contract/fields.ts";
import { files } from "#contract/files.ts";
import type { Named } from "#contract/organizations.ts";
import { read } from "#web/kit/api.ts";
import { Badges } from "#web/kit/badge.tsx";
import { buttonClass } from "#web/kit/button.tsx";
import { Card } from "#web/kit/card.tsx";
import { useDates } from "#web/kit/dates.ts";
import { DescriptionList, Fact, YesNo } from "#web/kit/description-list.tsx";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { Moment } from "#web/kit/moment.tsx";
import { Columns } from "#web/kit/page.tsx";
import { Photo } from "#web/kit/photo.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";
import { approvalLabels } from "#web/organizations/labels.ts";
import { confidentialityHints, confidentialityLabels, spaceLabels, statusLabels } from "./labels.ts";

export function FieldOverview() {
  const { organizationId } = useScope();
  const { data } = useQuery(read(fields.read, { params: { organizationId, fieldId: useParam("fieldId") } }));
  return data ? <Overview field={data.data} /> : <DetailSkeleton rows={16} />;
}

function Overview({ field }: { field: Field }) {
  const t = useWords();
  const { duration } = useDates();
  const { isPlatform, can, path } = useScope();
  const { facility, organization, sports } = field;
  const organizationLink = (
    <Link to={`/organizations/${organization.id}/overview`} className={textLink}>
      {organization.name}
    </Link>
  );
  const facilityLink = (
    <Link to={path(`/facilities/${facility.id}`)} className={textLink}>
      {facility.name}
    </Link>
  );
  const linksTo = (place: string, others: readonly Named[]) => (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {others.map(({ id, name }) => (
        <Link key={id} to={path(`${place}/${id}`)} className={textLink}>
          {name}
        </Link>
      ))}
    </span>
  );
  // Patterns open to those who manage them alone.
  const patternLinks = (place: string, patterns: readonly Named[]) =>
    can("patterns.manage") ? linksTo(place, patterns) : patterns.map(({ name }) => name).join(", ");
  const addPhotos = can(files.upload) && (
    <Link to={path(`/fields/${field.id}/gallery`)} className={buttonClass("ghost", "sm", "-mr-2")}>
      <ImagePlus aria-hidden />
      {t(field.image ? "files.addPhotos" : "files.addPhoto")}
    </Link>
  );
  return (
    <Columns
      aside={
        <Card title={t("fields.photo")} action={addPhotos}>
          <Photo image={field.image} sport={sports[0]?.name} className="aspect-5/3 w-full" />
        </Card>
      }
    >
      <Card title={t("kit.details")}>
        <DescriptionList>
          <Fact name={t("fields.name")}>{field.name}</Fact>
          <Fact name={t("fields.facility")}>{facilityLink}</Fact>
          {isPlatform && <Fact name={t("organizations.one")}>{organizationLink}</Fact>}
          {field.openingHourPattern !== undefined && (
            <Fact name={t("fields.openingHours")}>
              {field.openingHourPattern && patternLinks("/opening-hours", [field.openingHourPattern])}
            </Fact>
          )}
          {field.pricePatterns && (
            <Fact name={t("fields.pricePatterns")}>
              {field.pricePatterns.length > 0 ? patternLinks("/prices", field.pricePatterns) : null}
            </Fact>
          )}
          <Fact name={t("fields.description")}>{field.description}</Fact>
          {field.parent && <Fact name={t("fields.partOf")}>{linksTo("/fields", [field.parent])}</Fact>}
          {field.parts.length > 0 && <Fact name={t("fields.ownParts")}>{linksTo("/fields", field.parts)}</Fact>}
          <Fact
            name={t("fields.confidentiality")}
          >{`${t(confidentialityLabels[field.confidentiality])} · ${t(confidentialityHints[field.confidentiality])}`}</Fact>
          <Fact name={t("fields.status")}>{t(statusLabels[field.status])}</Fact>
          <Fact name={t("fields.bookable")}>
            <YesNo value={field.bookable} />
          </Fact>
          <Fact name={t("fields.sports")}>
            {sports.length > 0 ? <Badges names={sports.map(({ name }) => name)} limit={sports.length} /> : null}
          </Fact>
          <Fact name={t("fields.space")}>{field.space && t(spaceLabels[field.space])}</Fact>
          <Fact name={t("fields.lights")}>
            <YesNo value={field.lights} />
          </Fact>
          <Fact name={t("fields.handicapAccess")}>
            <YesNo value={field.handicapAccess} />
          </Fact>
          <Fact name={t("fields.airConditioning")}>
            <YesNo value={field.airConditioning} />
          </Fact>
          <Fact name={t("fields.heating")}>
            <YesNo value={field.heating} />
          </Fact>
          <Fact name={t("fields.seats")}>{field.seatsStands}</Fact>
          <Fact name={t("fields.minPeople")}>{field.minPeopleByEvent}</Fact>
          <Fact name={t("fields.maxPeople")}>{field.maxPeopleByEvent}</Fact>
          <Fact name={t("kit.created")}>
            <Moment at={field.created_at} />
          </Fact>
          <Fact name={t("kit.updated")}>
            <Moment at={field.updated_at} />
          </Fact>
        </DescriptionList>
      </Card>
      <Card title={t("fields.booking")}>
        <DescriptionList>
          <Fact name={t("fields.startStep")}>{duration(field.startStep)}</Fact>
          <Fact name={t("fields.turnaround")}>{duration(field.turnaround)}</Fact>
          <Fact name={t("fields.approval")}>{t(approvalLabels[field.approval])}</Fact>
          <Fact name={t("fields.cancellationDeadline")}>{t("kit.hours", { hours: field.cancellationDeadline })}</Fact>
        </DescriptionList>
      </Card>
    </Columns>
  );
}
