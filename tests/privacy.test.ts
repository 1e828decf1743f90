/**
 * Asks every endpoint of the contract as a member of a club and as a stranger, and looks in all answers, refusals and
 * streams for what belongs to other people: names, emails, telephone numbers, titles, notes, prices.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/kit.ts";
import { exportableLists } from "#contract/exports.ts";
import { memberRolePermissions } from "#contract/permissions.ts";
import { openLiveStream } from "./support/live-stream-client.ts";
import { endpoints, fillPath, paramsOf } from "./support/endpoints.ts";
import { createTestClub, type TestClub } from "./support/test-club.ts";
import { monday, createTestApp, type ApiAnswer, type ApiCall, type Person, type TestApp } from "./support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let other: Person;
let fieldId: string;
let ids: Record<string, string>;
/** Texts of other people, each of which stands nowhere else. */
const marks: string[] = [];
/** Price of one booking, in cents, which no price list contains. */
const PRICE = 7_654_321;

const mark = (text: string) => {
  marks.push(text);
  return text;
};
const findMarks = (text: string) => [
  ...marks.filter((one) => text.includes(one)),
  ...(new RegExp(`\\b(${PRICE}|${PRICE / 100})\\b`).test(text) ? ["the price"] : []),
];
const textOf = ({ body }: Pick<ApiAnswer, "body">): string =>
  typeof body === "string" ? body : JSON.stringify(body ?? null);

