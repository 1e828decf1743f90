/** A question for a free field: read from the typed text, then changed by hand. */
import { useState } from "react";
import type { SlotSentence } from "#contract/availability-sentence-rules.ts";

export type SlotWishes = Omit<SlotSentence, "rest">;

const members = [
  "sportId",
  "date",
  "time",
  "duration",
  "people",
  "space",
  "lights",
] as const satisfies readonly (keyof SlotWishes)[];

/** Whether a text asks for a free field, and for nothing else: a sport or a time, and more than the sport alone. */
export function isSlotQuestion({ rest, sportId, time, ...more }: SlotSentence): boolean {
  if (rest !== "") return false;
  if (time !== undefined) return true;
  return sportId !== undefined && Object.values(more).some((value) => value !== undefined);
}

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
