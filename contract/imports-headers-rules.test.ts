import { expect, test } from "vitest";
import { customerHeaders, guessByHeaders } from "./imports-headers-rules.ts";

const guess = (headers: string[]) => guessByHeaders(headers, customerHeaders);

test("headers in both languages name their columns, each target once, and unknown ones are left out", () => {
  expect(guess(["Prénom", "NOM", "E-mail", "Téléphone", "Né(e) le", "Couleur", "Code postal"])).toEqual([
    "firstName",
    "lastName",
    "email",
    "phone",
    null,
    null,
    "postalCode",
  ]);
  expect(guess(["Name", "Mobile", "Phone", "Customer number"])).toEqual(["fullName", "phone", null, "externalId"]);
});
