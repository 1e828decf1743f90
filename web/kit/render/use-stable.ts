import { replaceEqualDeep } from "@tanstack/react-query";
import { useState } from "react";

/** Keeps the identity of equal values and parts; for plain values, lists and objects only. */
export function useStable<Value>(value: Value): Value {
  const [keep] = useState(createStabilizer<Value>);
  return keep(value);
}

function createStabilizer<Value>(): (value: Value) => Value {
  let kept: Value | undefined;
  return (value) => (kept = replaceEqualDeep(kept, value) as Value);
}
