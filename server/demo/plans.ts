/** Organizations, facilities and fields of the demo as plans, before they become rows. */
import type { OrganizationType } from "#contract/organization-options.ts";
import type { DemoTexts } from "./texts.ts";

export interface FieldPlan {
  name: string;
  /** Sport ids; the first is the default. */
  sports: number[];
  space: "indoor" | "outdoor";
  people: [min: number, max: number];
  /** Cents per hour of free play; 0 = free. */
  hourly: number;
  /** From 0 to 1; busier fields have a higher rate. */
  demand: number;
  parts?: string[];
  isPrivate?: boolean;
  isManual?: boolean;
  seats?: number;
  isClosed?: boolean;
}
export interface FacilityPlan {
  name: string;
  /** For those whose words do not depend on the reader; the others are in `texts.ts`. */
  description?: string;
  address: string;
  parking: number | null;
  bicycles: number | null;
  /** Changing room, restroom, shower, restaurant, shop. */
  amenities: [boolean | null, boolean | null, boolean | null, boolean | null, boolean | null];
  fields: FieldPlan[];
}
export interface OrganizationPlan {
  key: string;
  name: string;
  type: OrganizationType;
  countryId: 250 | 840;
  email: string;
  phone: string;
  vatNumber: string | null;
  identificationNumber: string | null;
  /** Seller on invoices: legal name, street, postal code, town, and state where there is one. */
  seller: readonly [string, string, string, string, string?];
  vatProfile: "standard" | "franchise" | "exempt";
  timezone: string;
  currency: string;
  texts: DemoTexts;
  /** Members read the names of others who agree. */
  hasOpenBookings?: boolean;
  facilities: FacilityPlan[];
}

export const tennis = 1;
export const padel = 2;
export const football = 3;
export const basketball = 4;
export const volleyball = 5;
export const handball = 6;
export const badminton = 7;
export const tableTennis = 8;
export const squash = 9;
export const fiveASide = 12;
export const swimming = 16;
export const athletics = 21;

export const numberedFields = (count: number, name: string, plan: Omit<FieldPlan, "name">): FieldPlan[] =>
  Array.from({ length: count }, (_, index) => ({ ...plan, name: `${name} ${index + 1}` }));
export const singleField = (name: string, plan: Omit<FieldPlan, "name">): FieldPlan[] => [{ ...plan, name }];

export const courtDefaults = { people: [2, 4] as [number, number], demand: 0.6 };
