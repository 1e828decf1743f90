import type { EventsViewState } from "#contract/views.ts";

// Written out, because the schema would bring zod into the list.
const names = Object.keys({
  layout: true,
  dates: true,
  from: true,
  to: true,
  facilityId: true,
  fieldId: true,
  customerId: true,
  sportId: true,
  status: true,
  pendingReason: true,
  type: true,
  kind: true,
  stands: true,
  mine: true,
  unpaid: true,
  overdue: true,
  paymentStatus: true,
} satisfies Record<Exclude<keyof EventsViewState, "page">, true>);
type EventsSearch = Readonly<Record<string, unknown>>;

/** A view keeps neither the page nor the text searched for. */
export const toEventsViewState = (search: EventsSearch): EventsViewState => ({
  page: "events",
  ...Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return value === undefined ? [] : [[name, value === "true" ? true : value]];
    }),
  ),
});

export const eventsSearchOf = ({ page: _list, ...state }: EventsViewState): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, typeof value === "number" ? value : String(value)]),
  );
