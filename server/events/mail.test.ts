/** Who is told what of bookings: read from the mails that went out. */
import type { Email } from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openClub, type Club } from "#tests/club.ts";
import { monday, openHouse, type Ask, type Person, type TestHouse } from "#tests/house.ts";

let house: TestHouse;
let club: Club;
let fieldId: string;
let booker: Person;
let member: Ask;
const seen = new Set<string>();
beforeAll(async () => {
  house = await openHouse();
  club = await openClub(house);
  await house.db.updateTable("facilities").set({ complete_address: "1 rue du Stade, Paris" }).execute();
  booker = await house.join(await house.person({ language: "fr", firstName: "Zoé", lastName: "Petit" }), house.here, 4);
  member = house.as(booker);
});
afterAll(() => house.close());
beforeEach(async () => {
  house.clock.set(monday);
  fieldId = await club.addField({ name: "Court 1" });
  await fresh();
});

/** The mails since one asked last, those included that wait for somebody who might think better of it. */
async function fresh(): Promise<Email[]> {
  house.clock.pass(16_000);
  const found = (await house.mails()).filter(({ messageId = "" }) => !seen.has(messageId));
  for (const { messageId = "" } of found) seen.add(messageId);
  return found;
}
const told = async () =>
  (await fresh())
    .map((mail) => `${mail.to?.[0]?.address}: ${mail.subject}`.replaceAll(/[\u00A0\u202F\u2009]/g, " "))
    .toSorted();
const textOf = (mail: Email | undefined) => (mail?.text ?? "").replaceAll(/[\u00A0\u202F\u2009]/g, " ");
const icsOf = (mail: Email | undefined) =>
  mail?.attachments.map(({ content }) =>
    Buffer.from(content as ArrayBuffer)
      .toString()
      .replaceAll("\r\n ", ""),
  ) ?? [];

