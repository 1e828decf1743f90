/** A question for a free field: read from the typed text, then changed by hand. */
import { useState } from "react";
import type { SlotSentence } from "#contract/availability-sentence-rules.ts";

export type SlotWishes = Omit<SlotSentence, "rest">;

const members = [
  "sportId",
  "field",
  "date",
  "time",
  "duration",
  "people",
  "space",
  "lights",
] as const satisfies readonly (keyof SlotWishes)[];

/** Whether a text asks for a free field, and for nothing else: a time, or a sport or field and more than the day of the field. */
export function isSlotQuestion({ rest, sportId, field, time, date, ...more }: SlotSentence): boolean {
  if (rest !== "") return false;
  if (time !== undefined) return true;
  const hasMore = Object.values(more).some((value) => value !== undefined);
  if (field !== undefined) return hasMore;
  return sportId !== undefined && (hasMore || date !== undefined);
}

/** Whether a text names a field and a day: its bookings may be meant as well as what is free. */
export const isFieldDay = ({ rest, field, date }: SlotSentence): boolean =>
  rest === "" && field !== undefined && date !== undefined;

/** A choice by hand holds until the text says something else about it. `null`: taken back by hand. */
export function useSlotWishes(sentence: SlotWishes, first: SlotWishes) {
  const [changes, setChanges] = useState<{ [K in keyof SlotWishes]?: SlotWishes[K] | null }>({});
  const [former, setFormer] = useState(sentence);
  const isNew = (name: keyof SlotWishes) => former[name] !== sentence[name];
  if (members.some(isNew)) {
    setFormer(sentence);
    setChanges(Object.fromEntries(Object.entries(changes).filter(([name]) => !isNew(name as keyof SlotWishes))));
  }
  const wishes = Object.fromEntries(
    members.map((name) => {
      const change = changes[name];
      return [name, change === null ? undefined : (change ?? sentence[name] ?? first[name])];
    }),
  ) as SlotWishes;
  const change = <K extends keyof SlotWishes>(name: K, value: SlotWishes[K]) =>
    setChanges({ ...changes, [name]: value ?? null });
  return { wishes, change };
}
