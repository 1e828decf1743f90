import { expect, test } from "vitest";
import { translateReason } from "./translate-reason.ts";

test("a reason chosen by a click is read in each language, a typed one as it was typed", () => {
  expect(translateReason("Météo", "en")).toBe("Weather");
  expect(translateReason("Weather", "fr")).toBe("Météo");
  expect(translateReason("Fermé à cette heure", "en")).toBe("Closed at that time");
  expect(translateReason("The customer asked", "fr")).toBe("À la demande du client");
  expect(translateReason("Météo exécrable", "en")).toBe("Météo exécrable");
  expect(translateReason(null, "en")).toBeNull();
});
