import { expect, test } from "vitest";
import { composeSms, countSigns, MAX_SMS_SIGNS, transliterate } from "./sms-text.ts";

test.each([
  ["Zoé à Montréal", "Zoé à Montréal"],
  ["Fête de l’été, forêt", "Fete de l'été, foret"],
  ["18\u{202F}h\u{A0}30 – « padel »…", '18 h 30 - " padel "...'],
  ["Œuvre, ça, łódź", "OEuvre, ca, lódz".replace("ó", "o")],
  ["10 €", "10 €"],
  ["テニス 🎾", "??? ?"],
])("“%s” is written “%s” in the alphabet of mobile networks", (given, written) => {
  expect(transliterate(given)).toBe(written);
});

test("signs of the second table take the place of two", () => {
  expect(countSigns("a€[b]")).toBe(8);
});

test("one message holds all, or its reason is shortened, and its end never", () => {
  expect(composeSms("Club: Padel 1 is canceled.", "Rain", "01 23 45 67 89")).toBe(
    "Club: Padel 1 is canceled. Rain 01 23 45 67 89",
  );
  const long = composeSms("Club: Padel 1 is canceled.", "Water stands on all courts ".repeat(20), "01 23 45 67 89");
  expect(countSigns(long)).toBeLessThanOrEqual(MAX_SMS_SIGNS);
  expect(long).toMatch(/^Club: Padel 1 is canceled\. Water .*\.\.\. 01 23 45 67 89$/);
  const longest = composeSms("€".repeat(200), "Rain", "https://club.example/my-bookings");
  expect(countSigns(longest)).toBeLessThanOrEqual(MAX_SMS_SIGNS);
  expect(longest).toMatch(/\.\.\. https:\/\/club\.example\/my-bookings$/);
  expect(composeSms("One\n two\t", "", "")).toBe("One two");
});
