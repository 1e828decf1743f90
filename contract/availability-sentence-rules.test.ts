import { expect, test } from "vitest";
import { readSlotSentence, type SlotSentence } from "./availability-sentence-rules.ts";

const sports = [
  { id: 1, name: "Tennis" },
  { id: 2, name: "Padel" },
  { id: 3, name: "Tennis de table" },
  { id: 4, name: "Badminton" },
  { id: 5, name: "Beach-volley" },
];
/** A Tuesday. */
const today = "2026-11-24";
const [padel, tennis, badminton] = [{ sportId: 2 }, { sportId: 1 }, { sportId: 4 }];
const tomorrow = { date: "2026-11-25" };

const cases: readonly [text: string, expected: Omit<SlotSentence, "rest"> & { rest?: string }][] = [
  ["padel 19h", { ...padel, time: "19:00" }],
  ["Padel 19H30", { ...padel, time: "19:30" }],
  ["tennis 7pm 90 min", { ...tennis, time: "19:00", duration: 90 }],
  ["demain 18h30 padel", { ...padel, ...tomorrow, time: "18:30" }],
  ["padel 19h 90 demain", { ...padel, ...tomorrow, time: "19:00", duration: 90 }],
  ["padel 19h 90 min demain", { ...padel, ...tomorrow, time: "19:00", duration: 90 }],
  ["What is free at 7 for padel?", { ...padel, time: "19:00" }],
  ["Quoi de libre à 7 pour un padel ?", { ...padel, time: "19:00" }],
  ["padel à 19 h demain soir", { ...padel, ...tomorrow, time: "19:00" }],
  ["padel at 10", { ...padel, time: "10:00" }],
  ["padel at 7 in the morning", { ...padel, time: "07:00" }],
  ["padel 7am", { ...padel, time: "07:00" }],
  ["padel 7h", { ...padel, time: "07:00" }],
  ["padel 7h du soir", { ...padel, time: "19:00" }],
  ["padel 7:30 pm", { ...padel, time: "19:30" }],
  ["tennis tomorrow morning indoor", { ...tennis, ...tomorrow, time: "09:00", space: "indoor" }],
  ["tennis demain matin couvert", { ...tennis, ...tomorrow, time: "09:00", space: "indoor" }],
  ["tennis tonight lights", { ...tennis, date: today, time: "19:00", lights: true }],
  ["tennis ce soir éclairé", { ...tennis, date: today, time: "19:00", lights: true }],
  ["tennis aujourd’hui extérieur 18:00", { ...tennis, date: today, time: "18:00", space: "outdoor" }],
  ["padel 1h30 vers 19h", { ...padel, duration: 90, time: "19:00" }],
  ["padel for 2 hours around 8pm", { ...padel, duration: 120, time: "20:00" }],
  ["padel pendant 1,5 h à 18h", { ...padel, duration: 90, time: "18:00" }],
  ["padel une heure demain midi", { ...padel, ...tomorrow, duration: 60, time: "12:00" }],
  ["badm saturday 10:00", { ...badminton, date: "2026-11-28", time: "10:00" }],
  ["badminton samedi 10h 4 joueurs", { ...badminton, date: "2026-11-28", time: "10:00", people: 4 }],
  ["tennis mardi 18h", { ...tennis, date: today, time: "18:00" }],
  ["tennis mardi prochain 18h", { ...tennis, date: "2026-12-01", time: "18:00" }],
  ["tennis next tuesday 6pm", { ...tennis, date: "2026-12-01", time: "18:00" }],
  ["tennis de table 18h", { sportId: 3, time: "18:00" }],
  ["beach-volley après-demain 17h", { sportId: 5, date: "2026-11-26", time: "17:00" }],
  ["tennis in 3 days 9am", { ...tennis, date: "2026-11-27", time: "09:00" }],
  ["tennis 5 décembre 14h", { ...tennis, date: "2026-12-05", time: "14:00" }],
  ["tennis Dec 5 2pm", { ...tennis, date: "2026-12-05", time: "14:00" }],
  ["tennis 1er janvier 14h", { ...tennis, date: "2027-01-01", time: "14:00" }],
  ["tennis 2026-12-05 14:00", { ...tennis, date: "2026-12-05", time: "14:00" }],
  ["tennis 31/02 14h", { ...tennis, time: "14:00", rest: "31/02" }],
  ["tennis afternoon", { ...tennis, time: "14:00" }],
  ["padel", padel],
  ["demain", tomorrow],
  ["padel now", { ...padel, date: today }],
  ["maintenant 1h", { date: today, duration: 60 }],
  ["padel 2 demain", { ...padel, ...tomorrow, rest: "2" }],
  ["Zoé Chevalier demain", { ...tomorrow, rest: "Zoé Chevalier" }],
  ["lebrun", { rest: "lebrun" }],
  ["Marie Mars", { rest: "Marie Mars" }],
  ["06 12 34 56 78", { rest: "06 12 34 56 78" }],
  ["FA-2026-000114", { rest: "FA-2026-000114" }],
  ["25h", { rest: "25h" }],
  ["", {}],
];

test.each(cases)("%s", (text, { rest = "", ...expected }) => {
  expect(readSlotSentence(text, { today, language: "fr", sports })).toEqual({ ...expected, rest });
});

test("a field is named in whole, and wins over the sport that its name begins with", () => {
  const fields = [{ name: "Court 2" }, { name: "Court 21" }, { name: "Padel 2" }, { name: "Padel" }];
  const read = (text: string) => readSlotSentence(text, { today, language: "fr", sports, fields });
  expect(read("court 2 today 1h")).toEqual({ field: "Court 2", date: today, duration: 60, rest: "" });
  expect(read("COURT 21 demain 19h")).toEqual({ field: "Court 21", ...tomorrow, time: "19:00", rest: "" });
  expect(read("padel 2 demain")).toEqual({ field: "Padel 2", ...tomorrow, rest: "" });
  expect(read("padel demain")).toEqual({ ...padel, ...tomorrow, rest: "" });
  expect(read("court 3 demain")).toEqual({ ...tomorrow, rest: "3" });
});

test("a date in digits is read as the language writes it, and the other way round where that is no date", () => {
  const read = (text: string, language: "en" | "fr") => readSlotSentence(text, { today, language, sports }).date;
  expect([read("3/12", "fr"), read("3/12", "en"), read("25/12", "en"), read("12/25", "fr")]).toEqual([
    "2026-12-03",
    "2027-03-12",
    "2026-12-25",
    "2026-12-25",
  ]);
});
