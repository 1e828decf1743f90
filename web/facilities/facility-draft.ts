/** A facility as its form holds it, and as the contract wants it. */
import * as z from "zod/mini";
import { Address, type Facility, FacilityDraft } from "#contract/facilities.ts";
import { ChosenPhotos } from "#web/files/upload-photo.ts";
import { blankAddress, byHand } from "#web/places/address-field.tsx";

const blank = (value: unknown) => typeof value !== "string" || value.trim() === "";

/** An address with nothing in it is no address. */
const orNone = z.transform((given: unknown) => {
  const { line1, postalCode, city } = (given ?? {}) as Record<string, unknown>;
  return [line1, postalCode, city].every(blank) ? null : given;
});

export const FacilityFormDraft = z.extend(FacilityDraft, {
  address: z.pipe(orNone, z.nullish(Address)),
  photos: ChosenPhotos,
});
export type FacilityFormDraft = z.output<typeof FacilityFormDraft>;

/** The `placeId`, in a form, of an address of which no more is known than its text. */
const unnamed = "kept:";

export const blankFacility = {
  name: "",
  description: "",
  placeId: "",
  address: null,
  timezone: "",
  parkingPlace: null,
  bicycleParkingPlace: null,
  changingRoom: null,
  restroom: null,
  shower: null,
  restaurant: null,
  shop: null,
  photos: [],
} as const;

/** The parts of an address that are known, for its correction by hand. */
export function addressOf({ localization: { address } }: Facility): z.input<typeof Address> {
  const { line1, postalCode, city, countryCode } = address ?? blankAddress;
  const isOurs = countryCode === "FR" || countryCode === "US";
  return {
    line1: line1 ?? "",
    postalCode: postalCode ?? "",
    city: city ?? "",
    countryCode: isOurs ? countryCode : blankAddress.countryCode,
  };
}

/** What there is to edit of one that exists. */
export function filledWith(facility: Facility) {
  const { completeAddress, placeId } = facility.localization;
  const known = placeId ?? (completeAddress ? unnamed : "");
  const { name, description, timezone, parkingPlace, bicycleParkingPlace } = facility;
  const { changingRoom, restroom, shower, restaurant, shop } = facility;
  return {
    ...{ name, description, timezone, parkingPlace, bicycleParkingPlace },
    ...{ changingRoom, restroom, shower, restaurant, shop },
    placeId: known,
    address: known.startsWith(byHand) ? addressOf(facility) : null,
    photos: [],
  };
}

/** What the server is told: either a place that was found or an address by hand. */
export function bodyOf({ placeId, address, ...draft }: Omit<FacilityFormDraft, "photos">) {
  if (placeId === unnamed) return draft;
  if (!placeId?.startsWith(byHand)) return { ...draft, placeId: placeId || null, address: null };
  return { ...draft, placeId: address ? byHand : null, address: address ?? null };
}
