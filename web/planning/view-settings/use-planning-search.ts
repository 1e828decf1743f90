/** The planning's search parameters, from the URL or, if it has none, from this browser's storage. */
import { type StorageKey, storageKeys } from "#contract/personal-data.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { createContext, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { afterPaint } from "#web/kit/render/after-paint.ts";
import { useStable } from "#web/kit/render/use-stable.ts";
import { readLocalStorage, useLocalStorage } from "#web/kit/data/use-local-storage.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { hasUnsavedChanges } from "#web/planning/unsaved-changes.ts";
import { parsePlanningSearch, type PlanningSearch, searchFromText, searchToText } from "#web/views/planning-search.ts";

/** An updater starts from the change before it, also when keys follow quickly. */
type SearchUpdater = (now: PlanningSearch) => PlanningSearch;
export type SearchChange = PlanningSearch | SearchUpdater;
export type SetSearch = (change: SearchChange) => void;

const rememberedParams = ["facilityId", "axis", "zoom", "hours", "colors", "prices"] as const;

const isEmptySearch = (search: PlanningSearch) => Object.values(search).every((value) => value === undefined);

interface OptimisticSearch {
  search: PlanningSearch;
  /** The URL's text once the choice is written. */
  addressText: string;
  /** The URL's texts until then; any other text came from elsewhere. */
  previousTexts: readonly string[];
}

const ONLY_OPEN_EVENT = "opened";

/** Returns the URL's search as text, without the open event; see `open-event.tsx`. */
const addressTextOf = (search: object): string => {
  const known = addressTexts.get(search);
  if (known !== undefined) return known;
  const { eventId, ...view } = parsePlanningSearch({ ...search });
  const said = isEmptySearch(view) && eventId ? ONLY_OPEN_EVENT : searchToText(view);
  addressTexts.set(search, said);
  return said;
};
/** Cached, because the router selects on each change with the same object. */
const addressTexts = new WeakMap<object, string>();

/** Any parameter in the URL replaces all remembered ones. */
const withRemembered = (said: PlanningSearch, habit: string): PlanningSearch =>
  isEmptySearch(said) ? searchFromText(habit) : said;
const resolveSearchText = (said: string, habit: string) =>
  said === ONLY_OPEN_EVENT ? {} : withRemembered(searchFromText(said), habit);

const storageKey = (organizationId: string): StorageKey => `${storageKeys.planningView}${organizationId}`;

export const resolvePlanningSearch = (organizationId: string, search: object): PlanningSearch =>
  resolveSearchText(addressTextOf(search), readLocalStorage(storageKey(organizationId)));

/** Controls show the latest choice before the grid has rendered. */
export const ChosenSearchContext = createContext<PlanningSearch>({});

export function usePlanningSearch(): [search: PlanningSearch, set: SetSearch, show: (search: PlanningSearch) => void] {
  const { organizationId } = useScope();
  const navigate = useNavigate();
  const [habit, remember] = useLocalStorage(storageKey(organizationId));
  // A choice shows before the router has navigated.
  const said = useSearch({ strict: false, select: addressTextOf });
  const [ahead, setAhead] = useState<OptimisticSearch>();
  if (ahead && (said === ahead.addressText || !ahead.previousTexts.includes(said))) setAhead(undefined);
  const search = useStable(ahead?.previousTexts.includes(said) ? ahead.search : resolveSearchText(said, habit));
  // A ref keeps `set` stable.
  const latest = useRef({ search, said, habit });
  const changes = useRef<SearchUpdater[]>([]);
  useLayoutEffect(() => {
    latest.current = { search, said, habit };
  }, [search, said, habit]);
  const write = (next: (now: PlanningSearch) => PlanningSearch) => {
    void navigate({
      to: ".",
      search: ((now: object) => next(withRemembered(parsePlanningSearch({ ...now }), latest.current.habit))) as never,
      replace: true,
      resetScroll: false,
    });
  };
  const recall = useEffectEvent(() => write((now) => now));
  const isToRecall = said === "" && habit !== "";
  useEffect(() => {
    if (isToRecall) recall();
  }, [isToRecall]);
  const set: SetSearch = (given) => {
    const change = typeof given === "function" ? given : () => given;
    const next = { ...latest.current.search, ...change(latest.current.search) };
    const isHabit = typeof given !== "function" && rememberedParams.some((name) => name in given);
    if (isHabit) remember(searchToText(Object.fromEntries(rememberedParams.map((name) => [name, next[name]]))));
    // The leave guard asks on navigation, so nothing may show before.
    if (hasUnsavedChanges.get() && next.view !== latest.current.search.view)
      return write((at) => ({ ...at, ...change(at) }));
    const now = latest.current.said;
    latest.current = { ...latest.current, search: next };
    setAhead((before) => ({
      previousTexts: [...(before ? [...before.previousTexts, before.addressText] : []), now],
      addressText: addressTextOf(next),
      search: next,
    }));
    changes.current = [...changes.current, change];
    if (changes.current.length > 1) return;
    const { pathname } = location;
    afterPaint(() => {
      const all = changes.current;
      changes.current = [];
      // The person may have left the page meanwhile.
      if (location.pathname === pathname) write((at) => all.reduce((found, one) => ({ ...found, ...one(found) }), at));
    });
  };
  const show = (other: PlanningSearch) => write(() => other);
  return [search, set, show];
}
