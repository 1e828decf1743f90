import { useFieldValue } from "./form.tsx";

export function useFieldText(name: string): string {
  const value = useFieldValue(name);
  return typeof value === "string" ? value : "";
}
