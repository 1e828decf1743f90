import { afterAll, beforeAll, expect, test } from "vitest";
import { createAllDayHours } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.parse(monday) + hours * hour).toISOString();
const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map((event) => event.id);
const namesOf = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map((event) => event.name);

async function createClub() {
  const organizationId = await testApp.organization("Club");
  const [teamPerson, memberPerson, otherPerson]: Person[] = [
    await testApp.member(organizationId, 2),
    await testApp.member(organizationId, 4),
    await testApp.member(organizationId, 4),
  ];
  const [team, member, other] = [teamPerson, memberPerson, otherPerson].map((person) => testApp.as(person ?? null)) as [
    ApiCall,
    ApiCall,
    ApiCall,
  ];
  const facilityId = (await team("POST", `/organizations/${organizationId}/facilities`, { name: "Hall" })).body.data
    .id as string;
  const openingHourPatternId = await createAllDayHours(team, organizationId);
  const addField = async (draft = {}) =>
    (
      await team("POST", `/organizations/${organizationId}/fields`, {
        name: "Court",
        bookable: true,
        facilityId,
        openingHourPatternId,
        ...draft,
      })
    ).body.data.id as string;
  const url = `/organizations/${organizationId}/events`;
  const book = async (api: ApiCall, fieldId: string, hours: number, more = {}) => {
    const answer = await api("POST", url, {
      fieldId,
      startTime: inHours(hours),
      duration: 60,
      name: `At ${hours}`,
      type: "other",
      ...more,
    });
    expect(answer.status).toBe(201);
    return answer.body.data.id as string;
  };
  return { organizationId, facilityId, url, team, member, other, memberPerson, addField, book };
}

test("those to come first, soonest first, then those gone by, latest first, over the pages too", async () => {
  const { url, team, addField, book } = await createClub();
  const fieldId = await addField();
  // The event at -1 ends exactly now; the one at -0.5 is still running.
  for (const hours of [30, -30, 2, -1, -0.5 + 25, -50, 1]) await book(team, fieldId, hours);
  const other = await addField({ name: "Other" });
  await book(team, other, -0.5);
  const order = ["At -0.5", "At 1", "At 2", "At 24.5", "At 30", "At -1", "At -30", "At -50"];
  expect(namesOf(await team("GET", url))).toEqual(order);
  for (const size of [1, 2, 3, 5, 8]) {
    const seen: string[] = [];
    for (let page = 1; page <= Math.ceil(8 / size); page++) {
      const answer = await team("GET", `${url}?per_page=${size}&page=${page}`);
      expect(answer.body.meta).toEqual({
        current_page: page,
        last_page: Math.ceil(8 / size),
        total: 8,
        per_page: size,
      });
      seen.push(...namesOf(answer));
    }
    expect(seen).toEqual(order);
  }
  const past = await team("GET", `${url}?per_page=5&page=9`);
  expect(past.body).toEqual({ data: [], meta: { current_page: 9, last_page: 2, total: 8, per_page: 5 } });
});

test("lists are of one facility, of one field, or by name", async () => {
  const { url, team, facilityId, addField, book } = await createClub();
  const [one, two] = [await addField(), await addField({ name: "Two" })];
  const found = await book(team, one, 1, { name: "Entraînement U15" });
  await book(team, two, 1);
  expect(idsOf(await team("GET", `${url}?fieldId=${one}`))).toEqual([found]);
  expect(idsOf(await team("GET", `${url}?facilityId=${facilityId}`))).toHaveLength(2);
  expect(idsOf(await team("GET", `${url}?facilityId=00000000-0000-4000-8000-000000000000`))).toEqual([]);
  expect(idsOf(await team("GET", `${url}?q=entrainement`))).toEqual([found]);
});

test("the team searches by customer, telephone, field and facility too, and members by no name of others", async () => {
  const { url, team, member, other, addField, book } = await createClub();
  const [one, two] = [await addField(), await addField({ name: "Terrain des Érables" })];
  const walkIn = await book(team, one, 1, { customer: { name: "Marc Lebrun", phone: "06 12 34 56 78" } });
  const onOther = await book(team, two, 2);
  const of = await book(other, one, 3);
  const name = (await team("GET", `${url}/${of}`)).body.data.customer.name as string;
  const search = async (api: ApiCall, q: string) => idsOf(await api("GET", `${url}?q=${encodeURIComponent(q)}`));
  expect(await search(team, "lébrun")).toEqual([walkIn]);
  expect(await search(team, "0612345678")).toEqual([walkIn]);
  expect(await search(team, "erables")).toEqual([onOther]);
  expect(await search(team, "hall")).toHaveLength(3);
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  const everywhere = (q: string) => admin("GET", `/organizations/all/events?q=${encodeURIComponent(q)}`);
  expect(idsOf(await everywhere("erables"))).toEqual([onOther]);
  expect(idsOf(await everywhere("lebrun"))).toEqual([walkIn]);
  expect(await search(team, name)).toContain(of);
  expect(await search(member, name)).toEqual([]);
  expect(await search(member, "lebrun")).toEqual([]);
});

