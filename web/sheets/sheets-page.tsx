import "./sheets.css";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Printer } from "lucide-react";
import { useState } from "react";
import { activity } from "#contract/activity.ts";
import { fields } from "#contract/fields.ts";
import { planning } from "#contract/planning.ts";
import { today as todayIn } from "#web/availability/slots.ts";
import { read } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { useLive } from "#web/kit/live.ts";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useLocale, useWords } from "#web/kit/words.ts";
import { DaysNav, useDaysName, weekOf } from "#web/planner/days-nav.tsx";
import type { SetSheet, SheetSearch } from "./sheet-search.ts";
import { SheetPapers } from "./sheet-papers.tsx";
import { SheetToolbar } from "./toolbar.tsx";

/** Whatever is on a sheet; a colleague's finger on the grid is not. */
const heard = Object.fromEntries(
  ["events", "series", "payments", "fields", "facilities", "hours"].map((room) => [room, ["planning.read"]]),
);

const numbers = new WeakMap<object, number>();
let given = 0;
/** A number of its own for every thing: an answer that says the same again has the same things in it. */
function numberOf(thing: object): number {
  const known = numbers.get(thing) ?? (given += 1);
  numbers.set(thing, known);
  return known;
}

/** The address, and how to change it in place. */
function useSheetSearch(): [SheetSearch, SetSheet] {
  const search: SheetSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const set: SetSheet = (change) => {
    // Which page this is, only the router knows.
    void navigate({ to: ".", search: ((now: object) => ({ ...now, ...change })) as never, replace: true });
  };
  return [search, set];
}

/** Every facility with its fields; the facility and the field that are meant, else the first. */
function usePlaces({ facilityId, fieldId }: SheetSearch) {
  const { organizationId } = useScope();
  const { data, error, refetch } = useQuery(read(fields.byFacility, { params: { organizationId } }));
  const all = data?.data;
  const facilities = all?.filter(({ fields: its }) => its.length > 0) ?? [];
  const facility =
    facilities.find(({ fields: its }) => its.some(({ id }) => id === fieldId)) ??
    facilities.find(({ id }) => id === facilityId) ??
    facilities[0];
  const field = facility?.fields.find(({ id }) => id === fieldId) ?? facility?.fields[0];
  return { isKnown: all !== undefined, facilities, facility, field, error, refetch };
}

export function SheetsPage() {
  const t = useWords();
  const tag = useLocale();
  const { organizationId, path } = useScope();
  const [search, set] = useSheetSearch();
  const { sheet = "day" } = search;
  const places = usePlaces(search);
  const { facility, field } = places;
  const [zone, setZone] = useState<string>();
  const today = todayIn(zone);
  const date = search.date ?? today;
  const dates = sheet === "week" ? weekOf(date) : [date];
  // Also of one field the whole facility: who has a part of it stands on the others.
  const query = { facilityId: facility?.id, from: dates[0], to: dates.at(-1) };
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...read(planning.read, { params: { organizationId }, query }),
    enabled: facility !== undefined,
  });
  useLive(activity.live, organizationId, heard);
  const found = data?.data;
  if (found && found.timezone !== zone) setZone(found.timezone);
  const name = useDaysName(dates);
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
          <DaysNav alone date={date} today={today} view={sheet === "week" ? "week" : "day"} set={set} />
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
      <SheetToolbar
        {...{ sheet, set, ...choices }}
        facilities={places.facilities}
        facilityId={facility?.id}
        fieldId={field?.id}
      />
      {failed ? (
        <FailedState error={failed.error} onRetry={failed.again} />
      ) : places.isKnown && !facility ? (
        <EmptyState title={t("planning.noFields")}>{t("planning.noFieldsHint")}</EmptyState>
      ) : found && facility && field ? (
        <SheetPapers
          // Laid out anew whenever it says something else: how many pages it takes depends on all that is on them.
          key={JSON.stringify([sheet, field.id, choices, tag, numberOf(found.events), numberOf(found.fields)])}
          {...{ sheet, dates, choices, data: found, madeAt: dataUpdatedAt, facility: facility.name, fieldId: field.id }}
        />
      ) : (
        <div aria-busy className="p-4 sm:p-8">
          <Skeleton className="mx-auto aspect-[297/210] w-full max-w-[297mm]" />
        </div>
      )}
    </Page>
  );
}
