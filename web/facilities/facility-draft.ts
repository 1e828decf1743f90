import * as z from "zod/mini";
import { type CountryCode, isCountryCode } from "#contract/general-countries-rules.ts";
import { Address, amenities, type Facility, FacilityDraft } from "#contract/facility-shape.ts";
import { ChosenPhotos } from "#web/files/upload-photo.ts";
import { eachOf, formMembers, notInForm } from "#web/kit/form/form-members.ts";
import { blankAddressIn, manualPlaceId } from "#web/places/address-field.tsx";

const isBlank = (value: unknown) => typeof value !== "string" || value.trim() === "";

const emptyAddressToNull = z.transform((value: unknown) => {
  const { line1, postalCode, city } = (value ?? {}) as Record<string, unknown>;
  return [line1, postalCode, city].every(isBlank) ? null : value;
});

export const FacilityFormDraft = z.extend(FacilityDraft, {
  address: z.pipe(emptyAddressToNull, z.nullish(Address)),
  photos: ChosenPhotos,
});
export type FacilityFormDraft = z.output<typeof FacilityFormDraft>;

/** `placeId` in the form for an address stored as text only. */
const unnamedPlaceId = "kept:";

/** @param country of its organization: stands in for none, and for one that the contract does not take */
export function toAddressDraft({ localization: { address } }: Facility, country: CountryCode): z.input<typeof Address> {
  const { line1, postalCode, city, countryCode } = address ?? blankAddressIn(country);
  return {
    line1: line1 ?? "",
    postalCode: postalCode ?? "",
    city: city ?? "",
    countryCode: isCountryCode(countryCode) ? countryCode : country,
  };
}

const toFormPlaceId = ({ localization: { completeAddress, placeId } }: Facility) =>
  placeId ?? (completeAddress ? unnamedPlaceId : "");

export const facilityForm = formMembers<z.input<typeof FacilityDraft>, Facility>({
  name: { blank: "" },
  description: { blank: "" },
  placeId: { blank: "", from: toFormPlaceId },
  address: {
    blank: null,
    from: (facility) => (toFormPlaceId(facility).startsWith(manualPlaceId) ? toAddressDraft(facility, "FR") : null),
  },
  timezone: { blank: "" },
  slug: { blank: "" },
  isPublished: { blank: true },
  parkingPlace: { blank: null },
  bicycleParkingPlace: { blank: null },
  ...eachOf(amenities, { blank: null }),
  organizationId: notInForm("asked for on the platform alone, of a new one"),
});

/** Converts to the request's body: either a chosen place or an address by hand. */
export function toFacilityBody<D extends { placeId?: string | null; address?: unknown }>(
  filled: D,
): Omit<D, "placeId" | "address"> & { placeId?: string | null; address?: D["address"] | null } {
  const { placeId, address, ...draft } = filled;
  if (placeId === unnamedPlaceId) return draft;
  if (!placeId?.startsWith(manualPlaceId)) return { ...draft, placeId: placeId || null, address: null };
  return { ...draft, placeId: address ? manualPlaceId : null, address: address ?? null };
}
