/** Parts of higher modules that the page of a field shows, passed by context (dependency injection). */
import { type ComponentType, createContext } from "react";
import type { Field } from "#contract/fields.ts";

export interface FieldParts {
  /** Says who is on the field, and who comes next. */
  Occupation: ComponentType<{ field: Field }>;
}

export const FieldPartsContext = createContext<FieldParts>({ Occupation: () => null });

/** Loaded with the page, to keep the parts out of the first bundle. */
export type LoadFieldParts = () => Promise<FieldParts>;
