/** What is looked at and how: the address says it, and where that says nothing, what this browser remembers. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { createContext, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { afterPaint } from "#web/kit/after-paint.ts";
import { useKept } from "#web/kit/kept.ts";
import { remembered, useRemembered } from "#web/kit/remembered.ts";
import { useScope } from "#web/kit/scope.ts";
import { unsaved } from "#web/kit/unsaved.ts";
import type { PlanningSearch } from "#web/planner/board.ts";
import { planningSearch } from "./search.ts";

/** What changes; of keys that follow each other quickly, each goes on from what the one before has changed. */
type Going = (now: PlanningSearch) => PlanningSearch;
export type Change = PlanningSearch | Going;
export type SetSearch = (change: Change) => void;

/** Habits: what somebody chooses here, they want to find again. */
const habits = ["facilityId", "axis", "zoom", "hours", "colors", "prices"] as const;

/** As the address has it. */
export const textOf = (search: PlanningSearch): string =>
  new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
export const searchOf = (text: string): PlanningSearch => planningSearch(Object.fromEntries(new URLSearchParams(text)));

const isBare = (search: PlanningSearch) => Object.values(search).every((value) => value === undefined);

/** What was chosen, before the address says it. */
interface Ahead {
  search: PlanningSearch;
  /** As the address will have it. */
  said: string;
  /** What it says until then; whatever else it says was not chosen here. */
  after: readonly string[];
}

/** Of an address that says which event is open, and nothing else. */
const onlyOpened = "opened";

/**
 * The address, as a text that is the same until something else is looked at: which event is open is not part of it, see
 * `opened.tsx`.
 */
const saidBy = (search: object): string => {
  const known = saidOf.get(search);
  if (known !== undefined) return known;
  const { eventId, ...its } = planningSearch({ ...search });
  const said = isBare(its) && eventId ? onlyOpened : textOf(its);
  saidOf.set(search, said);
  return said;
};
/** The router asks with each of its changes, and gives the same object while nothing of the address is different. */
const saidOf = new WeakMap<object, string>();

/** A link that says anything says everything. */
const meantBy = (said: PlanningSearch, habit: string): PlanningSearch => (isBare(said) ? searchOf(habit) : said);
const askedBy = (said: string, habit: string) => (said === onlyOpened ? {} : meantBy(searchOf(said), habit));

const keyOf = (organizationId: string) => `planning.sight.${organizationId}`;

/** What an address stands for here. */
export const sightOf = (organizationId: string, search: object): PlanningSearch =>
  askedBy(saidBy(search), remembered(keyOf(organizationId)));

/** What was chosen last: a box that is checked shows it at once, and not only when the grid has got there. */
export const Chosen = createContext<PlanningSearch>({});

/** The address, and how to change it in place: both stay the very same while nothing of it is different. */
export function useSight(): [search: PlanningSearch, set: SetSearch, show: (search: PlanningSearch) => void] {
  const { organizationId } = useScope();
  const navigate = useNavigate();
  const [habit, remember] = useRemembered(keyOf(organizationId));
  // What was just chosen shows at once, and not only when the router has got there.
  const said = useSearch({ strict: false, select: saidBy });
  const [ahead, setAhead] = useState<Ahead>();
  if (ahead && (said === ahead.said || !ahead.after.includes(said))) setAhead(undefined);
  const search = useKept(ahead?.after.includes(said) ? ahead.search : askedBy(said, habit));
  // Read when something is chosen, so that how to change the address stays the same while habits change: all that is shown has it.
  const latest = useRef({ search, said, habit });
  const changes = useRef<Going[]>([]);
  useLayoutEffect(() => {
    latest.current = { search, said, habit };
  }, [search, said, habit]);
  const write = (next: (now: PlanningSearch) => PlanningSearch) => {
    // Which page this is, only the router knows.
    void navigate({
      to: ".",
      search: ((now: object) => next(meantBy(planningSearch({ ...now }), latest.current.habit))) as never,
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
    const isHabit = typeof given !== "function" && habits.some((name) => name in given);
    if (isHabit) remember(textOf(Object.fromEntries(habits.map((name) => [name, next[name]]))));
    // What asks before it is left asks where the address changes.
    if (unsaved.get() && next.view !== latest.current.search.view) return write((at) => ({ ...at, ...change(at) }));
    const now = latest.current.said;
    latest.current = { ...latest.current, search: next };
    setAhead((before) => ({
      after: [...(before ? [...before.after, before.said] : []), now],
      said: saidBy(next),
      search: next,
    }));
    changes.current = [...changes.current, change];
    if (changes.current.length > 1) return;
    const { pathname } = location;
    afterPaint(() => {
      const all = changes.current;
      changes.current = [];
      // Another page has another address.
      if (location.pathname === pathname) write((at) => all.reduce((found, one) => ({ ...found, ...one(found) }), at));
    });
  };
  const show = (other: PlanningSearch) => write(() => other);
  return [search, set, show];
}
