import { describe, expect, test } from "vitest";
import english from "#messages/en.json" with { type: "json" };
import french from "#messages/fr.json" with { type: "json" };
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import { type Language, languages, translator } from "#messages/translator.ts";
import type { ActivityEvent } from "./activity.ts";
import {
  describeEntry,
  describeSeveral,
  findSubjectName,
  isTold,
  type SentenceEntry,
  type SentenceFormats,
  sentenceText,
} from "./activity-sentence-rules.ts";
import { eventJobActs } from "./events.ts";
import { type ActivityAct, activityActs } from "./index.ts";
import { invoiceJobActs } from "./invoices.ts";
import { cardJobActs } from "./card-shape.ts";
import { paymentJobActs } from "./payments.ts";
import { signOnJobActs } from "./sign-on-providers.ts";
import { subscriptionJobActs } from "./subscriptions.ts";
import { webhookJobActs } from "./webhooks.ts";

const files = { en: english, fr: french };
const formatsOf = (language: Language): SentenceFormats => {
  const t = translator(language, files[language]);
  return {
    t,
    language,
    // The narrow spaces of `Intl` differ by version.
    money: (minor, currency) => formatMoney(minor, currency, language).replace(/\s/g, " "),
    dates: (timeZone = "Europe/Paris") => dateFormats(language, timeZone),
    withZone: (text) => text,
    duration: (minutes) => `${minutes} min`,
    role: ({ name }) => name,
    nobody: t("activity.system"),
  };
};

const fieldId = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d90";
const otherId = "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91";
const event: ActivityEvent = {
  id: otherId,
  name: "Padel",
  kind: "event",
  status: "approved",
  customerName: "Inès Chevalier",
  fieldName: "Padel 4",
  startTime: "2026-11-27T17:00:00.000Z",
  endTime: "2026-11-27T18:00:00.000Z",
  lastTime: null,
  timezone: "Europe/Paris",
  price: 3600,
  currency: "EUR",
};

const entry = (act: ActivityAct, more: Partial<SentenceEntry> = {}): SentenceEntry => ({
  at: "2026-11-24T09:36:00.000Z",
  actor: { id: otherId, full_name: "Claire Dubois" },
  act,
  subjectId: otherId,
  subjectName: "Padel 4",
  before: null,
  after: {},
  event: null,
  customerName: null,
  names: {},
  parts: [],
  ...more,
});

const say = (language: Language, one: SentenceEntry) => {
  const { parts, details } = describeEntry(one, formatsOf(language));
  const plain = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, " ");
  return [plain(sentenceText({ parts, details })), plain(details.join(" · "))];
};

