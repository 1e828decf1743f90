import { createContext, use, useSyncExternalStore } from "react";
import type { FormProgress, FormStore, FormSnapshot } from "./form-store.ts";
import { getIn } from "./form-values.ts";

export const FormContext = createContext<FormStore | null>(null);

export function useFormStore(): FormStore {
  const store = use(FormContext);
  if (!store) throw new Error("this stands outside of any form");
  return store;
}

/** @param part must return the same object for the same state */
export function useFormSnapshot<Part>(part: (snapshot: FormSnapshot) => Part): Part {
  const store = useFormStore();
  return useSyncExternalStore(store.subscribe, () => part(store.snapshot()));
}

export const useFormProgress = (): FormProgress => useFormSnapshot(({ progress }) => progress);

export const useFieldValue = (name: string): unknown => useFormSnapshot(({ values }) => getIn(values, name));

export function useSetField(): (name: string, value: unknown) => void {
  const store = useFormStore();
  return (name, value) => store.set(name, value);
}

export function useFocusField(): (name: string) => void {
  const store = useFormStore();
  return (name) => store.focus(name);
}
