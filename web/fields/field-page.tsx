import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { Ban } from "lucide-react";
import { type Field, fields } from "#contract/fields.ts";
import { findObstacles } from "#contract/fields-obstacles-rules.ts";
import { UpcomingEventsHelp } from "#web/organizations/upcoming-events-help.tsx";
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
import { useTranslation } from "#web/kit/format/translation.ts";
import { ConfidentialityBadge } from "./field-columns.tsx";
import { DuplicateButton } from "./duplicate-button.tsx";
import { FieldObstacles } from "./field-obstacles.tsx";
import { FieldStatus } from "./field-status.tsx";

export function FieldPage() {
  const t = useTranslation();
  const { organizationId, isPlatform, can, path } = useScope();
  const fieldId = useRouteParam("fieldId");
  const { data, error, refetch } = useQuery(endpointQuery(fields.read, { params: { organizationId, fieldId } }));
  const field = data?.data;
  const fieldPath = path(`/fields/${fieldId}`);
  const facility = field && (
    <Link key="facility" to={path(`/facilities/${field.facility.id}`)}>
      {field.facility.name}
    </Link>
  );
  const tabs = (
    <TabsBar label={t("fields.parts")}>
      <Link to={fieldPath} activeOptions={{ exact: true, includeSearch: false }}>
        {t("fields.overview")}
      </Link>
      {can("events.show") && <Link to={`${fieldPath}/events`}>{t("events.title")}</Link>}
      {can("facilities.show") && <Link to={`${fieldPath}/gallery`}>{t("files.gallery")}</Link>}
      {!isPlatform && can("events.update") && <Link to={`${fieldPath}/calendar`}>{t("calendars.tab")}</Link>}
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
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <>
          {field && <ObstacleNotice field={field} />}
          <PhotoFailureNotice gallery={`${fieldPath}/gallery`} />
          <Outlet />
        </>
      )}
    </Page>
  );
}

function ObstacleNotice({ field }: { field: Field }) {
  const t = useTranslation();
  const { id, status, bookable, openingHourPattern } = field;
  // The platform does not know the hours. Prices are told by the planning, which reads them.
  const hasHours = openingHourPattern !== null;
  const obstacles = findObstacles({ status, bookable, hasHours, isPriced: true });
  if (obstacles.length === 0) return null;
  return (
    <section
      aria-label={t("fields.cannotBeBooked")}
      className="mb-4 grid gap-1.5 rounded-xl border border-line bg-sunken px-4 py-3"
    >
      <p className="text-13 font-medium">{t("fields.cannotBeBooked")}</p>
      <FieldObstacles fieldId={id} obstacles={obstacles} />
    </section>
  );
}

function Actions({ field }: { field: Field }) {
  const { id: fieldId, name, bookable, organization, parts } = field;
  const t = useTranslation();
  const scope = useScope();
  const { can, path, isPlatform } = scope;
  const params = { organizationId: organization.id, fieldId };
  // Without `invalidate` all queries reload, because many pages show fields.
  const leave = useDeletion({
    remove: () => call(fields.delete, { params }, quietOutcome),
    restore: () => call(fields.restore, { params }),
    readEndpointName: fields.read.name,
    listPath: path("/fields"),
    fallbackMessage: t("fields.deleted"),
  });
  return (
    <>
      {isTeamMember(scope) && !isPlatform && can("events.create") && field.status !== "closed" && (
        <Link to={path("/planning")} search={{ fieldId, block: "true" } as never} className={buttonClass()}>
          <Ban aria-hidden />
          {t("planning.blockTime")}
        </Link>
      )}
      {isTeamMember(scope) && !isPlatform && can("events.show") && (
        <PrintLink to={path("/planning/print")} search={{ sheet: "door", fieldId }} label={t("planning.print")} />
      )}
      {can(fields.delete) && (
        <DeleteButton
          label={t("fields.delete")}
          title={t("fields.deleteTitle", { name })}
          onConfirm={leave}
          conflictHelp={(close) =>
            // With parts, those are what prevents it.
            parts.length === 0 && (
              <UpcomingEventsHelp
                onNavigate={close}
                eventsPath={path(`/fields/${fieldId}/events`)}
                {...(!isPlatform && { closurePlace: `field ${fieldId}` })}
              />
            )
          }
        >
          {t("fields.deleteText")}
        </DeleteButton>
      )}
      {!isPlatform && bookable && !isTeamMember(scope) && (
        <Link
          to={path("/find")}
          search={{ sport: field.sports[0] && String(field.sports[0].id), field: fieldId } as never}
          className={buttonClass("primary")}
        >
          {t("events.book")}
        </Link>
      )}
      {can(fields.duplicate) && <DuplicateButton field={field} />}
      {can(fields.update) && <EditLink to={path(`/fields/${fieldId}/edit`)} />}
    </>
  );
}
