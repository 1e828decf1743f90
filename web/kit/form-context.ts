/** How what stands inside a form reaches it. */
import { createContext, use, useSyncExternalStore } from "react";
import type { FormProgress, FormStore, Snapshot } from "./form-store.ts";
import { getIn } from "./form-values.ts";

export const FormContext = createContext<FormStore | null>(null);

/** The form around. */
export function useForm(): FormStore {
  const store = use(FormContext);
  if (!store) throw new Error("this stands outside of any form");
  return store;
}

/** A part of the form's state, as it changes: the same part has to be the same object. */
export function useSnapshot<Part>(part: (snapshot: Snapshot) => Part): Part {
  const store = useForm();
  return useSyncExternalStore(store.subscribe, () => part(store.snapshot()));
}

/** How far the form around is. */
export const useFormProgress = (): FormProgress => useSnapshot(({ progress }) => progress);

/** The value of a field of the form around, as it changes. */
export const useFieldValue = (name: string): unknown => useSnapshot(({ values }) => getIn(values, name));

/** Changes a field of the form around, as if the person had. */
export function useSetField(): (name: string, value: unknown) => void {
  const store = useForm();
  return (name, value) => store.set(name, value);
}

/** Moves the focus to a field of the form around. */
export function useFocusField(): (name: string) => void {
  const store = useForm();
  return (name) => store.focus(name);
}
