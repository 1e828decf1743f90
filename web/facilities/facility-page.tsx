import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { facilities, type Facility } from "#contract/facilities.ts";
import { PhotoNotice } from "#web/files/after-save.tsx";
import { call, read } from "#web/kit/api.ts";
import { quietly, useDeletion } from "#web/kit/deletion.ts";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { DeleteButton, EditLink, PrintLink } from "#web/kit/record-buttons.tsx";
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
      <Link to={`${here}/gallery`}>{t("files.gallery")}</Link>
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
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <>
          <PhotoNotice gallery={`${here}/gallery`} />
          <Outlet />
        </>
      )}
    </Page>
  );
}

function Actions({ facility: { id: facilityId, name, organization } }: { facility: Facility }) {
  const t = useWords();
  const { can, path, isPlatform } = useScope();
  const params = { organizationId: organization.id, facilityId };
  // Its fields are hidden with it, and they show nearly everywhere.
  const leave = useDeletion({
    remove: () => call(facilities.delete, { params }, quietly),
    restore: () => call(facilities.restore, { params }),
    known: facilities.read.name,
    list: path("/facilities"),
    said: t("facilities.deleted"),
  });
  return (
    <>
      {!isPlatform && can("events.show") && (
        <PrintLink to={path("/planning/print")} search={{ facilityId }} label={t("planning.print")} />
      )}
      {can(facilities.delete) && (
        <DeleteButton label={t("facilities.delete")} title={t("facilities.deleteTitle", { name })} onConfirm={leave}>
          {t("facilities.deleteText")}
        </DeleteButton>
      )}
      {can(facilities.update) && <EditLink to={path(`/facilities/${facilityId}/edit`)} />}
    </>
  );
}