/** Texts that only a machine reads: ids, names of members, values without words, parameters that nobody filled. */
const RAW =
  /[\da-f]{8}-[\da-f]{4}|\w_\w|undefined|null|NaN|\[object|[{}\uE000]|\b[a-z]+\.[a-z]+[A-Z]\w*|\b(?:true|false)\b/;

/** Deeds of the system, which begin with the thing. */
const jobActs: readonly string[] = [
  ...eventJobActs,
  ...paymentJobActs,
  ...cardJobActs,
  ...invoiceJobActs,
  ...webhookJobActs,
  ...signOnJobActs,
  ...subscriptionJobActs,
];

/** Entries as the server writes them, by kind: whole, so that nothing of them is said raw. */
const written: Partial<Record<ActivityAct, Partial<SentenceEntry>>> = {
  "customers.addNote": { subjectName: null, customerName: "Zoé", after: { text: "Left-handed", pinned: false } },
  "customers.create": { after: { kind: "person", firstName: "Zoé", lastName: "Chevalier", roleIds: [] } },
  "customers.merge": { after: { merged: { id: fieldId, name: "K. Benali" } } },
  "customers.message": { after: { subject: "Your racket" } },
  "events.create": {
    event,
    names: { [fieldId]: "Padel 4" },
    after: {
      fieldId,
      startTime: "2026-11-27T18:00:00+01:00",
      duration: 60,
      name: "Padel",
      kind: "event",
      type: "game",
    },
  },
  "events.update": {
    event,
    before: { startTime: "2026-11-27T17:00:00.000Z", endTime: "2026-11-27T18:00:00.000Z" },
    after: { startTime: "2026-11-27T18:30:00.000Z", endTime: "2026-11-27T19:30:00.000Z" },
  },
  "fields.duplicate": { after: { copies: "Court 2, Court 3" } },
  "hours.createClosure": {
    subjectName: "Works",
    names: { [fieldId]: "Court 1" },
    after: { name: "Works", from: "2026-11-28", to: "2026-11-29", closed: true, hours: [], fieldId, decisions: [] },
  },
  "imports.customers": { after: { created: 214, updated: 6, failed: 1 } },
  "imports.start": { subjectName: "courts.csv", after: { name: "courts.csv", rows: 2 } },
  "invoices.issue": {
    actor: null,
    event,
    after: { number: "FA-2026-000431", totalAmount: 3600, taxAmount: 600, currency: "EUR" },
  },
  "invoices.send": { event, after: { number: "FA-2026-000431", email: "ana@example.org" } },
  "members.acceptInvitation": { after: { email: "ana@example.org", role: { id: 4, name: "Member" } } },
  "members.invite": { after: { email: "ana@example.org", role: { id: 4, name: "Member" } } },
  "members.update": {
    before: { roles: [{ id: 3, name: "Staff" }] },
    after: { roles: [{ id: 2, name: "Manager" }] },
  },
  "payments.link": { event, after: { eventId: otherId, email: "ana@example.org" } },
  "payments.sell": {
    subjectName: "Zoé Chevalier",
    after: {
      sold: ["Tennis balls × 2", "Locker key"],
      ...{ method: "cash", amount: 2300, currency: "EUR", reason: "Display model" },
    },
  },
  "payments.recordSeveral": {
    event,
    after: { eventIds: [fieldId, otherId], method: "card_on_site", amount: 5400, currency: "EUR" },
  },
  "payments.checkoutSeveral": {
    event,
    after: { eventIds: [fieldId, otherId], amount: 5400, currency: "EUR" },
  },
  "payments.remind": { event, after: { eventIds: [otherId] } },
  "series.add": { event, after: { name: "Padel", created: 1 } },
  "series.cancel": { event, after: { name: "Padel", canceled: 3, reason: "Rain" } },
  "series.create": {
    subjectName: "Padel",
    event: { ...event, lastTime: "2027-02-26T17:00:00.000Z" },
    after: { name: "Padel", created: 12, skipped: 2 },
  },
  "series.update": { event, after: { name: "Padel", updated: 3, time: "17:00" } },
};
/** Entries about one event or its money differ by few members alone. */
const typical = (act: ActivityAct): Partial<SentenceEntry> => {
  if (act.startsWith("events."))
    return { event, before: { status: "pending" }, after: { status: "canceled", reason: "Rain" } };
  if (act.startsWith("payments."))
    return {
      event,
      after: { eventId: otherId, method: "card", amount: 3600, currency: "EUR", reason: "lost_or_stolen_card" },
    };
  return {};
};

describe.each(languages)("in %s", (language) => {
  test.each(activityActs)("%s is a sentence without raw values", (act) => {
    const one = entry(act, written[act] ?? typical(act));
    const [sentence = "", details = ""] = say(language, one);
    // The key is returned where a text is missing.
    expect(sentence).not.toMatch(RAW);
    expect(sentence.split(" ").length).toBeGreaterThan(2);
    // Reasons are people's own words.
    expect(act === "payments.refund" ? "" : details).not.toMatch(RAW);
    expect(sentence.split("Claire Dubois").length).toBeLessThan(3);
  });

  test.each(activityActs.filter((act) => !jobActs.includes(act)))("%s says who did it", (act) => {
    expect(say(language, entry(act, written[act] ?? typical(act)))[0]).toMatch(/^Claire Dubois /);
  });

  test.each(activityActs)("%s is a sentence where what it is about is gone, and where it says nothing", (act) => {
    const [sentence = "", details = ""] = say(language, entry(act, { actor: null, subjectName: null, after: null }));
    expect(`${sentence} ${details}`).not.toMatch(RAW);
    expect(sentence.split(" ").length).toBeGreaterThan(2);
  });
});

test("a kind without a sentence is seen", () => {
  const [sentence = ""] = say("en", entry("tournaments.drawLots" as ActivityAct));
  expect(sentence).toMatch(RAW);
});

const said: [what: string, one: SentenceEntry, english: string[], french: string[]][] = [
  [
    "a move within a day says both times",
    entry("events.update", written["events.update"]),
    ["Claire Dubois moved Inès Chevalier’s Padel from 6:00 PM to 7:30 PM", "Padel 4 · Fri, Nov 27, 7:30 – 8:30 PM"],
    ["Claire Dubois a déplacé « Padel » d’Inès Chevalier de 18:00 à 19:30", "Padel 4 · ven. 27 nov., 19:30 – 20:30"],
  ],
  [
    "a move to another day and field says all four",
    entry("events.update", {
      event: { ...event, fieldName: "Padel 5", customerName: null },
      before: { startTime: "2026-11-27T17:00:00.000Z", field: { id: fieldId, name: "Padel 4" } },
      after: {
        startTime: "2026-11-28T17:00:00.000Z",
        endTime: "2026-11-28T18:00:00.000Z",
        field: { id: otherId, name: "Padel 5" },
      },
    }),
    [
      "Claire Dubois moved “Padel” from Fri, Nov 27 at 6:00 PM on Padel 4 to Sat, Nov 28 at 6:00 PM on Padel 5",
      "Sat, Nov 28, 6:00 – 7:00 PM",
    ],
    [
      "Claire Dubois a déplacé « Padel » du ven. 27 nov. à 18:00 sur Padel 4 au sam. 28 nov. à 18:00 sur Padel 5",
      "sam. 28 nov., 18:00 – 19:00",
    ],
  ],
  [
    "a booking for a customer",
    entry("events.create", written["events.create"]),
    ["Claire Dubois booked Padel 4 for Inès Chevalier", "“Padel” · Fri, Nov 27, 6:00 – 7:00 PM · €36.00"],
    ["Claire Dubois a réservé Padel 4 pour Inès Chevalier", "« Padel » · ven. 27 nov., 18:00 – 19:00 · 36,00 €"],
  ],
  [
    "a block of several fields",
    entry("events.create", {
      event: { ...event, kind: "block", name: "Rain", customerName: null },
      after: { kind: "block" },
      parts: [
        { act: "events.create", count: 2 },
        { act: "events.update", count: 4 },
        { act: "events.cancel", count: 1 },
      ],
    }),
    [
      "Claire Dubois blocked Padel 4: “Rain”",
      "Fri, Nov 27, 6:00 – 7:00 PM · and 2 more · 4 bookings changed · 1 booking canceled",
    ],
    [
      "Claire Dubois a bloqué Padel 4 : « Rain »",
      "ven. 27 nov., 18:00 – 19:00 · et 2 autres · 4 réservations modifiées · 1 réservation annulée",
    ],
  ],
  [
    "a series is one entry",
    entry("series.create", written["series.create"]),
    [
      "Claire Dubois booked 12 dates of “Padel” on Padel 4",
      "Inès Chevalier · 6:00 – 7:00 PM · Nov 27, 2026 – Feb 26, 2027 · 2 dates skipped",
    ],
    [
      "Claire Dubois a réservé 12 dates de « Padel » sur Padel 4",
      "Inès Chevalier · 18:00 – 19:00 · 27/11/2026 – 26/02/2027 · 2 dates sautées",
    ],
  ],
  [
    "a payment says how it was paid",
    entry("payments.record", { event, after: { method: "cash", amount: 4000, currency: "EUR" } }),
    ["Claire Dubois took €40.00 in cash for Inès Chevalier’s Padel", "Padel 4 · Fri, Nov 27, 6:00 – 7:00 PM"],
    [
      "Claire Dubois a encaissé 40,00 € en espèces pour « Padel » d’Inès Chevalier",
      "Padel 4 · ven. 27 nov., 18:00 – 19:00",
    ],
  ],
  [
    "several debts taken at once say of whom",
    entry("payments.recordSeveral", written["payments.recordSeveral"]),
    ["Claire Dubois took €54.00 by card on site from Inès Chevalier for 2 debts", ""],
    ["Claire Dubois a encaissé 54,00 € par carte sur place d’Inès Chevalier pour 2 impayés", ""],
  ],
  [
    "a payer who is no customer is known by the payment",
    entry("payments.recordSeveral", {
      subjectName: "Marc Lebrun",
      after: { eventIds: [fieldId, otherId], method: "cash", amount: 5400, currency: "EUR" },
    }),
    ["Claire Dubois took €54.00 in cash from Marc Lebrun for 2 debts", ""],
    ["Claire Dubois a encaissé 54,00 € en espèces de Marc Lebrun pour 2 impayés", ""],
  ],
  [
    "a sale says what was sold, to whom, and why at another price",
    entry("payments.sell", written["payments.sell"]),
    ["Claire Dubois sold “Tennis balls × 2”, “Locker key” to Zoé Chevalier for €23.00 in cash", "“Display model”"],
    [
      "Claire Dubois a vendu « Tennis balls × 2 », « Locker key » à Zoé Chevalier pour 23,00 € en espèces",
      "« Display model »",
    ],
  ],
  [
    "several reminders of one customer say whom",
    entry("payments.remind", { event, after: { eventIds: [fieldId, otherId], customers: 1 } }),
    ["Claire Dubois reminded Inès Chevalier to pay for 2 debts", ""],
    ["Claire Dubois a rappelé à Inès Chevalier de payer 2 impayés", ""],
  ],
  [
    "a booking that has lost its customer, or is gone, is still called by whom the entry is about",
    entry("events.cancel", { event: null, subjectName: null, customerName: "Inès Chevalier", after: {} }),
    ["Claire Dubois canceled Inès Chevalier’s booking", ""],
    ["Claire Dubois a annulé la réservation d’Inès Chevalier", ""],
  ],
  [
    "one's own booking is not called by one's name again",
    entry("events.cancel", { event, actor: { id: otherId, full_name: "Inès Chevalier" }, after: { reason: "Ill" } }),
    ["Inès Chevalier canceled “Padel”", "Padel 4 · Fri, Nov 27, 6:00 – 7:00 PM · “Ill”"],
    ["Inès Chevalier a annulé « Padel »", "Padel 4 · ven. 27 nov., 18:00 – 19:00 · « Ill »"],
  ],
  [
    "a member's role",
    entry("members.update", { ...written["members.update"], subjectName: "Max Martin" }),
    ["Claire Dubois changed the role of Max Martin from Staff to Manager", ""],
    ["Claire Dubois a changé le rôle de Max Martin : Manager au lieu de Staff", ""],
  ],
  [
    "a closure of two days",
    entry("hours.createClosure", written["hours.createClosure"]),
    ["Claire Dubois closed Court 1: “Works”", "Sat, Nov 28, 2026 – Sun, Nov 29, 2026"],
    ["Claire Dubois a fermé Court 1 : « Works »", "sam. 28/11/2026 – dim. 29/11/2026"],
  ],
];

test.each(said)("%s", (_what, one, inEnglish, inFrench) => {
  expect(say("en", one)).toEqual(inEnglish);
  expect(say("fr", one)).toEqual(inFrench);
});

test("a booking is said with what it cost then, whatever it costs now", () => {
  const booked = entry("events.create", { event, after: { price: 1800 } });
  expect(say("en", booked)).toContainEqual(expect.stringMatching(/€18\.00$/));
  expect(say("fr", booked)).toContainEqual(expect.stringMatching(/18,00 €$/));
});

test("a change of length, of price and of title alone is said with both", () => {
  const change = (before: object, after: object) =>
    say("en", entry("events.update", { event, before: { ...before }, after: { ...after } }))[0];
  expect(change({ duration: 60 }, { duration: 90 })).toBe(
    "Claire Dubois changed the length of Inès Chevalier’s Padel from 60 min to 90 min",
  );
  expect(change({ price: 2200 }, { price: 2400 })).toBe(
    "Claire Dubois changed the price of Inès Chevalier’s Padel from €22.00 to €24.00",
  );
  expect(change({ name: "Match" }, { name: "Padel" })).toBe("Claire Dubois renamed “Match” to “Padel”");
});

test("the object of a sentence leads somewhere, who did it is marked", () => {
  const { parts } = describeEntry(entry("fields.create"), formatsOf("en"));
  expect(parts).toEqual([
    { text: "Claire Dubois", role: "actor" },
    { text: " created the field " },
    { text: "Padel 4", role: "subject" },
  ]);
});

test("what is gone is called as it was", () => {
  const call = (more: Partial<SentenceEntry>) =>
    findSubjectName(entry("fields.delete", { subjectName: null, ...more }));
  expect(call({ before: { name: "Court 2" } })).toBe("Court 2");
  expect(call({ after: { email: "ana@example.org" } })).toBe("ana@example.org");
  expect(call({})).toBeUndefined();
});

test("a title that says whose it is stands alone", () => {
  const one = entry("events.approve", { event: { ...event, name: "Chevalier / Petit" } });
  expect(say("en", one)[0]).toBe("Claire Dubois approved “Chevalier / Petit”");
});

test("a booking whose title is its customer's name is called a booking", () => {
  const booking = { ...event, name: "Inès Chevalier" };
  const canceled = entry("events.cancel", { event: booking });
  expect(say("en", canceled)[0]).toBe("Claire Dubois canceled Inès Chevalier’s booking");
  expect(say("fr", canceled)[0]).toBe("Claire Dubois a annulé la réservation d’Inès Chevalier");
  const own = entry("events.cancel", { event: booking, actor: { id: otherId, full_name: "Inès Chevalier" } });
  expect(say("en", own)[0]).toBe("Inès Chevalier canceled a booking");
  const played = entry("events.complete", { event: booking, actor: null });
  expect(say("fr", played)[0]).toBe("La réservation d’Inès Chevalier a eu lieu");
});

test("money that is missing is said with its amount: at a closing, and where it is written off", () => {
  const closing = { number: 3, amount: 2000, difference: -1040, currency: "EUR" };
  const closed = entry("tills.close", { after: closing });
  expect(say("en", closed)).toEqual([
    "Claire Dubois closed the till “Padel 4”: report Z3",
    "€10.40 less than expected",
  ]);
  const same = entry("tills.close", { after: { ...closing, difference: 0 } });
  expect(say("en", same)).toEqual(["Claire Dubois closed the till “Padel 4”: report Z3", ""]);
  const after = { amount: 1850, currency: "EUR", reason: "Moved away" };
  expect(say("fr", entry("charges.writeOff", { event, after }))).toEqual([
    "Claire Dubois a passé en perte 18,50 € pour « Padel » d’Inès Chevalier",
    "« Moved away »",
  ]);
});

test("deeds of the system that come in numbers are one line; those of people never", () => {
  const { t } = formatsOf("fr");
  expect(describeSeveral({ act: "events.complete", actor: null }, 12, t)).toBe("12 réservations ont eu lieu");
  expect(
    describeSeveral({ act: "events.complete", actor: { id: otherId, full_name: "Claire" } }, 12, t),
  ).toBeUndefined();
  expect(describeSeveral({ act: "payments.refundFail", actor: null }, 2, t)).toBeUndefined();
});

test("values that the sentence says are not listed below it", () => {
  const move = entry("events.update", {
    before: { startTime: "", name: "Match" },
    after: { startTime: "", name: "Padel" },
  });
  expect(["startTime", "field", "name", "notes"].map((path) => isTold(move, path))).toEqual([true, true, false, false]);
  const rename = entry("events.update", { before: { name: "Match" }, after: { name: "Padel" } });
  expect(isTold(rename, "name")).toBe(true);
  expect(isTold(entry("fields.create"), "lights")).toBe(false);
  expect(isTold(entry("events.create"), "type")).toBe(true);
  expect(isTold(entry("series.update"), "time")).toBe(false);
});
