import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { type Field, fields } from "#contract/fields.ts";
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
import { ConfidentialityBadge } from "./field-columns.tsx";
import { FieldStatus } from "./field-status.tsx";

/** The frame of one field: its name and its tabs; the page of the open tab below. */
export function FieldPage() {
  const t = useWords();
  const { organizationId, isPlatform, can, path } = useScope();
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
      <Link to={`${here}/gallery`}>{t("files.gallery")}</Link>
      {!isPlatform && can("events.update") && <Link to={`${here}/calendar`}>{t("calendars.tab")}</Link>}
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
            <ConfidentialityBadge confidentiality={field.confidentiality} />
            <FieldStatus field={field} />
          </>
        )
      }
      actions={field && <Actions field={field} />}
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

function Actions({ field: { id: fieldId, name, organization } }: { field: Field }) {
  const t = useWords();
  const { can, path, isPlatform } = useScope();
  const params = { organizationId: organization.id, fieldId };
  // It shows nearly everywhere; its facility may even have lost a sport.
  const leave = useDeletion({
    remove: () => call(fields.delete, { params }, quietly),
    restore: () => call(fields.restore, { params }),
    known: fields.read.name,
    list: path("/fields"),
    said: t("fields.deleted"),
  });
  return (
    <>
      {!isPlatform && can("events.show") && (
        <PrintLink to={path("/planning/print")} search={{ sheet: "door", fieldId }} label={t("planning.print")} />
      )}
      {can(fields.delete) && (
        <DeleteButton label={t("fields.delete")} title={t("fields.deleteTitle", { name })} onConfirm={leave}>
          {t("fields.deleteText")}
        </DeleteButton>
      )}
      {can(fields.update) && <EditLink to={path(`/fields/${fieldId}/edit`)} />}
    </>
  );
}
