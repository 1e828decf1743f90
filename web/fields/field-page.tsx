import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { fields } from "#contract/fields.ts";
import { read } from "#web/kit/api.ts";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { TabsBar } from "#web/kit/tabs-bar.tsx";
import { useWords } from "#web/kit/words.ts";
import { ConfidentialityBadge, StatusBadge } from "./field-columns.tsx";

/** The frame of one field: its name and its tabs; the page of the open tab below. */
export function FieldPage() {
  const t = useWords();
  const { organizationId, can, path } = useScope();
  const fieldId = useParam("fieldId");
  const { data, error, refetch } = useQuery(read(fields.read, { params: { organizationId, fieldId } }));
  const field = data?.data;
  const here = path(`/fields/${fieldId}`);
  const facility = field && (
    <Link key="facility" to={path(`/facilities/${field.facility.id}`)}>
      {field.facility.name}
    </Link>
  );
  const tabs = (
    <TabsBar label={t("fields.parts")}>
      <Link to={here} activeOptions={{ exact: true, includeSearch: false }}>
        {t("fields.overview")}
      </Link>
      {can("events.show") && <Link to={`${here}/events`}>{t("events.title")}</Link>}
    </TabsBar>
  );
  return (
    <Page
      title={field?.name ?? t("fields.one")}
      crumbs={[
        <Link key="list" to={path("/fields")}>
          {t("fields.title")}
        </Link>,
        ...(facility ? [facility] : []),
      ]}
      meta={
        field && (
          <>
            <StatusBadge status={field.status} />
            <ConfidentialityBadge confidentiality={field.confidentiality} />
          </>
        )
      }
      tabs={error ? undefined : tabs}
    >
      {error ? <FailedState error={error} onRetry={refetch} /> : <Outlet />}
    </Page>
  );
}
