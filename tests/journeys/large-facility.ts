/** A facility with more fields than fit on a page, on a full day. */
import type { Club } from "./clubs.ts";
import { toInstant } from "./courts.ts";
import { callApi } from "./people.ts";

export interface LargeFacility {
  facilityId: string;
  fields: { id: string; name: string }[];
  names: string[];
  date: string;
}

const lessons = [
  "École de tennis – intermédiaires",
  "Entraînement de l’équipe première",
  "Perfectionnement adultes débutants du mercredi",
  "Tournoi interne des familles et des amis du club",
  "Réservation",
  "Préparation physique générale des moins de dix-sept ans",
];
const types = ["training", "game", "free_play", "other"] as const;
const durations = [90, 60, 15, 120, 15, 45];
const courts = Array.from({ length: 16 }, (_, index) => `Court n° ${index + 1}`);

const toWallTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

export async function createLargeFacility(club: Club, date: string): Promise<LargeFacility> {
  const post = async (path: string, body: object) =>
    (await callApi<{ id: string }>("POST", `/organizations/${club.id}${path}`, { token: club.token, body })).data.id;
  const facilityId = await post("/facilities", { name: "Complexe sportif de l’Écluse" });
  const fields: LargeFacility["fields"] = [];
  const addField = async (name: string, more: object = {}) => {
    const id = await post("/fields", { name, facilityId, bookable: true, sportIds: [3], ...more });
    fields.push({ id, name });
    return id;
  };
  for (const name of courts) await addField(name);
  const parent = await addField("Grand terrain synthétique (éclairé)");
  await addField("Moitié nord", { parentId: parent });
  await addField("Moitié sud", { parentId: parent });
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "08:00", end: "23:00" }));
  await post("/opening-hour-patterns", { name: "Toute la semaine", hours, fieldIds: fields.map(({ id }) => id) });
  const names: string[] = [];
  const add = async (fieldId: string, start: number, duration: number, more: object = {}) => {
    const name = `${lessons[names.length % lessons.length]} ${names.length + 1}.`;
    const type = types[names.length % types.length];
    const draft = {
      fieldId,
      startTime: toInstant(date, toWallTime(start)),
      duration,
      name,
      type,
      override: true,
      ...more,
    };
    names.push(name);
    await post("/events", draft);
  };
  for (const [index, { id }] of fields.entries()) {
    // The parent and its halves must not overlap.
    if (id === parent) {
      await add(id, 19 * 60, 120, { kind: "block" });
      continue;
    }
    for (let start = 8 * 60 + (index % 4) * 15, round = index; start < 18 * 60; round += 1) {
      const duration = durations[round % durations.length] ?? 60;
      await add(id, start, duration, round % 5 === 0 ? { customer: { name: "Anne-Sophie Villeneuve-Lacaze" } } : {});
      start += duration + (round % 3) * 15;
    }
  }
  await add(fields[0]?.id ?? "", 22 * 60 + 30, 150);
  return { facilityId, fields, names, date };
}
