import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { facilities } from "#contract/facilities.ts";
import { read } from "#web/kit/api.ts";
import { Badges } from "#web/kit/badge.tsx";
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

export function FacilityOverview() {
  const t = useWords();
  const { organizationId, isPlatform } = useScope();
  const { data } = useQuery(read(facilities.read, { params: { organizationId, facilityId: useParam("facilityId") } }));
  if (!data) return <DetailSkeleton rows={14} />;
  const facility = data.data;
  const { organization, localization, sports, image } = facility;
  const organizationLink = (
    <Link to={`/organizations/${organization.id}/overview`} className={textLink}>
      {organization.name}
    </Link>
  );
  return (
    <Columns
      asideFirst
      aside={
        <Card title={t("facilities.photo")}>
          <Photo url={image?.url} sport={sports[0]?.name} className="aspect-5/3 w-full" />
        </Card>
      }
    >
      <Card title={t("kit.details")}>
        <DescriptionList>
          <Fact name={t("facilities.description")}>{facility.description}</Fact>
          <Fact name={t("facilities.name")}>{facility.name}</Fact>
          <Fact name={t("facilities.address")}>{localization.completeAddress}</Fact>
          {isPlatform && <Fact name={t("organizations.one")}>{organizationLink}</Fact>}
          <Fact name={t("facilities.sports")}>
            {sports.length > 0 ? <Badges names={sports.map(({ name }) => name)} limit={sports.length} /> : null}
          </Fact>
          <Fact name={t("facilities.parkingPlace")}>{facility.parkingPlace}</Fact>
          <Fact name={t("facilities.bicycleParkingPlace")}>{facility.bicycleParkingPlace}</Fact>
          <Fact name={t("facilities.changingRoom")}>
            <YesNo value={facility.changingRoom} />
          </Fact>
          <Fact name={t("facilities.restroom")}>
            <YesNo value={facility.restroom} />
          </Fact>
          <Fact name={t("facilities.shower")}>
            <YesNo value={facility.shower} />
          </Fact>
          <Fact name={t("facilities.restaurant")}>
            <YesNo value={facility.restaurant} />
          </Fact>
          <Fact name={t("facilities.shop")}>
            <YesNo value={facility.shop} />
          </Fact>
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
