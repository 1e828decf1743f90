import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { facilities } from "#contract/facilities.ts";
import { type Facility } from "#contract/facility-shape.ts";
import { PhotoFailureNotice } from "#web/files/photo-after-save.tsx";
import { call, endpointQuery } from "#web/kit/data/api.ts";
import { quietOutcome, useDeletion } from "#web/kit/data/use-deletion.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { DeleteButton, EditLink, PrintLink } from "#web/kit/ui/record-buttons.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { TabsBar } from "#web/kit/ui/tabs-bar.tsx";
import { UpcomingEventsHelp } from "#web/organizations/upcoming-events-help.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export function FacilityPage() {
  const t = useTranslation();
  const { organizationId, isPlatform, can, path } = useScope();
  const facilityId = useRouteParam("facilityId");
  const { data, error, refetch } = useQuery(endpointQuery(facilities.read, { params: { organizationId, facilityId } }));
  const facility = data?.data;
  const facilityPath = path(`/facilities/${facilityId}`);
  const crumbs = [
    <Link key="list" to={path("/facilities")}>
      {t("facilities.title")}
    </Link>,
    ...(isPlatform && facility ? [facility.organization.name] : []),
  ];
  const tabs = (
    <TabsBar label={t("facilities.parts")}>
      <Link to={facilityPath} activeOptions={{ exact: true, includeSearch: false }}>
        {t("facilities.overview")}
      </Link>
      {can("fields.show") && <Link to={`${facilityPath}/fields`}>{t("fields.title")}</Link>}
      {can("events.show") && <Link to={`${facilityPath}/events`}>{t("events.title")}</Link>}
      {can("facilities.show") && <Link to={`${facilityPath}/gallery`}>{t("files.gallery")}</Link>}
    </TabsBar>
  );
  return (
    <Page
      title={facility?.name ?? t("facilities.one")}
      crumbs={crumbs}
      actions={facility && <Actions facility={facility} />}
      tabs={error ? undefined : tabs}
    >
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <>
          <PhotoFailureNotice gallery={`${facilityPath}/gallery`} />
          <Outlet />
        </>
      )}
    </Page>
  );
}

function Actions({ facility: { id: facilityId, name, organization, sports } }: { facility: Facility }) {
  const t = useTranslation();
  const scope = useScope();
  const { can, path, isPlatform } = scope;
  const params = { organizationId: organization.id, facilityId };
  // Without `invalidate` all queries reload: the facility's fields are hidden too, and many pages show them.
  const leave = useDeletion({
    remove: () => call(facilities.delete, { params }, quietOutcome),
    restore: () => call(facilities.restore, { params }),
    readEndpointName: facilities.read.name,
    listPath: path("/facilities"),
    fallbackMessage: t("facilities.deleted"),
  });
  return (
    <>
      {isTeamMember(scope) && !isPlatform && can("events.show") && (
        <PrintLink to={path("/planning/print")} search={{ facilityId }} label={t("planning.print")} />
      )}
      {can(facilities.delete) && (
        <DeleteButton
          label={t("facilities.delete")}
          title={t("facilities.deleteTitle", { name })}
          onConfirm={leave}
          conflictHelp={(close) => (
            <UpcomingEventsHelp
              onNavigate={close}
              eventsPath={path(`/facilities/${facilityId}/events`)}
              {...(!isPlatform && { closurePlace: `facility ${facilityId}` })}
            />
          )}
        >
          {t("facilities.deleteText")}
        </DeleteButton>
      )}
      {!isPlatform && !isTeamMember(scope) && (
        <Link
          to={path("/find")}
          search={{ sport: sports[0] && String(sports[0].id) } as never}
          className={buttonClass("primary")}
        >
          {t("events.book")}
        </Link>
      )}
      {can(facilities.update) && <EditLink to={path(`/facilities/${facilityId}/edit`)} />}
    </>
  );
}
