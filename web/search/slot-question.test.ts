import { expect, test } from "vitest";
import { readSlotSentence } from "#contract/availability-sentence-rules.ts";
import { isFieldDay, isSlotQuestion } from "./slot-question.ts";

const sports = [{ id: 2, name: "Padel" }];
const asks = (text: string) => isSlotQuestion(readSlotSentence(text, { today: "2026-11-24", language: "en", sports }));

test.each([
  ["padel 19h", true],
  ["7pm", true],
  ["padel tomorrow", true],
  ["padel", false],
  ["tomorrow", false],
  ["padel 2 tomorrow", false],
  ["lebrun 19h", false],
  ["", false],
])("%s asks for a free field: %s", (text, expected) => expect(asks(text)).toBe(expected));

test.each([
  ["court 2 today 1h", true, true],
  ["court 2 19h", true, false],
  ["court 2 tomorrow", false, true],
  ["court 2", false, false],
  ["court 2 tomorrow lebrun", false, false],
])("%s asks for a free field: %s, and is a day of a field: %s", (text, asksForSlots, isDay) => {
  const fields = [{ name: "Court 2" }];
  const sentence = readSlotSentence(text, { today: "2026-11-24", language: "en", sports, fields });
  expect([isSlotQuestion(sentence), isFieldDay(sentence)]).toEqual([asksForSlots, isDay]);
});
