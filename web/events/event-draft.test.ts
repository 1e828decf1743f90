import { beforeAll, expect, test } from "vitest";
import { clean } from "#contract/kit.ts";
import { EventDraft } from "#contract/events.ts";
import { ensureTemporal } from "#web/kit/temporal.ts";
import { EventFormDraft, fillKeys, instantOf, toDraft } from "./event-draft.ts";

beforeAll(ensureTemporal);

/** The form as it stands when only what must be said was said. */
const filled = {
  fieldId: "0195f0c2-0000-7000-8000-000000000001",
  date: "2026-12-01",
  startTime: "18:00",
  duration: 90,
  name: "Entraînement",
  type: "training",
  kind: "event",
  confidentiality: "public",
  sportId: null,
  people: null,
  minPeople: null,
  maxPeople: null,
  price: null,
  priceReason: "",
  priceType: null,
  customer: { name: "", phone: "" },
  description: "",
  notes: "",
  internalNotes: "",
  override: false,
};
const parse = (changed: object = {}) => EventFormDraft.safeParse(clean(EventFormDraft, { ...filled, ...changed }));
const draftOf = (changed: object = {}) =>
  toDraft(EventFormDraft.parse(clean(EventFormDraft, { ...filled, ...changed })), "Europe/Paris");

test("a time is one on the facility's clock, wherever the browser is", () => {
  expect(instantOf("2026-12-01", "18:00", "Europe/Paris")).toBe("2026-12-01T17:00:00Z");
  expect(instantOf("2026-12-01", "18:00", "America/Chicago")).toBe("2026-12-02T00:00:00Z");
});

test("a time that the clock skips moves forward, and of one that comes twice the first is meant", () => {
  expect(instantOf("2026-03-29", "02:30", "Europe/Paris")).toBe("2026-03-29T01:30:00Z");
  expect(instantOf("2026-10-25", "02:30", "Europe/Paris")).toBe("2026-10-25T00:30:00Z");
});

test("there is no instant while the date or the time is not there yet", () => {
  expect(instantOf("", "18:00", "Europe/Paris")).toBeUndefined();
  expect(instantOf("2026-12-01", "", "Europe/Paris")).toBeUndefined();
});

test("what was left empty is not sent, and what is sent is what the server takes", () => {
  const draft = draftOf();
  expect(draft).toEqual({
    fieldId: filled.fieldId,
    startTime: "2026-12-01T17:00:00Z",
    duration: 90,
    name: "Entraînement",
    type: "training",
    kind: "event",
    confidentiality: "public",
  });
  expect(EventDraft.safeParse(draft).success).toBe(true);
});

test("a price in euros is sent in cents, with its reason", () => {
  expect(draftOf({ price: 24.1, priceReason: "Ami du club" })).toMatchObject({
    price: 2410,
    priceReason: "Ami du club",
  });
  expect(draftOf({ priceReason: "Without a price" })).not.toHaveProperty("priceReason");
});

test("a walk-in has a name, and a phone number only with one", () => {
  expect(draftOf({ customer: { name: "Jean", phone: "" } }).customer).toEqual({ name: "Jean" });
  expect(parse({ customer: { name: "", phone: "+33 4 72 00 00 00" } }).error?.issues[0]?.path).toEqual([
    "customer",
    "name",
  ]);
});

test("a block has neither people nor price nor customer, whatever was filled in before it became one", () => {
  const draft = draftOf({ kind: "block", people: 4, price: 10, customer: { name: "Jean", phone: "" } });
  expect(draft).toMatchObject({ kind: "block", type: "other" });
  for (const member of ["people", "price", "customer"]) expect(draft).not.toHaveProperty(member);
});

test("the same filling has the same key however often it is sent, and another after any change", () => {
  const keyOf = fillKeys();
  const first = keyOf({ name: "A" });
  expect(keyOf({ name: "A" })).toBe(first);
  expect(keyOf({ name: "B" })).not.toBe(first);
  expect(fillKeys()({ name: "A" })).not.toBe(first);
});
