/** Keeps the identity of equal values, so that only changes render. */
import { replaceEqualDeep } from "@tanstack/react-query";
import { useState } from "react";

/** Plain values, lists and objects alone; parts of it that are equal to what they were stay the very same. */
export function useStable<Value>(value: Value): Value {
  const [keep] = useState(createStabilizer<Value>);
  return keep(value);
}

function createStabilizer<Value>(): (value: Value) => Value {
  let kept: Value | undefined;
  return (value) => (kept = replaceEqualDeep(kept, value) as Value);
}
