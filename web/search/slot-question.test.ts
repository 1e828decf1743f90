import { expect, test } from "vitest";
import { readSlotSentence } from "#contract/availability-sentence-rules.ts";
import { isSlotQuestion } from "./slot-question.ts";

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
