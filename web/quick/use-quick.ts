/** Bookings that were begun on the grid and are not done yet: the open one, and those that wait for the server. */
import { useState } from "react";
import { lastChoice } from "#web/availability/last-choice.ts";
import { useScope } from "#web/kit/scope.ts";
import { type Board, instantAt } from "#web/planner/board.ts";
import type { Drafted, Region } from "#web/planner/geometry.ts";
import type { Begun, Place, QuickDraft, QuickKind } from "./quick-draft.ts";

const minute = 60_000;
const usual = 60;
let count = 0;
const nextId = () => `quick-${++count}`;

/** Where a begun booking stands among the lanes that are shown; undefined where it is not on any of them. */
export function draftedOn({ lanes, span }: Board, { id, places, duration, state, name }: Begun): Drafted | undefined {
  const found = places.flatMap(({ fieldId, startTime }) => {
    const lane = lanes.findIndex(({ field, origin }) => {
      const from = (Date.parse(startTime) - origin) / minute;
      return field.id === fieldId && from >= 0 && from < span;
    });
    const at = lanes[lane];
    return at ? [{ lane, from: (Date.parse(startTime) - at.origin) / minute }] : [];
  });
  const [first] = found;
  if (!first) return undefined;
  const to = Math.min(span, first.from + duration);
  return { ...first, to, id, lanes: found.map(({ lane }) => lane), ...(state && { state }), ...(name && { name }) };
}

export function useQuick(board: Board) {
  const { organizationId } = useScope();
  const [begun, setBegun] = useState<readonly Begun[]>([]);
  const open = begun.find(({ state }) => state !== "saving");
  const change = (id: string, part: Partial<Begun>) =>
    setBegun((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const close = (id: string) => setBegun((all) => all.filter((one) => one.id !== id));
  /** Begins one, in the place of the open one. */
  const start = (draft: Omit<Begun, "id">) => {
    const id = nextId();
    setBegun((all) => [...all.filter(({ state }) => state === "saving"), { ...draft, id }]);
  };
  /** The places of a region, as far as they can be booked. */
  const placesOn = ({ lane, lanes = [lane], from }: Region): Place[] =>
    lanes.flatMap((index): Place[] => {
      const at = board.lanes[index];
      return at && at.field.status !== "closed" ? [{ fieldId: at.field.id, startTime: instantAt(at, from) }] : [];
    });
  /** @param region without a length, only its start was chosen. @param leftOut lanes on which only a block could stand */
  const begin = (region: Region, kind: QuickKind = "event", leftOut: readonly number[] = []) => {
    const { from, to } = region;
    const places = placesOn(region);
    const duration = to - from || (lastChoice(organizationId).duration ?? usual);
    const taken = leftOut.length > 0 && { taken: leftOut.flatMap((index) => board.lanes[index]?.field.id ?? []) };
    if (places.length > 0) start({ kind, places, duration, isDrawn: to > from, ...taken });
  };
  return {
    begun,
    open,
    /** As the grid shows them. */
    drafted: begun.flatMap((one) => draftedOn(board, one) ?? []),
    begin,
    placesOn,
    start,
    change,
    close,
    closeOpen: () => open && close(open.id),
  };
}
export type Quick = ReturnType<typeof useQuick>;

/** Where a kind of event can stand of what was drawn: a block also where something else does, a booking only beside it. */
export function placesFor({ places, taken = [] }: Begun, kind: string): readonly Place[] {
  const free = places.filter(({ fieldId }) => !taken.includes(fieldId));
  const [first] = free;
  if (!first) return places;
  return kind === "block" ? [...free, ...taken.map((fieldId) => ({ ...first, fieldId }))] : free;
}

const most = 20;
/** What of a booking its place does not say: for whom it is, how many come, and what is noted. */
export type Typed = Pick<QuickDraft, "customer" | "people" | "text" | "isInternal" | "reason" | "description">;
export const typedOf = ({ customer, people, text, isInternal, reason, description }: QuickDraft): Typed => ({
  ...{ customer, people, text, isInternal, reason, description },
});

/** What was typed for a place and not sent: it is there again when the same place is chosen anew, until the page is left. */
const typed = new Map<string, Typed>();
const keyOf = (organizationId: string, { fieldId, startTime }: Place) => `${organizationId} ${fieldId} ${startTime}`;

export const keptFor = (organizationId: string, place: Place): Typed | undefined =>
  typed.get(keyOf(organizationId, place));

export function keep(organizationId: string, place: Place, filled: Typed): void {
  const key = keyOf(organizationId, place);
  typed.delete(key);
  typed.set(key, filled);
  const [oldest] = typed.keys();
  if (typed.size > most && oldest) typed.delete(oldest);
}

export const forget = (organizationId: string, place: Place): boolean => typed.delete(keyOf(organizationId, place));
