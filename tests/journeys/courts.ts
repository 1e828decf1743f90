/** A club's bookable court: open all day, at a price that depends on the hour. */
import type { Club } from "./clubs.ts";
import { callApi } from "./people.ts";

export interface Court {
  facilityId: string;
  fieldId: string;
  name: string;
}

/** @param hourPrice by day, in cents */
export async function createCourt(club: Club, more: object = {}, hourPrice = 1800): Promise<Court> {
  const post = async (path: string, body: object) =>
    (await callApi<{ id: string }>("POST", `/organizations/${club.id}${path}`, { token: club.token, body })).data.id;
  const facilityId = await post("/facilities", { name: "Halle de l’Écluse" });
  const name = "Court A";
  const field = {
    name,
    facilityId,
    bookable: true,
    sportIds: [await findSportId("badminton", club)],
    maxPeopleByEvent: 4,
  };
  const fieldId = await post("/fields", { ...field, ...more });
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "08:00", end: "22:00" }));
  await post("/opening-hour-patterns", { name: "All week", hours, fieldIds: [fieldId] });
  await post("/price-patterns", {
    name: "Courts",
    timeslots: [
      { name: "Day", start: "08:00", end: "18:00" },
      { name: "Evening", start: "18:00", end: "22:00" },
    ],
    plans: [
      { name: "One hour", duration: 60 },
      { name: "Hour and a half", duration: 90 },
    ],
    details: [
      { timeslot: "Day", plan: "One hour", price: hourPrice },
      { timeslot: "Day", plan: "Hour and a half", price: 2500 },
      { timeslot: "Evening", plan: "One hour", price: 2400 },
    ],
    fieldIds: [fieldId],
  });
  return { facilityId, fieldId, name };
}

export async function findSportId(name: string, { token }: Club): Promise<number> {
  const { data } = await callApi<{ id: number; name: string }[]>("GET", "/general/sports", { token });
  const found = data.find((one) => one.name.toLowerCase().includes(name));
  if (!found) throw new Error(`There is no sport ${name}`);
  return found.id;
}

export const dateInDays = (days: number): string => Temporal.Now.plainDateISO("Europe/Paris").add({ days }).toString();

/** Days that belong together follow from one of them: midnight may pass between two looks at the clock. */
export const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

export const toInstant = (date: string, time: string): string =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime("Europe/Paris").toInstant().toString();

export async function createBooking(
  club: Club,
  court: Court,
  {
    token,
    ...draft
  }: {
    token: string;
    startTime: string;
    name?: string;
    payment?: "online" | "on_site";
    customer?: { customerId: string } | { name: string; phone: string };
    override?: boolean;
  },
): Promise<string> {
  const body = {
    fieldId: court.fieldId,
    duration: 60,
    name: "Badminton",
    type: "free_play",
    payment: "on_site",
    ...draft,
  };
  return (await callApi<{ id: string }>("POST", `/organizations/${club.id}/events`, { token, body })).data.id;
}
