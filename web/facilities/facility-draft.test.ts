import { expect, test } from "vitest";
import type { Facility } from "#contract/facility-shape.ts";
import { emptyToNull } from "#contract/kit.ts";
import { toFacilityBody, facilityForm, FacilityFormDraft } from "./facility-draft.ts";

const parse = (address: object) =>
  FacilityFormDraft.safeParse(emptyToNull(FacilityFormDraft, { name: "Gerland", address }));

test("an address with nothing in it is no address, though its country is chosen", () => {
  expect(parse({ line1: "", postalCode: " ", city: "", countryCode: "FR" }).data?.address).toBeNull();
});

test("an address with something in it needs the rest", () => {
  const { error } = parse({ line1: "1 rue du Test", postalCode: "", city: "", countryCode: "FR" });
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["address.postalCode", "address.city"]);
});

test("a whole address is kept", () => {
  const address = { line1: "1 rue du Test", postalCode: "69001", city: "Lyon", countryCode: "FR" };
  expect(parse(address).data?.address).toEqual(address);
});

const address = { line1: "1 rue du Test", postalCode: "69001", city: "Lyon", countryCode: "FR" } as const;

test("a place that was found is told by its id, one by hand by its parts, and none as none", () => {
  const found = toFacilityBody({ name: "Gerland", placeId: "geopf:1", address: null });
  expect(found).toEqual({ name: "Gerland", placeId: "geopf:1", address: null });
  expect(toFacilityBody({ name: "Gerland", placeId: "manual:", address })).toMatchObject({
    placeId: "manual:",
    address,
  });
  expect(toFacilityBody({ name: "Gerland", placeId: "manual:", address: null })).toMatchObject({
    placeId: null,
    address: null,
  });
  expect(toFacilityBody({ name: "Gerland", placeId: "" })).toMatchObject({ placeId: null, address: null });
});

const facility = (localization: Partial<Facility["localization"]>) =>
  ({
    name: "Gerland",
    localization: {
      completeAddress: null,
      placeId: null,
      latitude: null,
      longitude: null,
      address: null,
      ...localization,
    },
  }) as Facility;

test("an address by hand is opened with its parts, one that was found by its name", () => {
  expect(facilityForm.filledWith(facility({ placeId: "manual:", completeAddress: "…", address })).address).toEqual(
    address,
  );
  const found = facilityForm.filledWith(facility({ placeId: "geopf:1", completeAddress: "…", address }));
  expect([found.placeId, found.address]).toEqual(["geopf:1", null]);
});

test("an address of which only the text is known stays as it is unless somebody changes it", () => {
  const { placeId } = facilityForm.filledWith(facility({ completeAddress: "Stade de Gerland" }));
  expect(toFacilityBody({ name: "Gerland", placeId })).toEqual({ name: "Gerland" });
});
