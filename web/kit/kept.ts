/** What is computed anew stays the same where nothing of it is different, so that only what differs is drawn anew. */
import { replaceEqualDeep } from "@tanstack/react-query";
import { useState } from "react";

/** Plain values, lists and objects alone; parts of it that are equal to what they were stay the very same. */
export function useKept<Value>(value: Value): Value {
  const [keep] = useState(keeper<Value>);
  return keep(value);
}

function keeper<Value>(): (value: Value) => Value {
  let kept: Value | undefined;
  return (value) => (kept = replaceEqualDeep(kept, value) as Value);
}