async function addMarkedPerson(role: number, name: string): Promise<Person> {
  const person = await testApp.person({ firstName: mark(`${name}first`), lastName: mark(`${name}last`) });
  marks.push(person.email);
  await sql`update users set phone = ${mark(`+3361234567${role}`)} where id = ${person.id}`.execute(testApp.db);
  return testApp.join(person, testApp.organizationId, role);
}
const at = (day: number, hour: number) => `2026-06-${day}T${hour}:00:00+02:00`;
async function book(api: ApiCall, startTime: string, more: object = {}): Promise<string> {
  const draft = { fieldId, startTime, duration: 60, type: "game", name: mark(`Qtitle${startTime.slice(8, 13)}`) };
  const { status, body } = await api("POST", club.path("/events"), { ...draft, ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const expectStatus = ({ status }: ApiAnswer, expected: number) => expect(status).toBe(expected);
const isPublic = { confidentiality: "public" };

beforeAll(async () => {
  testApp = await createTestApp();
  testApp.clock.set(monday);
  club = await createTestClub(testApp);
  const owner = testApp.as(await addMarkedPerson(1, "Qowner"));
  other = await addMarkedPerson(4, "Qother");
  const seeds = await testApp.seedOneOfEach(testApp.organizationId);
  // The seeded event has no customer, and is anybody's to read.
  fieldId = await club.addField();
  await club.addPrices([fieldId], { 60: 2000 });
  const theirs = testApp.as(other);
  const told = { description: mark("Qdescription"), notes: mark("Qnotes") };
  const customer = { userId: other.id };
  const eventId = await book(club.staff, at(10, 10), { ...isPublic, ...told, customer, price: PRICE });
  const privateId = await book(theirs, at(10, 11), { notes: mark("Qothernotes") });
  const guest = { customer: { name: mark("Qguest"), phone: mark("+33687654321") } };
  const guestId = await book(club.staff, at(10, 12), guest);
  await book(club.staff, at(10, 14), { ...guest, ...isPublic });
  const canceledId = await book(theirs, at(10, 13), isPublic);
  await club.staff("POST", club.path(`/events/${canceledId}/cancel`), { reason: mark("Qreason") });
  const template = { fieldId, startTime: at(11, 10), duration: 60, type: "game", name: mark("Qseries"), ...isPublic };
  const repeated = { rule: { weekdays: [4], count: 1 }, dates: [{ date: "2026-06-11" }] };
  const series = await club.manager("POST", club.path("/event-series"), {
    ...{ ...repeated, template: { ...template, customer } },
  });
  expectStatus(series, 201);
  const feed = await owner("POST", club.path(`/fields/${fieldId}/calendar`), {});
  expectStatus(feed, 201);
  const slot = { id: seeds.eventId, fieldId, startTime: at(12, 10), endTime: at(12, 11) };
  expectStatus(await owner("PUT", club.path("/planning/selection"), slot), 200);
  const { seriesId } = series.body.data;
  const { organizationId } = testApp;
  ids = {
    ...seeds,
    ...{ eventId, privateId, guestId, canceledId, seriesId, fieldId, organizationId },
    userId: other.id,
  };
});
afterAll(() => testApp.close());

const dates = "from=2026-06-08&to=2026-06-14&date=2026-06-10&month=2026-06&per_page=100&all=true&prices=true";
const queries = ["", dates, "q=Qtitle", "q=Qother", "paymentStatus=due", "type=customer"].concat(
  ["canceled", "rejected", "pending", "completed"].map((status) => `status=${status}&per_page=100`),
);

/** Each way to ask an endpoint: the events that others have, every list, and the filters. */
function listPaths(endpoint: Endpoint): string[] {
  const names = paramsOf(endpoint);
  const variants = names.includes("eventId")
    ? ["eventId", "privateId", "guestId", "canceledId"].map((name) => ({ eventId: ids[name] ?? "" }))
    : names.includes("list")
      ? exportableLists.map((list) => ({ list }))
      : [{}];
  const paths = variants.map((own) =>
    fillPath(endpoint, {
      secret: "nobody",
      provider: "stripe",
      month: "2026-06",
      period: "2026",
      report: "occupancy",
      ...ids,
      ...own,
    }),
  );
  const asked = endpoint.method === "GET" ? queries : [""];
  return paths.flatMap((path) => asked.map((query) => (query ? `${path}?${query}` : path)));
}

const exampleOf = ({ example }: Endpoint): object | undefined =>
  example === undefined
    ? undefined
    : Object.fromEntries(Object.entries(example as object).map(([name, value]) => [name, ids[name] ?? value]));

/** Somebody new each time, because some endpoints end a session or change the person. */
const readers = {
  member: async () => testApp.join(await testApp.person(), testApp.organizationId, 4),
  stranger: async () => testApp.join(await testApp.person(), testApp.otherOrganizationId, 4),
};
type Reader = keyof typeof readers;

/** The stream does not end, so it is read by a client of its own below. */
const isAsked = ({ raw }: Endpoint) => raw !== "stream";
const asked: Record<Reader, Set<string>> = { member: new Set(), stranger: new Set() };
const answered = new Set<string>();

async function findLeaks(reader: Reader, endpoint: Endpoint): Promise<string[]> {
  const api = testApp.as(await readers[reader]());
  const found: string[] = [];
  for (const path of listPaths(endpoint)) {
    const answer = await api(endpoint.method, path, endpoint.method === "GET" ? undefined : exampleOf(endpoint));
    asked[reader].add(endpoint.name);
    if (reader === "member" && answer.status < 300) answered.add(endpoint.name);
    // Refusals repeat the search text of the caller.
    const text = textOf(answer).replaceAll(new URLSearchParams(path.split("?")[1]).get("q") ?? "\0", "");
    found.push(...findMarks(text).map((one) => `${one} in ${path}`));
  }
  return found;
}
const everyEndpoint = endpoints.filter(isAsked).map((endpoint) => [endpoint.name, endpoint] as const);

test("the marked people are there for the team to read", async () => {
  const team = await club.manager("GET", club.path("/events?per_page=100"));
  for (const text of ["Qotherlast", "Qguest", "Qtitle10T11", "Qdescription", String(PRICE)])
    expect(textOf(team)).toContain(text);
});

describe.each(Object.keys(readers) as Reader[])("as a %s", (reader) => {
  test.each(everyEndpoint)("%s tells nothing of other people", async (_name, endpoint) => {
    expect(await findLeaks(reader, endpoint)).toEqual([]);
  });
});

describe("where the organization opens bookings and nobody agrees", () => {
  beforeAll(async () => {
    expectStatus(await club.manager("PATCH", club.path(""), { bookingPrivacy: "public" }), 200);
    const openedId = await book(testApp.as(other), at(10, 15), { description: mark("Qopened"), notes: mark("Qmore") });
    ids = { ...ids, eventId: openedId };
  });
  test("new bookings show their type alone", async () => {
    const { body } = await club.member("GET", club.path(`/events/${ids["eventId"]}`));
    expect(body.data).toMatchObject({ confidentiality: "public", customer: null, isPriceHidden: true });
    expect(body.data.name).not.toContain("Qtitle");
  });
  test.each(everyEndpoint)("%s tells a member nothing of other people", async (_name, endpoint) => {
    expect(await findLeaks("member", endpoint)).toEqual([]);
  });
});

test("the live stream names neither people nor private bookings", async () => {
  const origin = `${await testApp.app.listen({ port: 0, host: "127.0.0.1" })}/api/v1`;
  const { token } = await readers.member();
  const stream = await openLiveStream(origin, { organizationId: testApp.organizationId, token });
  const hidden = await book(testApp.as(other), at(10, 16), { confidentiality: "private" });
  await stream.until(1);
  const shown = await book(testApp.as(other), at(10, 17), isPublic);
  await stream.until(2);
  await stream.close();
  expect(stream.ids()).toEqual([null, shown]);
  expect([...findMarks(JSON.stringify(stream.heard)), ...stream.ids().filter((id) => id === hidden)]).toEqual([]);
});

test("every endpoint was asked by each reader, and those open to members answered", () => {
  const names = endpoints.map(({ name }) => name);
  const missing = (set: Set<string>) => names.filter((name) => !set.has(name));
  expect(names.length).toBeGreaterThan(120);
  expect([missing(asked.member), missing(asked.stranger)]).toEqual([["activity.live"], ["activity.live"]]);
  const open: readonly string[] = ["everyone", "signed-in", "verified", "member", ...memberRolePermissions];
  const silent = endpoints.filter(
    ({ name, method, allow }) => method === "GET" && open.includes(allow) && !answered.has(name),
  );
  expect(silent.map(({ name }) => name)).toEqual(
    [
      ...[
        "events.cancellation",
        "series.read",
        "waitlist.people",
        "extras.offersOfEvent",
        "extras.ofEvent",
        "payments.ofEvent",
        "payments.debtsByLink",
        "invoices.read",
        "participants.ofBooking",
        "participants.look",
        "bookings.read",
        "bookings.readPlayed",
        "bookings.playedCalendar",
        "bookings.calendar",
        "orders.read",
        "orders.withdrawal",
        "guests.booking",
        "guests.ownSlots",
        "guests.players",
        "guests.calendar",
      ],
      ...["calendars.feed", "activity.live", "overview.read", "personal-data.downloadExport", "devices.accessCode"],
    ].toSorted((a, b) => names.indexOf(a) - names.indexOf(b)),
  );
});

describe("where the organization opens bookings and the customer agrees", () => {
  const agree = async (listed: string) => {
    const { status } = await testApp.as(other)("PATCH", `/auth/user/memberships/${testApp.organizationId}`, { listed });
    expect(status).toBe(200);
  };
  const readNames = async () => {
    const list = await club.member("GET", club.path(`/events?fieldId=${fieldId}&per_page=100`));
    const plan = await club.member("GET", club.path(`/planning?fieldId=${fieldId}&from=2026-06-10`));
    const csv = await club.member("GET", club.path(`/export/events.csv?fieldId=${fieldId}`));
    const one = await club.member("GET", club.path(`/events/${ids["eventId"]}`));
    return [list, plan, csv, one].map(textOf);
  };
  test("members read the name in the form that was chosen, and nothing else", async () => {
    await agree("short");
    for (const text of await readNames()) {
      expect(text).toContain("Qotherfirst Q.");
      expect(findMarks(text)).toEqual(["Qotherfirst"]);
    }
    await agree("full");
    for (const text of await readNames()) expect(findMarks(text)).toEqual(["Qotherfirst", "Qotherlast"]);
  });

  test("a private booking stays private, and a walk-in, who cannot agree, stays unnamed", async () => {
    await agree("full");
    const { body } = await club.member("GET", club.path(`/planning?fieldId=${fieldId}&from=2026-06-10`));
    const creators = body.data.events.map((event: { id: string | null; creator?: string }) => [
      event.id === null,
      event.creator,
    ]);
    expect(creators).toContainEqual([true, undefined]);
    expect(textOf({ body })).not.toContain("Qguest");
  });

  test("closing the organization, leaving it or changing one's mind hides the name at once", async () => {
    const isNamed = async () => (await readNames()).some((text) => text.includes("Qotherlast"));
    const setPrivacy = (bookingPrivacy: string) => club.manager("PATCH", club.path(""), { bookingPrivacy });
    await agree("full");
    expect(await isNamed()).toBe(true);
    await setPrivacy("private");
    expect(await isNamed()).toBe(false);
    await setPrivacy("public");
    await agree("no");
    expect(await isNamed()).toBe(false);
    await agree("full");
    expect(await isNamed()).toBe(true);
    expect((await club.manager("DELETE", club.path(`/users/${other.id}`))).status).toBe(200);
    expect(await isNamed()).toBe(false);
  });
});
