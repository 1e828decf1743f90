import type { Email } from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let booker: Person;
let member: ApiCall;
const seen = new Set<string>();
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  await testApp.db.updateTable("facilities").set({ complete_address: "1 rue du Stade, Paris" }).execute();
  booker = await testApp.join(
    await testApp.person({ language: "fr", firstName: "Zoé", lastName: "Petit" }),
    testApp.organizationId,
    4,
  );
  member = testApp.as(booker);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  fieldId = await club.addField({ name: "Court 1" });
  await readNewMails();
});

/** Mails since the last call; the clock advances past the delay for an undo. */
async function readNewMails(): Promise<Email[]> {
  testApp.clock.advance(16_000);
  const found = (await testApp.mails()).filter(({ messageId = "" }) => !seen.has(messageId));
  for (const { messageId = "" } of found) seen.add(messageId);
  return found;
}
const listNewMails = async () =>
  (await readNewMails())
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
async function book(api: ApiCall, more: object = {}): Promise<string> {
  const { status, body } = await api("POST", url(), draft(more));
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const expectOk = async (api: ApiCall, method: string, path: string, body: object = {}) =>
  expect((await api(method, path, body)).status).toBe(200);

test("a booking is confirmed to its booker in their language, with place, time, price and a calendar entry", async () => {
  await club.addPrices([fieldId], { 60: 1800 });
  const id = await book(member, { duration: 60 });
  const [mail, ...others] = await readNewMails();
  expect(others).toEqual([]);
  expect(mail?.to?.[0]?.address).toBe(booker.email);
  expect(mail?.subject?.replaceAll(/[\u00A0\u202F\u2009]/g, " ")).toBe("Réservé : Match amical, 10/06/2026 18:00");
  const text = textOf(mail);
  for (const part of ["mercredi 10/06/2026", "18:00 – 19:00", "Court 1", "Parc", "1 rue du Stade, Paris", "18,00 €"])
    expect(text).toContain(part);
  expect(text).toContain(`http://localhost:3000/organizations/${testApp.organizationId}/events/${id}`);
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

test("mails list the extras of a booking and the sum with them, also once it is moved, called off, or near", async () => {
  await club.addPrices([fieldId], { 60: 1800, 90: 1800 });
  const made = async (path: string, body: object) => {
    const answer = await club.manager("POST", club.path(path), body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.data.id as string;
  };
  const productId = await made("/products", { name: "Location", kind: "extra" });
  const usual = { productId, stocks: [{ facilityId: club.facilityId }] };
  const rackets = await made("/extras", { ...usual, name: "Raquettes", price: 350, per: "hour" });
  const towel = await made("/extras", { ...usual, name: "Serviette", price: 0, per: "piece" });
  const id = await book(member, {
    duration: 60,
    extras: [
      { extraId: rackets, quantity: 2 },
      { extraId: towel, quantity: 1 },
    ],
  });
  const listed = ["Prix 18,00 €", "Suppléments Raquettes × 2 · 7,00 € Serviette · gratuit", "Total 25,00 €"];
  const read = async () => {
    const [mail, ...others] = await readNewMails();
    expect(others).toEqual([]);
    return textOf(mail).replaceAll(/[\s:]+/g, " ");
  };
  const booked = await read();
  for (const part of listed) expect(booked).toContain(part);
  await expectOk(club.manager, "PATCH", url(id), { duration: 90 });
  const moved = await read();
  for (const part of ["Raquettes × 2 · 10,50 €", "28,50 €", "25,00 €"]) expect(moved).toContain(part);
  await expectOk(club.manager, "POST", url(id, "cancel"), { reason: "Pluie" });
  const canceled = await read();
  for (const part of ["Raquettes × 2 · 10,50 €", "Serviette · gratuit", "Total 28,50 €"])
    expect(canceled).toContain(part);
  const plain = await book(member, { startTime: at("10:00") });
  expect(await read()).not.toContain("Suppléments");
  expect(plain).not.toBe(id);
});

test("the confirmation says until when one may cancel, or that the time for it is over", async () => {
  fieldId = await club.addField({ name: "Court 2", cancellationDeadline: 24 });
  await book(member);
  expect(textOf((await readNewMails())[0])).toMatch(/Annulation gratuite jusqu’au mardi 09\/06\/2026/);
  testApp.clock.set(at("08:00"));
  await book(member, { startTime: at("20:00") });
  const late = textOf((await readNewMails())[0]);
  expect(late).toContain("Ne peut plus être annulée en ligne. C’était possible jusqu’au mardi 09/06/2026 20:00.");
  expect(late).not.toContain("Annulation gratuite jusqu’au");
});

test("the outbox keeps what is needed and no calendar, and nothing once the mail is sent", async () => {
  await book(member);
  const row = await testApp.db
    .selectFrom("emails")
    .selectAll()
    .where("status", "=", "waiting")
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row.params)).not.toContain("BEGIN:VCALENDAR");
  await readNewMails();
  const sent = await testApp.db.selectFrom("emails").selectAll().where("id", "=", row.id).executeTakeFirstOrThrow();
  expect([sent.status, sent.params]).toEqual(["sent", {}]);
});

test("who wants to book where approval is needed is told so, and those who may approve are, each once", async () => {
  fieldId = await club.addField({ name: "Court 2", approval: "manual" });
  const { email } = await testApp.member(testApp.organizationId, ["events.show", "events.approve"]);
  await testApp.member(testApp.organizationId, ["events.show"]);
  await testApp.member(testApp.organizationId, 2, { active: false });
  const id = await book(member);
  const sent = await readNewMails();
  const received = sent.filter((mail) => mail.to?.[0]?.address === booker.email);
  expect(received.map(({ subject, attachments }) => [subject?.slice(0, 13), attachments])).toEqual([
    ["Demande reçue", []],
  ]);
  const requestMails = sent.filter((mail) => mail.subject?.startsWith("Demande de réservation"));
  expect(requestMails).toHaveLength(sent.length - 1);
  const addresses = requestMails.map((mail) => mail.to?.[0]?.address);
  expect(addresses).toContain(email);
  expect(new Set(addresses).size).toBe(3);
  expect(textOf(requestMails[0])).toContain("Zoé Petit souhaite réserver");

  await expectOk(club.staff, "POST", url(id, "approve"));
  const [approved, ...others] = await readNewMails();
  expect([approved?.subject?.slice(0, 7), others]).toEqual(["Accepté", []]);
  expect(icsOf(approved)[0]).toContain("STATUS:CONFIRMED");
});

test("a booking that moves to another field says so in the subject", async () => {
  fieldId = await club.addField({ name: "Court 3" });
  const id = await book(member);
  await readNewMails();
  const other = await club.addField({ name: "Court couvert" });
  await expectOk(club.staff, "PATCH", url(id, ""), { fieldId: other });
  const [mail] = await readNewMails();
  expect(mail?.subject).toMatch(/^Déplacé.*, Court couvert$/);
});

test("a rejection says why", async () => {
  fieldId = await club.addField({ approval: "manual" });
  const id = await book(member);
  await readNewMails();
  await expectOk(club.staff, "POST", url(id, "reject"), { reason: "Semis du gazon" });
  const [mail, ...others] = await readNewMails();
  expect([mail?.subject?.slice(0, 6), others]).toEqual(["Refusé", []]);
  expect(textOf(mail)).toContain("Motif");
  expect(textOf(mail)).toContain("Semis du gazon");
});

test("a move tells what was and what is, and the calendar entry goes with it, newer than before", async () => {
  const id = await book(member);
  const [booked] = await readNewMails();
  const other = await club.addField({ name: "Court 9" });
  await expectOk(club.staff, "PATCH", url(id), { startTime: at("20:00"), fieldId: other });
  const [mail, ...others] = await readNewMails();
  expect(others).toEqual([]);
  expect(mail?.subject?.replaceAll(/[\u00A0\u202F\u2009]/g, " ")).toBe(
    "Déplacé : Match amical, désormais 10/06/2026 20:00",
  );
  expect(textOf(mail)).toMatch(/avant : mercredi 10\/06\/2026 18:00 – 19:00\n.*20:00 – 21:00/);
  expect(textOf(mail)).toMatch(/avant : Court 1\n.*Court 9/);
  expect(mail?.html).toMatch(/<del>Court 1<\/del>/);
  const sequence = (from: Email | undefined) => Number(/SEQUENCE:(\d+)/.exec(icsOf(from)[0] ?? "")?.[1]);
  expect(sequence(mail)).toBeGreaterThan(sequence(booked));
  expect(icsOf(mail)[0]).toContain("DTSTART:20260610T180000Z");
});

test("another name or price is told, what only the team sees is not", async () => {
  const id = await book(member);
  await readNewMails();
  await expectOk(club.manager, "PATCH", url(id), { internalNotes: "VIP" });
  expect(await listNewMails()).toEqual([]);
  await expectOk(club.manager, "PATCH", url(id), { name: "Finale", price: 2500, priceReason: "Finale" });
  const [mail] = await readNewMails();
  expect(mail?.subject).toMatch(/^Modifié.*: Finale/);
  expect(textOf(mail)).toMatch(/avant : Match amical\n +Finale/);
  expect(textOf(mail)).toMatch(/avant : Gratuit\n +25,00 €/);
});

test("a cancel says why, and takes the entry out of the calendar", async () => {
  const id = await book(member);
  await readNewMails();
  await expectOk(club.staff, "POST", url(id, "cancel"), { reason: "Orage" });
  const [mail, ...others] = await readNewMails();
  expect([mail?.subject?.slice(0, 6), others]).toEqual(["Annulé", []]);
  expect(textOf(mail)).toContain("Orage");
  expect(icsOf(mail)[0]).toContain("METHOD:CANCEL");
  expect(icsOf(mail)[0]).toContain("STATUS:CANCELLED");
  expect(icsOf(mail)[0]).toContain(`UID:${id}@localhost`);
});

test("a cancellation or move that is undone within its seconds sends no mail; a later restoration does", async () => {
  const id = await book(member);
  await readNewMails();
  await expectOk(club.staff, "POST", url(id, "cancel"), { reason: "Orage" });
  await testApp.mails();
  testApp.clock.advance(9000);
  await expectOk(club.staff, "POST", url(id, "restore"));
  expect(await listNewMails()).toEqual([]);
  await expectOk(club.staff, "PATCH", url(id), { startTime: at("20:00") });
  testApp.clock.advance(9000);
  await expectOk(club.staff, "PATCH", url(id), { startTime: at("18:00") });
  expect(await listNewMails()).toEqual([]);

  await expectOk(club.staff, "POST", url(id, "cancel"), { reason: "Orage" });
  await readNewMails();
  await expectOk(club.staff, "POST", url(id, "restore"));
  expect(await listNewMails()).toEqual([expect.stringContaining("Rétabli : Match amical")]);
});

test("of several moves in a row the last one is told, beside what the reader knew before the first", async () => {
  const id = await book(member);
  await readNewMails();
  for (const time of ["19:00", "20:00", "21:00"]) {
    await expectOk(club.staff, "PATCH", url(id), { startTime: at(time) });
    testApp.clock.advance(5000);
  }
  const [mail, ...others] = await readNewMails();
  expect(others).toEqual([]);
  expect(textOf(mail)).toMatch(/18:00 – 19:00\n.*21:00 – 22:00/);
});

test("a move that is canceled and restored at once is still told as a move", async () => {
  const id = await book(member);
  await readNewMails();
  await expectOk(club.staff, "PATCH", url(id), { startTime: at("19:00") });
  await expectOk(club.staff, "POST", url(id, "cancel"), { reason: "Erreur" });
  await expectOk(club.staff, "POST", url(id, "restore"));
  expect(await listNewMails()).toEqual([expect.stringContaining("Déplacé : Match amical, désormais 10/06/2026 19:00")]);
});

test("with notify: false nobody is told", async () => {
  fieldId = await club.addField({ approval: "manual" });
  const [one, other] = [await book(member), await book(member, { startTime: at("20:00") })];
  await readNewMails();
  await expectOk(club.staff, "POST", url(one, "approve"), { notify: false });
  await expectOk(club.staff, "PATCH", url(one), { startTime: at("16:00"), notify: false });
  await expectOk(club.staff, "POST", url(one, "cancel"), { reason: "Orage", notify: false });
  testApp.clock.advance(16_000);
  await expectOk(club.staff, "POST", url(one, "restore"), { notify: false });
  await expectOk(club.staff, "POST", url(other, "reject"), { reason: "Complet", notify: false });
  expect(await listNewMails()).toEqual([]);
});

test("people get no mail about their own actions, except the confirmation of a booking", async () => {
  const id = await book(member);
  expect(await listNewMails()).toHaveLength(1);
  await expectOk(member, "PATCH", url(id), { startTime: at("20:00") });
  await expectOk(member, "POST", url(id, "cancel"));
  await expectOk(member, "POST", url(id, "restore"));
  expect(await listNewMails()).toEqual([]);
});

test("who is booked for is told; guests, blocks and the organization's own events are told to nobody", async () => {
  await book(club.staff, { customer: { userId: booker.id } });
  expect(await listNewMails()).toEqual([expect.stringContaining(`${booker.email}: Réservé`)]);
  await book(club.staff, { startTime: at("20:00"), customer: { name: "Guest", phone: "+33612345678" } });
  await book(club.staff, { startTime: at("21:00") });
  await book(club.staff, { startTime: at("22:00"), kind: "block", name: "Works" });
  expect(await listNewMails()).toEqual([]);
});

test("an event that is given to somebody else is confirmed to them, and gone for who had it", async () => {
  const id = await book(member);
  await readNewMails();
  const other = await testApp.join(await testApp.person({ language: "en" }), testApp.organizationId, 4);
  await expectOk(club.staff, "PATCH", url(id), { customer: { userId: other.id } });
  expect(await listNewMails()).toEqual(
    [
      `${booker.email}: Annulé : Match amical, 10/06/2026 18:00`,
      `${other.email}: Booked: Match amical, Jun 10, 2026 6:00 PM`,
    ].toSorted(),
  );
});

test("former members and unconfirmed addresses get no mail; without a language the organization's is used", async () => {
  const silent = await testApp.member(testApp.organizationId, 4);
  await book(testApp.as(silent));
  expect(await listNewMails()).toEqual([expect.stringContaining(`${silent.email}: Réservé`)]);
  await testApp.db.updateTable("users").set({ active: false }).where("id", "=", silent.id).execute();
  await expectOk(
    club.manager,
    "POST",
    url((await club.manager("GET", `${url()}?fieldId=${fieldId}`)).body.data[0].id, "cancel"),
    { reason: "x" },
  );
  expect(await listNewMails()).toEqual([]);
});

test("a zone that is not the organization's is named", async () => {
  const { body } = await club.manager("POST", club.path("/facilities"), {
    name: "Queens",
    timezone: "America/New_York",
  });
  fieldId = await club.addField({ facilityId: body.data.id });
  await book(member);
  const [mail] = await readNewMails();
  expect(textOf(mail)).toContain("12:00 – 13:00");
  expect(textOf(mail)).toMatch(/heure d’été de l’Est/);
});

test("a booking that is refused sends nothing, nor does a change that is only tried out", async () => {
  const id = await book(member);
  await readNewMails();
  expect((await member("POST", url(), draft())).status).toBe(409);
  await expectOk(club.staff, "PATCH", `${url(id)}?dryRun=true`, { startTime: at("20:00") });
  expect(await listNewMails()).toEqual([]);
  expect(await testApp.db.selectFrom("emails").select("id").where("status", "=", "waiting").execute()).toEqual([]);
});

test("the mail of a move by a closure has its reason, as that of a cancellation has", async () => {
  const otherId = await club.addField({ name: "Court 2" });
  const customer = { customer: { userId: club.memberPerson.id } };
  const [moved, canceled] = [
    await book(club.manager, { ...customer, startTime: at("10:00") }),
    await book(club.manager, { ...customer, startTime: at("12:00") }),
  ];
  await readNewMails();
  const decisions = [
    { eventId: moved, action: "move", fieldId: otherId },
    { eventId: canceled, action: "cancel" },
  ];
  const closure = {
    fieldId,
    name: "Works",
    from: "2026-06-10",
    to: "2026-06-10",
    reason: "Court under water",
    decisions,
  };
  expect((await club.manager("POST", club.path("/closures"), closure)).status).toBe(201);
  const texts = (await readNewMails()).map(textOf);
  expect(texts.map((text) => text.includes("Court under water"))).toEqual([true, true]);
});

test("a customer without an account is told by the address that the team has: booked, moved, canceled; without a link", async () => {
  const email = "walkin@club.example";
  const id = await book(club.staff, { customer: { name: "Marc Lebrun", email } });
  const [booked] = await readNewMails();
  expect(booked?.to?.[0]?.address).toBe(email);
  expect(icsOf(booked)[0]).not.toContain("URL");
  expect(textOf(booked)).not.toContain("/events/");
  await club.staff("PATCH", url(id), { startTime: at("19:00") });
  await readNewMails();
  const moved = await readNewMails();
  await club.staff("POST", url(id, "cancel"), { reason: "Rain" });
  const canceled = await readNewMails();
  expect([...moved, ...canceled].every((mail) => mail.to?.[0]?.address === email)).toBe(true);
  await book(club.staff, { startTime: at("20:00"), customer: { name: "Nobody Else", phone: "06 12 34 56 78" } });
  expect(await readNewMails()).toEqual([]);
});

test("a booking that bears its customer's name is told to them by its sport, else by its field", async () => {
  const own = await club.addField({ name: "Court of one sport", sportIds: [2] });
  const customer = { name: "Marc Lebrun", email: "marc@club.example" };
  await book(club.staff, { fieldId: own, name: customer.name, customer });
  const [mail] = await readNewMails();
  expect(textOf(mail)).not.toContain("Marc Lebrun");
  expect(mail?.subject).toMatch(/^Réservé\s: Padel, /);
  expect(icsOf(mail)[0]).toContain("SUMMARY:Padel");
  await book(club.staff, { name: customer.name, customer, startTime: at("21:00") });
  expect((await readNewMails())[0]?.subject).toMatch(/^Réservé\s: Court 1, /);
});

test("a customer without an account reads the club's telephone, by which they ask for a change", async () => {
  const setPhone = (phone: string | null) =>
    testApp.db.updateTable("organizations").set({ phone }).where("id", "=", testApp.organizationId).execute();
  await setPhone("+33478000000");
  await book(club.staff, { customer: { name: "Marc Lebrun", email: "walkin@club.example" } });
  await book(member, { startTime: at("20:00") });
  const told = (await readNewMails()).map((mail) => [
    mail.to?.[0]?.address,
    /Téléphone\s*:\s*\+33478000000/.test(textOf(mail)),
  ]);
  expect(Object.fromEntries(told)).toEqual({ "walkin@club.example": true, [booker.email]: false });
  await setPhone(null);
});

test("a booking called after its customer is called after the next one, and neither reads the other's name", async () => {
  const name = "Anna First";
  const id = await book(club.staff, { name, customer: { name, email: "first@club.example" } });
  await readNewMails();
  const next = { name: "Bea Second", email: "second@club.example" };
  const { body } = await club.staff("PATCH", url(id), { customer: next, duration: 90 });
  expect(body.data.name).toBe("Bea Second");
  const mails = await readNewMails();
  const textTo = (email: string) => {
    const mail = mails.find(({ to }) => to?.[0]?.address === email);
    return `${mail?.subject} ${mail?.text}`;
  };
  expect(textTo("first@club.example")).toContain("18:00 – 19:00");
  expect(textTo("first@club.example")).not.toContain("Bea");
  expect(textTo("second@club.example")).toContain("18:00 – 19:30");
  expect(textTo("second@club.example")).not.toContain("Anna");
  const later = { name: "Finals", startTime: "2026-06-10T20:00:00+02:00" };
  const named = await book(club.staff, { ...later, customer: { name, email: "first@club.example" } });
  expect((await club.staff("PATCH", url(named), { customer: next })).body.data.name).toBe("Finals");
});

test("who was booked for and no longer is, is told so, with or without an account", async () => {
  const id = await book(club.staff, { customer: { name: "Anna First", email: "first@club.example" } });
  await readNewMails();
  await club.staff("PATCH", url(id), { customer: { name: "Bea Second", email: "second@club.example" } });
  expect((await readNewMails()).map((mail) => mail.to?.[0]?.address).toSorted()).toEqual([
    "first@club.example",
    "second@club.example",
  ]);
});
