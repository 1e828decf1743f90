import { useEffect, useEffectEvent, useRef } from "react";
import { usualMaxPeople } from "#contract/fields-people-rules.ts";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";

/** Fills in how many people the sports of a new field need, until somebody types another number. */
export function UsualMaxPeople() {
  const set = useSetField();
  const sportIds = useFieldValue("sportIds");
  const most = useFieldValue("maxPeopleByEvent");
  const usual = usualMaxPeople(Array.isArray(sportIds) ? sportIds.filter((id) => typeof id === "number") : []);
  const proposed = useRef(usual);
  const propose = useEffectEvent((next: number) => {
    const isTyped = Number(most) !== proposed.current;
    proposed.current = next;
    if (!isTyped) set("maxPeopleByEvent", next);
  });
  useEffect(() => propose(usual), [usual]);
  return null;
}