test("members do not see private events of others, nor what is between others and the team", async () => {
  const { url, team, member, other, addField, book } = await createClub();
  const [fieldId, hidden] = [await addField(), await addField({ confidentiality: "private" })];
  const secret = await book(other, fieldId, 1, { confidentiality: "private" });
  const isPublic = { confidentiality: "public" };
  const visibleEvent = await book(other, fieldId, 2, { ...isPublic, notes: "Back pain", name: "Zoé's birthday" });
  const onHidden = await book(team, hidden, 1);
  const own = await book(member, fieldId, 3, { confidentiality: "private", notes: "Mine" });
  const walkIn = await book(team, fieldId, 4, {
    ...isPublic,
    customer: { name: "Jo" },
    internalNotes: "Pays late",
    price: 1000,
    notes: "n",
  });

  expect(idsOf(await member("GET", url))).toEqual([visibleEvent, own, walkIn]);
  for (const id of [secret, onHidden]) expect((await member("GET", `${url}/${id}`)).status).toBe(404);
  const read = async (api: ApiCall, id: string) => (await api("GET", `${url}/${id}`)).body.data;
  expect(await read(member, visibleEvent)).toMatchObject({
    name: "Other",
    creator: { type: "organization" },
    customer: null,
    notes: null,
  });
  expect(await read(member, walkIn)).toMatchObject({
    customer: null,
    notes: null,
    internalNotes: null,
    paymentStatus: "none",
    price: 0,
    isPriceHidden: true,
  });
  expect(await read(member, own)).toMatchObject({ notes: "Mine", customer: { phone: null }, internalNotes: null });
  expect(await read(team, walkIn)).toMatchObject({
    customer: { name: "Jo" },
    internalNotes: "Pays late",
    paymentStatus: "due",
  });
  expect(idsOf(await team("GET", url))).toHaveLength(5);
});

test("one's own events stay in sight when the field is hidden", async () => {
  const { url, member, organizationId, addField, book, other } = await createClub();
  const fieldId = await addField();
  const [own] = [await book(member, fieldId, 1), await book(other, fieldId, 2)];
  await testApp.db
    .updateTable("fields")
    .set({ confidentiality: "private" })
    .where("organization_id", "=", organizationId)
    .execute();
  expect(idsOf(await member("GET", url))).toEqual([own]);
});

test("one's own bookings come from all organizations, whoever made them", async () => {
  const [here, there] = [await createClub(), await createClub()];
  const me = here.memberPerson ?? (await testApp.person());
  await testApp.join(me, there.organizationId, 4);
  const [one, two] = [await here.addField(), await there.addField()];
  const first = await here.book(here.member, one, 5);
  const second = await there.book(there.team, two, 3, { customer: { userId: me.id }, price: 500, internalNotes: "x" });
  await there.book(there.other, two, 4);
  const { body } = await testApp.as(me)("GET", "/auth/user/events");
  expect(body.data.map((event: { id: string }) => event.id)).toEqual([second, first]);
  expect(body.data[0]).toMatchObject({
    organizationId: there.organizationId,
    paymentStatus: "due",
    internalNotes: null,
    customer: { userId: me.id },
  });
  expect((await testApp.as(me)("GET", "/auth/user/events?q=at+5")).body.meta.total).toBe(1);
  expect((await testApp.as(me)("GET", "/auth/user/events?pendingReason=payment")).body.meta.total).toBe(0);
});

test("the platform sees every organization's events; nobody else's id leads anywhere", async () => {
  const [here, there] = [await createClub(), await createClub()];
  const [mine, theirs] = [
    await here.book(here.team, await here.addField(), 1),
    await there.book(there.team, await there.addField(), 1),
  ];
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  expect(idsOf(await admin("GET", "/organizations/all/events?per_page=100"))).toEqual(
    expect.arrayContaining([mine, theirs]),
  );
  expect((await admin("GET", `/organizations/all/events/${theirs}`)).body.data.organizationId).toBe(
    there.organizationId,
  );
  expect((await here.team("GET", `${here.url}/${theirs}`)).status).toBe(404);
  expect((await here.team("GET", "/organizations/all/events")).status).toBe(404);
  await testApp.db
    .updateTable("organizations")
    .set({ archived_at: testApp.clock.now() })
    .where("id", "=", there.organizationId)
    .execute();
  expect((await admin("GET", `/organizations/all/events/${theirs}`)).status).toBe(404);
});

test("sums are of all events that the filters find, by what is paid, due and overdue", async () => {
  const { organizationId, url, team, member, addField, book } = await createClub();
  const fieldId = await addField();
  await book(team, fieldId, 2, { price: 2000 });
  await book(team, fieldId, -30, { price: 1000 });
  const paid = await book(team, fieldId, 26, { price: 3000 });
  const canceled = await book(team, fieldId, 4, { price: 500 });
  await testApp.db.updateTable("events").set({ paid: 3000, payment_status: "paid" }).where("id", "=", paid).execute();
  expect((await team("POST", `${url}/${canceled}/cancel`, { reason: "Rain" })).status).toBe(200);
  const sumsOf = async (api: ApiCall, query = "") =>
    (await api("GET", `/organizations/${organizationId}/event-sums${query}`)).body.data;
  expect(await sumsOf(team)).toEqual({
    count: 4,
    minutes: 180,
    isComplete: true,
    currencies: [{ currency: "EUR", total: 6000, paid: 3000, due: 2000, overdue: 1000, toApprove: 0 }],
  });
  expect(await sumsOf(team, "?paymentStatus=paid")).toMatchObject({
    count: 1,
    currencies: [{ total: 3000, paid: 3000 }],
  });
  expect(await sumsOf(member)).toEqual({ count: 0, minutes: 0, isComplete: true, currencies: [] });
  expect(namesOf(await team("GET", `${url}?overdue=true`))).toEqual(["At -30"]);
  expect(namesOf(await team("GET", `${url}?unpaid=true&order=-start`))).toEqual(["At 2", "At -30"]);
  expect(namesOf(await team("GET", `${url}?order=start&per_page=2&page=2`))).toEqual(["At 4", "At 26"]);
  expect(idsOf(await team("GET", `${url}?ids=${paid},${canceled}&order=start`))).toEqual([canceled, paid]);
  expect((await team("GET", `${url}?ids=1`)).status).toBe(422);
});
