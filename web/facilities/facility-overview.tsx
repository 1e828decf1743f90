import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ImagePlus } from "lucide-react";
import { facilities, type Facility } from "#contract/facilities.ts";
import { files } from "#contract/files.ts";
import { read } from "#web/kit/api.ts";
import { Badges } from "#web/kit/badge.tsx";
import { buttonClass } from "#web/kit/button.tsx";
import { Card } from "#web/kit/card.tsx";
import { DescriptionList, Fact, YesNo } from "#web/kit/description-list.tsx";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { Moment } from "#web/kit/moment.tsx";
import { Columns } from "#web/kit/page.tsx";
import { Photo } from "#web/kit/photo.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";
import { MapLink } from "#web/places/map-link.tsx";

const amenities = ["changingRoom", "restroom", "shower", "restaurant", "shop"] as const;

export function FacilityOverview() {
  const { organizationId } = useScope();
  const { data } = useQuery(read(facilities.read, { params: { organizationId, facilityId: useParam("facilityId") } }));
  return data ? <Overview facility={data.data} /> : <DetailSkeleton rows={15} />;
}

function Overview({ facility }: { facility: Facility }) {
  const t = useWords();
  const { isPlatform, can, path } = useScope();
  const { organization, localization, sports } = facility;
  const address = localization.completeAddress;
  const organizationLink = (
    <Link to={`/organizations/${organization.id}/overview`} className={textLink}>
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
    <Columns
      aside={
        <Card title={t("facilities.photo")} action={addPhotos}>
          <Photo image={facility.image} sport={sports[0]?.name} className="aspect-5/3 w-full" />
        </Card>
      }
    >
      <Card title={t("kit.details")}>
        <DescriptionList>
          <Fact name={t("facilities.description")}>{facility.description}</Fact>
          <Fact name={t("facilities.name")}>{facility.name}</Fact>
          <Fact name={t("facilities.address")}>
            {address && (
              <span className="flex flex-wrap gap-x-3 gap-y-1">
                {address}
                <MapLink {...localization} address={address} />
              </span>
            )}
          </Fact>
          {isPlatform && <Fact name={t("organizations.one")}>{organizationLink}</Fact>}
          <Fact name={t("facilities.sports")}>
            {sports.length > 0 ? <Badges names={sports.map(({ name }) => name)} limit={sports.length} /> : null}
          </Fact>
          <Fact name={t("facilities.parkingPlace")}>{facility.parkingPlace}</Fact>
          <Fact name={t("facilities.bicycleParkingPlace")}>{facility.bicycleParkingPlace}</Fact>
          {amenities.map((amenity) => (
            <Fact key={amenity} name={t(`facilities.${amenity}`)}>
              <YesNo value={facility[amenity]} />
            </Fact>
          ))}
          <Fact name={t("facilities.timezone")}>{facility.timezone}</Fact>
          <Fact name={t("kit.created")}>
            <Moment at={facility.created_at} />
          </Fact>
          <Fact name={t("kit.updated")}>
            <Moment at={facility.updated_at} />
          </Fact>
        </DescriptionList>
      </Card>
    </Columns>
  );
}