const at = (time: string, day = "2026-06-10") => `${day}T${time}:00+02:00`;
const draft = (more: object = {}) => ({
  fieldId,
  startTime: at("18:00"),
  duration: 60,
  name: "Match amical",
  type: "game",
  ...more,
});
const url = (id = "", verb = "") => club.path(`/events${id && `/${id}`}${verb && `/${verb}`}`);
async function book(ask: Ask, more: object = {}): Promise<string> {
  const { status, body } = await ask("POST", url(), draft(more));
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const does = async (ask: Ask, method: string, path: string, body: object = {}) =>
  expect((await ask(method, path, body)).status).toBe(200);

test("a booking is confirmed to its booker in their language, with place, time, price and a calendar entry", async () => {
  await club.addPrices([fieldId], { 60: 1800 });
  const id = await book(member, { duration: 60 });
  const [mail, ...others] = await fresh();
  expect(others).toEqual([]);
  expect(mail?.to?.[0]?.address).toBe(booker.email);
  expect(mail?.subject?.replaceAll(/[\u00A0\u202F\u2009]/g, " ")).toBe("Réservé : Match amical, mer. 10 juin, 18:00");
  const text = textOf(mail);
  for (const part of ["mercredi 10 juin 2026", "18:00 – 19:00", "Court 1", "Parc", "1 rue du Stade, Paris", "18,00 €"])
    expect(text).toContain(part);
  expect(text).toContain(`http://localhost:3000/organizations/${house.here}/events/${id}`);
  expect(mail?.html).toContain("Court 1");
  expect(mail?.attachments).toMatchObject([{ filename: "booking.ics", mimeType: "text/calendar" }]);
  const [ics] = icsOf(mail);
  for (const line of [
    "METHOD:PUBLISH",
    `UID:${id}@localhost`,
    "DTSTART:20260610T160000Z",
    "DTEND:20260610T170000Z",
    "STATUS:CONFIRMED",
    "SUMMARY:Match amical",
    "LOCATION:Court 1\\, Parc\\, 1 rue du Stade\\, Paris",
  ])
    expect(ics).toContain(line);
});

test("the outbox keeps what is needed and no calendar, and nothing once the mail is sent", async () => {
  await book(member);
  const row = await house.db.selectFrom("emails").selectAll().where("status", "=", "waiting").executeTakeFirstOrThrow();
  expect(JSON.stringify(row.params)).not.toContain("BEGIN:VCALENDAR");
  await fresh();
  const sent = await house.db.selectFrom("emails").selectAll().where("id", "=", row.id).executeTakeFirstOrThrow();
  expect([sent.status, sent.params]).toEqual(["sent", {}]);
});

test("who wants to book where approval is needed is told so, and those who may approve are, each once", async () => {
  fieldId = await club.addField({ name: "Court 2", approval: "manual" });
  const { email } = await house.member(house.here, ["events.show", "events.approve"]);
  await house.member(house.here, ["events.show"]);
  await house.member(house.here, 2, { active: false });
  const id = await book(member);
  const sent = await fresh();
  const received = sent.filter((mail) => mail.to?.[0]?.address === booker.email);
  expect(received.map(({ subject, attachments }) => [subject?.slice(0, 13), attachments])).toEqual([
    ["Demande reçue", []],
  ]);
  const asked = sent.filter((mail) => mail.subject?.startsWith("Demande de réservation"));
  expect(asked).toHaveLength(sent.length - 1);
  const addresses = asked.map((mail) => mail.to?.[0]?.address);
  expect(addresses).toContain(email);
  expect(new Set(addresses).size).toBe(3);
  expect(textOf(asked[0])).toContain("Zoé Petit souhaite réserver");

  await does(club.staff, "POST", url(id, "approve"));
  const [approved, ...others] = await fresh();
  expect([approved?.subject?.slice(0, 7), others]).toEqual(["Accepté", []]);
  expect(icsOf(approved)[0]).toContain("STATUS:CONFIRMED");
});

test("a rejection says why", async () => {
  fieldId = await club.addField({ approval: "manual" });
  const id = await book(member);
  await fresh();
  await does(club.staff, "POST", url(id, "reject"), { reason: "Semis du gazon" });
  const [mail, ...others] = await fresh();
  expect([mail?.subject?.slice(0, 6), others]).toEqual(["Refusé", []]);
  expect(textOf(mail)).toContain("Motif");
  expect(textOf(mail)).toContain("Semis du gazon");
});

test("a move tells what was and what is, and the calendar entry goes with it, newer than before", async () => {
  const id = await book(member);
  const [booked] = await fresh();
  const other = await club.addField({ name: "Court 9" });
  await does(club.staff, "PATCH", url(id), { startTime: at("20:00"), fieldId: other });
  const [mail, ...others] = await fresh();
  expect(others).toEqual([]);
  expect(mail?.subject?.replaceAll(/[\u00A0\u202F\u2009]/g, " ")).toBe(
    "Déplacé : Match amical, désormais mer. 10 juin, 20:00",
  );
  expect(textOf(mail)).toMatch(/avant : mercredi 10 juin 2026.* 18:00 – 19:00\n.*20:00 – 21:00/);
  expect(textOf(mail)).toMatch(/avant : Court 1\n.*Court 9/);
  expect(mail?.html).toMatch(/<del>Court 1<\/del>/);
  const sequence = (from: Email | undefined) => Number(/SEQUENCE:(\d+)/.exec(icsOf(from)[0] ?? "")?.[1]);
  expect(sequence(mail)).toBeGreaterThan(sequence(booked));
  expect(icsOf(mail)[0]).toContain("DTSTART:20260610T180000Z");
});

test("another name or price is told, what only the team sees is not", async () => {
  const id = await book(member);
  await fresh();
  await does(club.manager, "PATCH", url(id), { internalNotes: "VIP" });
  expect(await told()).toEqual([]);
  await does(club.manager, "PATCH", url(id), { name: "Finale", price: 2500, priceReason: "Finale" });
  const [mail] = await fresh();
  expect(mail?.subject).toMatch(/^Modifié.*: Finale/);
  expect(textOf(mail)).toMatch(/avant : Match amical\n +Finale/);
  expect(textOf(mail)).toMatch(/avant : Gratuit\n +25,00 €/);
});

test("a cancel says why, and takes the entry out of the calendar", async () => {
  const id = await book(member);
  await fresh();
  await does(club.staff, "POST", url(id, "cancel"), { reason: "Orage" });
  const [mail, ...others] = await fresh();
  expect([mail?.subject?.slice(0, 6), others]).toEqual(["Annulé", []]);
  expect(textOf(mail)).toContain("Orage");
  expect(icsOf(mail)[0]).toContain("METHOD:CANCEL");
  expect(icsOf(mail)[0]).toContain("STATUS:CANCELLED");
  expect(icsOf(mail)[0]).toContain(`UID:${id}@localhost`);
});

test("what is taken back within its seconds is told to nobody; what comes back later is", async () => {
  const id = await book(member);
  await fresh();
  await does(club.staff, "POST", url(id, "cancel"), { reason: "Orage" });
  await house.mails();
  house.clock.pass(9000);
  await does(club.staff, "POST", url(id, "restore"));
  expect(await told()).toEqual([]);
  await does(club.staff, "PATCH", url(id), { startTime: at("20:00") });
  house.clock.pass(9000);
  await does(club.staff, "PATCH", url(id), { startTime: at("18:00") });
  expect(await told()).toEqual([]);

  await does(club.staff, "POST", url(id, "cancel"), { reason: "Orage" });
  await fresh();
  await does(club.staff, "POST", url(id, "restore"));
  expect(await told()).toEqual([expect.stringContaining("Rétabli : Match amical")]);
});

test("of several moves in a row the last one is told, beside what the reader knew before the first", async () => {
  const id = await book(member);
  await fresh();
  for (const time of ["19:00", "20:00", "21:00"]) {
    await does(club.staff, "PATCH", url(id), { startTime: at(time) });
    house.clock.pass(5000);
  }
  const [mail, ...others] = await fresh();
  expect(others).toEqual([]);
  expect(textOf(mail)).toMatch(/18:00 – 19:00\n.*21:00 – 22:00/);
});

test("a move that is canceled and restored at once is still told as a move", async () => {
  const id = await book(member);
  await fresh();
  await does(club.staff, "PATCH", url(id), { startTime: at("19:00") });
  await does(club.staff, "POST", url(id, "cancel"), { reason: "Erreur" });
  await does(club.staff, "POST", url(id, "restore"));
  expect(await told()).toEqual([expect.stringContaining("Déplacé : Match amical, désormais mer. 10 juin, 19:00")]);
});

test("with notify: false nobody is told", async () => {
  fieldId = await club.addField({ approval: "manual" });
  const [one, other] = [await book(member), await book(member, { startTime: at("20:00") })];
  await fresh();
  await does(club.staff, "POST", url(one, "approve"), { notify: false });
  await does(club.staff, "PATCH", url(one), { startTime: at("16:00"), notify: false });
  await does(club.staff, "POST", url(one, "cancel"), { reason: "Orage", notify: false });
  house.clock.pass(16_000);
  await does(club.staff, "POST", url(one, "restore"), { notify: false });
  await does(club.staff, "POST", url(other, "reject"), { reason: "Complet", notify: false });
  expect(await told()).toEqual([]);
});

test("nobody is told of what they do themselves, but for what they book", async () => {
  const id = await book(member);
  expect(await told()).toHaveLength(1);
  await does(member, "PATCH", url(id), { startTime: at("20:00") });
  await does(member, "POST", url(id, "cancel"));
  await does(member, "POST", url(id, "restore"));
  expect(await told()).toEqual([]);
});

test("who is booked for is told; guests, blocks and the organization's own events are told to nobody", async () => {
  await book(club.staff, { customer: { userId: booker.id } });
  expect(await told()).toEqual([expect.stringContaining(`${booker.email}: Réservé`)]);
  await book(club.staff, { startTime: at("20:00"), customer: { name: "Guest", phone: "+33612345678" } });
  await book(club.staff, { startTime: at("21:00") });
  await book(club.staff, { startTime: at("22:00"), kind: "block", name: "Works" });
  expect(await told()).toEqual([]);
});

test("an event that is given to somebody else is confirmed to them, and gone for who had it", async () => {
  const id = await book(member);
  await fresh();
  const other = await house.join(await house.person({ language: "en" }), house.here, 4);
  await does(club.staff, "PATCH", url(id), { customer: { userId: other.id } });
  expect(await told()).toEqual(
    [
      `${booker.email}: Annulé : Match amical, mer. 10 juin, 18:00`,
      `${other.email}: Booked: Match amical, Wed, Jun 10, 6:00 PM`,
    ].toSorted(),
  );
});

test("who left, or never confirmed the address, is not written to; without a language it is the organization's", async () => {
  const silent = await house.member(house.here, 4);
  await book(house.as(silent));
  expect(await told()).toEqual([expect.stringContaining(`${silent.email}: Réservé`)]);
  await house.db.updateTable("users").set({ active: false }).where("id", "=", silent.id).execute();
  await does(
    club.manager,
    "POST",
    url((await club.manager("GET", `${url()}?fieldId=${fieldId}`)).body.data[0].id, "cancel"),
    { reason: "x" },
  );
  expect(await told()).toEqual([]);
});

test("a zone that is not the organization's is named", async () => {
  const { body } = await club.manager("POST", club.path("/facilities"), {
    name: "Queens",
    timezone: "America/New_York",
  });
  fieldId = await club.addField({ facilityId: body.data.id });
  await book(member);
  const [mail] = await fresh();
  expect(textOf(mail)).toContain("12:00 – 13:00");
  expect(textOf(mail)).toMatch(/heure d’été de l’Est/);
});

test("a booking that is refused sends nothing, nor does a change that is only tried out", async () => {
  const id = await book(member);
  await fresh();
  expect((await member("POST", url(), draft())).status).toBe(409);
  await does(club.staff, "PATCH", `${url(id)}?dryRun=true`, { startTime: at("20:00") });
  expect(await told()).toEqual([]);
  expect(await house.db.selectFrom("emails").select("id").where("status", "=", "waiting").execute()).toEqual([]);
});
