/** Keys that are pressed while the booking box loads: they go into its first field, and are no shortcuts of the page. */
import { useEffect, useEffectEvent } from "react";

interface KeepEarlyKeysProps {
  typedRef: { current: string };
}

/** Stands in the box's place until it is there. Escape still closes it. */
export function KeepEarlyKeys({ typedRef }: KeepEarlyKeysProps) {
  const keep = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === "Backspace") typedRef.current = typedRef.current.slice(0, -1);
    else if (event.key.length === 1) typedRef.current += event.key;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => keep(event);
    addEventListener("keydown", onKeyDown, { capture: true });
    return () => removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
  return null;
}

/** Stands after the box, whose effects run first: its first field has the focus then. */
export function TypeEarlyKeys({ typedRef }: KeepEarlyKeysProps) {
  useEffect(() => {
    const field = document.activeElement;
    const text = typedRef.current;
    typedRef.current = "";
    if (text === "" || !(field instanceof HTMLInputElement)) return;
    field.setRangeText(text, field.value.length, field.value.length, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true, data: text }));
  }, [typedRef]);
  return null;
}
