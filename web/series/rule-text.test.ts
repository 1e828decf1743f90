import { expect, test } from "vitest";
import english from "#messages/en.json";
import french from "#messages/fr.json";
import { translator } from "#messages/translator.ts";
import { ruleText } from "./rule-text.ts";

const say = (rule: Parameters<typeof ruleText>[0]) => [
  ruleText(rule, translator("en", english), "en"),
  ruleText(rule, translator("fr", french), "fr"),
];

test.each([
  [{ interval: 1, weekdays: [2], count: 10 }, "Every Tuesday, 10 dates", "Chaque mardi, 10 dates"],
  [{ interval: 1, weekdays: [2], count: 1 }, "Every Tuesday, 1 date", "Chaque mardi, 1 date"],
  [
    { interval: 1, weekdays: [4, 2, 2], until: "2027-06-30" },
    "Every Tuesday and Thursday, until Jun 30, 2027",
    "Chaque mardi et jeudi, jusqu’au 30/06/2027",
  ],
  [
    { interval: 2, weekdays: [1, 3, 5], count: 12 },
    "Every 2 weeks on Monday, Wednesday, and Friday, 12 dates",
    "Toutes les 2 semaines, le lundi, le mercredi et le vendredi, 12 dates",
  ],
  [{ interval: 1, weekdays: [1, 2, 3, 4, 5, 6, 7] }, "Every day", "Tous les jours"],
])("%j is read in both languages", (rule, inEnglish, inFrench) => {
  expect(say(rule)).toEqual([inEnglish, inFrench]);
});
