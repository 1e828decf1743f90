import { useFieldValue } from "./form.tsx";

/** The value of a text or select field of the form around, as it changes; an empty text while it has none. */
export function useFieldText(name: string): string {
  const value = useFieldValue(name);
  return typeof value === "string" ? value : "";
}
