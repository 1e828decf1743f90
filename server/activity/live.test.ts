/** A stream is no longer open than the session it was opened with, and says when something went out of sight. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openClub, type Club } from "#tests/club.ts";
import { openHouse, password, type Person, type TestHouse } from "#tests/house.ts";
import { listen as listenTo } from "#tests/listen.ts";

let house: TestHouse;
let club: Club;
let origin: string;
beforeAll(async () => {
  house = await openHouse();
  club = await openClub(house);
  origin = `${await house.app.listen({ port: 0, host: "127.0.0.1" })}/api/v1`;
});
afterAll(() => house.close());

const listen = (person: Person) => listenTo(origin, { organizationId: house.here, token: person.token });
/** Long before the look that every stream takes each minute. */
const atOnce = { timeout: 1000, interval: 20 };

test("a session that is ended elsewhere ends its stream at once, and nobody else's", async () => {
  const phone = await house.member(house.here, 4);
  const other = await house.member(house.here, 4);
  const again = await house.as(null)("POST", "/auth/login", { email: phone.email, password });
  const laptop = { ...phone, token: again.body.data.access_token as string };
  const streams = [await listen(phone), await listen(laptop), await listen(other)] as const;
  const ends = () => streams.map((stream) => stream.hasEnded());
  const { body } = await house.as(laptop.token)("GET", "/auth/sessions");
  const [here, there] = body.data as { id: string; current: boolean }[];
  expect([here?.current, there?.current]).toEqual([true, false]);
  expect((await house.as(laptop.token)("DELETE", `/auth/sessions/${there?.id}`)).status).toBe(200);
  await vi.waitFor(() => expect(ends()).toEqual([true, false, false]), atOnce);
  await club.addField();
  await streams[1].until(1);
  expect(streams[0].heard).toEqual([]);
  expect((await house.as(laptop.token)("GET", "/auth/logout")).status).toBe(200);
  await vi.waitFor(() => expect(ends()).toEqual([true, true, false]), atOnce);
  await streams[2].close();
});

test("an account that is closed hears nothing more, in no organization", async () => {
  const admin = house.as(await house.person({ platformAdmin: true }));
  const closed = await house.member(house.here, 3);
  const stream = await listen(closed);
  expect((await admin("PATCH", `/admin/users/${closed.id}`, { active: false })).status).toBe(200);
  await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), atOnce);
  expect(stream.heard).toEqual([]);
});

test("what moves out of a member's sight is told as something, and back in again by its name", async () => {
  const [open, hidden, hiddenToo] = [
    await club.addField(),
    await club.addField({ confidentiality: "private" }),
    await club.addField({ confidentiality: "private" }),
  ];
  const draft = { fieldId: open, startTime: "2026-06-10T18:00:00+02:00", duration: 60, name: "Game", type: "game" };
  const book = async (more: object = {}): Promise<string> =>
    (await club.staff("POST", club.path("/events"), { ...draft, ...more })).body.data.id;
  const id = await book();
  const stream = await listen(club.memberPerson);
  const move = async (fieldId: string) =>
    expect((await club.staff("PATCH", club.path(`/events/${id}`), { fieldId })).status).toBe(200);
  await move(hidden);
  await vi.waitFor(() => expect(stream.ids()).toEqual([null]), atOnce);
  // From one hidden field to another is nobody's business.
  await move(hiddenToo);
  const next = await book();
  await vi.waitFor(() => expect(stream.ids()).toEqual([null, next]), atOnce);
  await club.staff("PATCH", club.path(`/events/${next}`), { startTime: "2026-06-11T18:00:00+02:00" });
  await move(open);
  await vi.waitFor(() => expect(stream.ids()).toEqual([null, next, next, id]), atOnce);
  await stream.close();
});
