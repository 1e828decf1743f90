/** Print view of the planning: paper size, layout, preview. */
import "./print.css";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Printer } from "lucide-react";
import { useState } from "react";
import { activity } from "#contract/activity.ts";
import { extras, type HandOut } from "#contract/extras.ts";
import { fields } from "#contract/fields.ts";
import { planning } from "#contract/planning.ts";
import { localToday as todayIn } from "#web/availability/slots.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { NoFieldsYet } from "#web/availability/no-fields-yet.tsx";
import { DateNavigation, useDateRangeTitle, datesOfWeek } from "#web/planning/view-settings/date-navigation.tsx";
import { parsePrintSearch, type PrintSearch, type SetPrintSearch } from "./print-search.ts";
import { PrintDocument } from "./print-document.tsx";
import { PrintToolbar } from "./print-toolbar.tsx";

/** Selections of colleagues are not printed. */
const queriesToRefresh = Object.fromEntries(
  ["events", "series", "payments", "fields", "facilities", "hours"].map((module) => [module, ["planning.read"]]),
);

const identityNumbers = new WeakMap<object, number>();
let lastIdentityNumber = 0;
/** Numbers objects by identity; an equal answer keeps its objects. */
function identityNumberOf(thing: object): number {
  const known = identityNumbers.get(thing) ?? (lastIdentityNumber += 1);
  identityNumbers.set(thing, known);
  return known;
}

const nothing: readonly HandOut[] = [];

function usePrintSearch(): [PrintSearch, SetPrintSearch] {
  const search = useSearch({ strict: false, select: parsePrintSearch });
  const navigate = useNavigate();
  const set: SetPrintSearch = (change) => {
    void navigate({ to: ".", search: ((now: object) => ({ ...now, ...change })) as never, replace: true });
  };
  return [search, set];
}

function usePrintPlaces({ facilityId, fieldId }: PrintSearch) {
  const { organizationId } = useScope();
  const { data, error, refetch } = useQuery(endpointQuery(fields.byFacility, { params: { organizationId } }));
  const all = data?.data;
  const facilities = all?.filter(({ fields: facilityFields }) => facilityFields.length > 0) ?? [];
  const facility =
    facilities.find(({ fields: facilityFields }) => facilityFields.some(({ id }) => id === fieldId)) ??
    facilities.find(({ id }) => id === facilityId) ??
    facilities[0];
  const field = facility?.fields.find(({ id }) => id === fieldId) ?? facility?.fields[0];
  return { isKnown: all !== undefined, facilities, facility, field, error, refetch };
}

export function PrintPage() {
  const t = useTranslation();
  const tag = useLocale();
  const { organizationId, path, can } = useScope();
  const [search, set] = usePrintSearch();
  const { sheet = "day" } = search;
  const places = usePrintPlaces(search);
  const { facility, field } = places;
  const [zone, setZone] = useState<string>();
  const today = todayIn(zone);
  const date = search.date ?? today;
  const dates = sheet === "week" ? datesOfWeek(date) : [date];
  // Fetches the whole facility, because related fields take time of one field.
  const query = { facilityId: facility?.id, from: dates[0], to: dates.at(-1) };
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...endpointQuery(planning.read, { params: { organizationId }, query }),
    enabled: facility !== undefined,
  });
  const handedOut = useQuery({
    ...endpointQuery(
      extras.handOuts,
      { params: { organizationId }, query: { facilityId: facility?.id, date } },
      { quiet: true },
    ),
    enabled: facility !== undefined && sheet === "day" && can(extras.handOuts),
    staleTime: 0,
  });
  const handOuts = handedOut.data?.data ?? nothing;
  useLiveRefresh(activity.live, organizationId, queriesToRefresh);
  const found = data?.data;
  if (found && found.timezone !== zone) setZone(found.timezone);
  const name = useDateRangeTitle(dates);
  const about = sheet === "day" ? facility?.name : field?.name;
  const failed = places.error
    ? { error: places.error, again: places.refetch }
    : error
      ? { error, again: refetch }
      : undefined;
  const choices = { prices: search.prices === "1", names: search.names === "1", notes: search.notes !== "0" };
  return (
    <Page
      wide
      title={[t("planning.print"), about, dates[0]].filter(Boolean).join(" · ")}
      heading={t("planning.print")}
      crumbs={[
        <Link key="planning" to={path("/planning")} search={{ date: search.date, facilityId: facility?.id } as never}>
          {t("planning.title")}
        </Link>,
      ]}
      meta={
        <>
          <DateNavigation
            alwaysShowsArrows
            date={date}
            today={today}
            view={sheet === "week" ? "week" : "day"}
            set={set}
          />
          <span className="text-13 text-ink-2 first-letter:uppercase">{name}</span>
        </>
      }
      actions={
        <Button variant="primary" disabled={!found} onClick={() => print()}>
          <Printer aria-hidden />
          {t("planning.print")}
        </Button>
      }
    >
      <PrintToolbar
        {...{ sheet, set, ...choices }}
        facilities={places.facilities}
        facilityId={facility?.id}
        fieldId={field?.id}
      />
      {failed ? (
        <ErrorState error={failed.error} onRetry={failed.again} />
      ) : places.isKnown && !facility ? (
        places.facilities.length === 0 ? (
          <NoFieldsYet />
        ) : (
          <EmptyState title={t("planning.noFields")}>{t("planning.noFieldsHint")}</EmptyState>
        )
      ) : found && facility && field ? (
        <PrintDocument
          // The layout starts anew with a new key, because the number of pages depends on all content.
          key={JSON.stringify([
            sheet,
            field.id,
            choices,
            identityNumberOf(handOuts),
            tag,
            identityNumberOf(found.events),
            identityNumberOf(found.fields),
          ])}
          {...{
            sheet,
            dates,
            choices,
            data: found,
            handOuts,
            madeAt: dataUpdatedAt,
            facility: facility.name,
            fieldId: field.id,
          }}
        />
      ) : (
        <div aria-busy className="p-4 sm:p-8">
          <Skeleton className="mx-auto aspect-[297/210] w-full max-w-[297mm]" />
        </div>
      )}
    </Page>
  );
}
