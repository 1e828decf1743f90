/** The contract's draft as a form fills it: an address with nothing in it is no address. */
import * as z from "zod/mini";
import { Address, FacilityDraft } from "#contract/facilities.ts";

const blank = (value: unknown) => typeof value !== "string" || value.trim() === "";

const orNone = z.transform((given: unknown) => {
  const { line1, postalCode, city } = (given ?? {}) as Record<string, unknown>;
  return [line1, postalCode, city].every(blank) ? null : given;
});

export const FacilityFormDraft = z.extend(FacilityDraft, { address: z.pipe(orNone, z.nullish(Address)) });
export type FacilityFormDraft = z.output<typeof FacilityFormDraft>;
