/** A club for tests (fixture) that is ready for bookings: a facility, hours, and fields on demand. */
import type { ApiCall, Person, TestApp } from "./test-app.ts";

export interface TestClub {
  organizationId: string;
  facilityId: string;
  openingHourPatternId: string;
  manager: ApiCall;
  staff: ApiCall;
  member: ApiCall;
  memberPerson: Person;
  path(rest: string): string;
  addField(draft?: object): Promise<string>;
  /** A price pattern for these fields, valid at any time. Keys of `prices` are minutes, values cents. */
  addPrices(fieldIds: string[], prices: Record<number, number>, more?: object): Promise<string>;
}

const allDay = { start: "00:00", end: "24:00" };

export async function createAllDayHours(manager: ApiCall, organizationId: string): Promise<string> {
  const { body } = await manager("POST", `/organizations/${organizationId}/opening-hour-patterns`, {
    name: "Day and night",
    hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...allDay })),
  });
  return body.data.id;
}

export async function createTestClub(
  testApp: TestApp,
  draft: object = {},
  organizationId: string = testApp.organizationId,
): Promise<TestClub> {
  const path = (rest: string) => `/organizations/${organizationId}${rest}`;
  const manager = testApp.as(await testApp.member(organizationId, 2));
  const memberPerson = await testApp.member(organizationId, 4);
  const make = async (rest: string, body: object): Promise<string> => {
    const { status, body: answer } = await manager("POST", path(rest), body);
    if (status !== 201) throw new Error(`${rest}: ${status} ${JSON.stringify(answer)}`);
    return answer.data.id;
  };
  const facilityId = await make("/facilities", { name: "Parc", timezone: "Europe/Paris", ...draft });
  const openingHourPatternId = await createAllDayHours(manager, organizationId);
  return {
    organizationId,
    facilityId,
    openingHourPatternId,
    manager,
    staff: testApp.as(await testApp.member(organizationId, 3)),
    member: testApp.as(memberPerson),
    memberPerson,
    path,
    addField: (more = {}) =>
      make("/fields", { name: "Court", bookable: true, facilityId, openingHourPatternId, ...more }),
    addPrices: (fieldIds, prices, more = {}) =>
      make("/price-patterns", {
        name: "Prices",
        type: "field",
        timeslots: [{ name: "Always", ...allDay }],
        plans: Object.keys(prices).map((duration) => ({ name: `${duration} minutes`, duration: Number(duration) })),
        details: Object.entries(prices).map(([duration, price]) => ({
          timeslot: "Always",
          plan: `${duration} minutes`,
          price,
        })),
        fieldIds,
        ...more,
      }),
  };
}
