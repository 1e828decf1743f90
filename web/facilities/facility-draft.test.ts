import { expect, test } from "vitest";
import { clean } from "#contract/kit.ts";
import { FacilityFormDraft } from "./facility-draft.ts";

const parse = (address: object) => FacilityFormDraft.safeParse(clean(FacilityFormDraft, { name: "Gerland", address }));

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
