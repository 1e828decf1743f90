import { expect, test } from "vitest";
import { guessCustomerMapping } from "./customer-targets.ts";

test("headers in both languages name their columns, each target once, and unknown ones are left out", () => {
  expect(guessCustomerMapping(["Prénom", "NOM", "E-mail", "Téléphone", "Né(e) le", "Couleur", "Code postal"])).toEqual([
    "firstName",
    "lastName",
    "email",
    "phone",
    null,
    null,
    "postalCode",
  ]);
  expect(guessCustomerMapping(["Name", "Mobile", "Phone", "Customer number"])).toEqual([
    "fullName",
    "phone",
    null,
    "externalId",
  ]);
});
