import { useFieldValue } from "./form.tsx";

/** Subscribes to the text of a field of the enclosing form; an empty text while it has none. */
export function useFieldText(name: string): string {
  const value = useFieldValue(name);
  return typeof value === "string" ? value : "";
}
