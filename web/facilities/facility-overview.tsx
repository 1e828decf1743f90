import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ImagePlus } from "lucide-react";
import { facilities } from "#contract/facilities.ts";
import { amenities, type Facility } from "#contract/facility-shape.ts";
import { files } from "#contract/files.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badges } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionList, DescriptionItem, YesNo } from "#web/kit/ui/description-list.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { PageColumns } from "#web/kit/ui/page.tsx";
import { Photo } from "#web/kit/ui/photo.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { MapLink } from "#web/places/map-link.tsx";

export function FacilityOverview() {
  const { organizationId } = useScope();
  const { data } = useQuery(
    endpointQuery(facilities.read, { params: { organizationId, facilityId: useRouteParam("facilityId") } }),
  );
  return data ? <Overview facility={data.data} /> : <DetailSkeleton rows={15} />;
}

function Overview({ facility }: { facility: Facility }) {
  const t = useTranslation();
  const { isPlatform, can, path } = useScope();
  const { organization, localization, sports } = facility;
  const address = localization.completeAddress;
  const organizationLink = (
    <Link to={`/organizations/${organization.id}/overview`} className={textLinkClass}>
      {organization.name}
    </Link>
  );
  const addPhotos = can(files.upload) && (
    <Link to={path(`/facilities/${facility.id}/gallery`)} className={buttonClass("ghost", "sm", "-mr-2")}>
      <ImagePlus aria-hidden />
      {t(facility.image ? "files.addPhotos" : "files.addPhoto")}
    </Link>
  );
  return (
    <PageColumns
      aside={
        <Card title={t("facilities.photo")} action={addPhotos}>
          <Photo image={facility.image} sport={sports[0]?.name} className="aspect-5/3 w-full" />
        </Card>
      }
    >
      <Card title={t("kit.details")}>
        <DescriptionList>
          <DescriptionItem name={t("facilities.description")}>{facility.description}</DescriptionItem>
          <DescriptionItem name={t("facilities.name")}>{facility.name}</DescriptionItem>
          <DescriptionItem name={t("facilities.address")}>
            {address && (
              <span className="flex flex-wrap gap-x-3 gap-y-1">
                {address}
                <MapLink {...localization} address={address} />
              </span>
            )}
          </DescriptionItem>
          {isPlatform && <DescriptionItem name={t("organizations.one")}>{organizationLink}</DescriptionItem>}
          <DescriptionItem name={t("facilities.sports")}>
            {sports.length > 0 ? <Badges names={sports.map(({ name }) => name)} limit={sports.length} /> : null}
          </DescriptionItem>
          <DescriptionItem name={t("facilities.parkingPlace")}>{facility.parkingPlace}</DescriptionItem>
          <DescriptionItem name={t("facilities.bicycleParkingPlace")}>{facility.bicycleParkingPlace}</DescriptionItem>
          {amenities.map((amenity) => (
            <DescriptionItem key={amenity} name={t(`facilities.${amenity}`)}>
              <YesNo value={facility[amenity]} />
            </DescriptionItem>
          ))}
          <DescriptionItem name={t("facilities.timezone")}>{facility.timezone}</DescriptionItem>
          <DescriptionItem name={t("kit.created")}>
            <DateTime timeZone={facility.timezone} at={facility.created_at} />
          </DescriptionItem>
          <DescriptionItem name={t("kit.updated")}>
            <DateTime timeZone={facility.timezone} at={facility.updated_at} />
          </DescriptionItem>
        </DescriptionList>
      </Card>
    </PageColumns>
  );
}
