import { EventsViewState } from "#contract/views.ts";

const names = Object.keys(EventsViewState._zod.def.shape).filter((name) => name !== "page");
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
