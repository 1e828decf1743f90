import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { facilities } from "#contract/facilities.ts";
import { read } from "#web/kit/api.ts";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { TabsBar } from "#web/kit/tabs-bar.tsx";
import { useWords } from "#web/kit/words.ts";

/** The frame of one facility: its name and its tabs; the page of the open tab below. */
export function FacilityPage() {
  const t = useWords();
  const { organizationId, isPlatform, can, path } = useScope();
  const facilityId = useParam("facilityId");
  const { data, error, refetch } = useQuery(read(facilities.read, { params: { organizationId, facilityId } }));
  const facility = data?.data;
  const here = path(`/facilities/${facilityId}`);
  const crumbs = [
    <Link key="list" to={path("/facilities")}>
      {t("facilities.title")}
    </Link>,
    ...(isPlatform && facility ? [facility.organization.name] : []),
  ];
  const tabs = (
    <TabsBar label={t("facilities.parts")}>
      <Link to={here} activeOptions={{ exact: true, includeSearch: false }}>
        {t("facilities.overview")}
      </Link>
      {can("fields.show") && <Link to={`${here}/fields`}>{t("fields.title")}</Link>}
      {can("events.show") && <Link to={`${here}/events`}>{t("events.title")}</Link>}
    </TabsBar>
  );
  return (
    <Page title={facility?.name ?? t("facilities.one")} crumbs={crumbs} tabs={error ? undefined : tabs}>
      {error ? <FailedState error={error} onRetry={refetch} /> : <Outlet />}
    </Page>
  );
}
