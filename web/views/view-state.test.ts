import { expect, test } from "vitest";
import { ViewState } from "#contract/views.ts";
import { parsePlanningSearch } from "./planning-search.ts";
import { toPlanningSearch, toViewState, viewStateKey } from "./view-state.ts";

const id = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
const viewSearch = {
  ...{ view: "week", facilityId: id, fieldId: id, fields: `${id},${id}`, status: "canceled", payment: "due" },
  ...{ space: "indoor", lights: "true", maker: id, mine: "true", only: "soon", hide: "true", type: "game" },
  ...{ axis: "rows", zoom: "0", hours: "all", colors: "payment", prices: "true", free: "false", sportId: "3" },
};
/** Members of a view that the address has; the page's name is not one of them. */
const stateParts = Object.entries(ViewState._zod.def.shape).filter(([name]) => name !== "page");
const withoutUndefined = (search: object) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

test("whatever the address says is saved, but for the day and the event, and is said again as it was", () => {
  const search = parsePlanningSearch({ ...viewSearch, date: "2026-06-10", eventId: id });
  const sight = toViewState(search);
  expect(ViewState.parse(sight)).toEqual({
    ...{ ...viewSearch, fields: [id, id], sportId: 3 },
    ...{ lights: true, mine: true, hide: true, prices: true, free: false },
  });
  expect(Object.keys(sight).toSorted()).toEqual(stateParts.map(([name]) => name).toSorted());
  expect(withoutUndefined(toPlanningSearch(sight))).toEqual(viewSearch);
});

test("every value that the address takes is one that is saved, and the other way round", () => {
  const choices = stateParts.flatMap(([name, part]) => {
    const { innerType } = part._zod.def as unknown as { innerType: { _zod: { values?: Set<unknown> } } };
    return [...(innerType._zod.values ?? [])].map((value) => [name, String(value)] as const);
  });
  expect(choices.length).toBeGreaterThan(30);
  for (const [name, value] of choices) {
    const search = parsePlanningSearch({ [name]: value });
    expect(withoutUndefined(search)).toEqual({ [name]: value });
    expect(ViewState.safeParse(toViewState(search)).success).toBe(true);
  }
  for (const free of ["true", "false"])
    expect(toViewState(parsePlanningSearch({ free }))).toEqual({ free: free === "true" });
  for (const view of ["day", "week", "month", "list"])
    expect(toViewState(parsePlanningSearch({ view }))).toEqual({ view });
});

test("what lists of events have beside it is not part of it, and what looks the same is the same", () => {
  const lists = parsePlanningSearch({
    view: "day",
    from: "2026-06-10",
    weekday: "3",
    stands: "true",
    pendingReason: "payment",
  });
  expect(toViewState(lists)).toEqual({ view: "day" });
  expect(viewStateKey({ space: "indoor", view: "day" })).toBe(viewStateKey({ view: "day", space: "indoor" }));
  expect(viewStateKey({ view: "day" })).not.toBe(viewStateKey({ view: "week" }));
});
