/** A busy organization for benches: 40 fields with 10 events of all kinds on one day, and half as many on the next. */
import { rm } from "node:fs/promises";
import { temporaryFolder } from "#server/kit/db/embedded-binaries.ts";
import { startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { type TestClub, createTestClub } from "#tests/support/test-club.ts";
import openTemplate from "#tests/support/test-database.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

export const [FIELD_COUNT, EVENTS_PER_FIELD] = [40, 10];
const timezone = "Europe/Paris";
const minute = 60_000;

export interface BusyDay {
  testApp: TestApp;
  club: TestClub;
  token: string;
  date: string;
  close(): Promise<void>;
}

const types = ["training", "game", "free_play", "other"] as const;
const names = [
  "Séance des jeunes",
  "Badminton loisir",
  "Match de championnat",
  "École de tennis",
  "Cours collectif adultes",
];
const people = ["Camille Lefebvre", "Jean-Baptiste Moreau", "Inès Benali", "Ludovic Vandenberghe", "Marie Dupont"];

/** Two weeks ahead, so that all events are in the future. */
export async function createBusyDay(): Promise<BusyDay> {
  const dataDir = temporaryFolder("bench");
  const embedded = await startEmbeddedDatabase({ dataDir, isForTests: true });
  process.env.DATABASE_SERVER = embedded.url;
  const closeTemplate = await openTemplate();
  const testApp = await createTestApp();
  testApp.clock.set(Temporal.Now.instant().toString());
  const club = await createTestClub(testApp, { name: "Complexe sportif de la Plaine" });
  const staff = await testApp.member(testApp.organizationId, 3);
  const openingHourPatternId = await createHours(club);
  const day = Temporal.Now.plainDateISO(timezone).add({ days: 14 });
  const fieldIds: string[] = [];
  for (let field = 0; field < FIELD_COUNT; field += 1)
    fieldIds.push(
      await club.addField({ name: `Court ${field + 1}`, openingHourPatternId, startStep: 15, sportIds: [3] }),
    );
  await club.addPrices(fieldIds, { 60: 2000, 90: 2800 });
  for (const [field, fieldId] of fieldIds.entries())
    for (let event = 0; event < EVENTS_PER_FIELD * 1.5; event += 1) {
      const at = 480 + (event % EVENTS_PER_FIELD) * 80 + (field % 4) * 15;
      const start = day.add({ days: event < EVENTS_PER_FIELD ? 0 : 1 }).toZonedDateTime({ timeZone: timezone });
      const count = field + event;
      const body = {
        fieldId,
        ...(count % 13 === 0 && { kind: "block" }),
        type: types[count % 4],
        name: names[count % names.length],
        startTime: new Date(start.epochMilliseconds + at * minute).toISOString(),
        duration: count % 3 === 0 ? 75 : 60,
        ...(count % 13 && { customer: { name: people[count % people.length] } }),
        ...(count % 13 && { price: (count % 5) * 400 }),
        ...(count % 6 === 0 && { notes: "Deux raquettes" }),
      };
      const answer = await club.manager("POST", club.path("/events"), body, {
        "idempotency-key": uuidv7(testApp.clock.now()),
      });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    }
  const close = async () => {
    await testApp.close();
    await closeTemplate();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { testApp, club, token: staff.token, date: day.toString(), close };
}

async function createHours(club: TestClub): Promise<string> {
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "07:30", end: "23:00" }));
  const { body } = await club.manager("POST", club.path("/opening-hour-patterns"), { name: "Hours", hours });
  return body.data.id;
}
