/** The present list of events as the server is asked for it. */
import { createContext, useContext } from "react";
import { localDate } from "#messages/dates.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { useEventFilters } from "./event-filters.tsx";
import type { EventFilters } from "./labels.ts";
import { resolveDates } from "./relative-dates.ts";

interface Place {
  facilityId?: string | undefined;
  fieldId?: string | undefined;
}
/** The facility or field of the page, where it has one. */
export const EventsPlace = createContext<Place>({});

/** Filters and search, without page and order. */
export function useEventsQuery() {
  const { dates, ...filters } = useEventFilters();
  const { q } = useListSearch();
  const place = useContext(EventsPlace);
  const timezone = useOrganizationTimezone();
  const now = useNow();
  return { q, ...filters, ...(dates && resolveDates(dates, localDate(now, timezone))), ...place };
}

/** By day, where days are chosen: the evening follows the morning. */
const orderOf = ({ dates, date, from, to }: EventFilters) =>
  dates || date || (from && to) ? { order: "start" as const } : {};

/** Filters, search and order, without page. */
export function useOrderedEventsQuery() {
  const query = useEventsQuery();
  return { ...query, ...orderOf(useEventFilters()) };
}
