import type { Locator } from "@playwright/test";
import type { Club } from "./clubs.ts";
import { type Court, dateInDays } from "./courts.ts";
import { expect, type Page } from "./journey-test.ts";
import { waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

export const planningDate = dateInDays(4);
export const hourPx = 60;
const firstHour = 8;

export async function createSecondCourt(club: Club, { facilityId, fieldId }: Court): Promise<Court> {
  const post = async (path: string, body: object) =>
    (await callApi<{ id: string }>("POST", `/organizations/${club.id}${path}`, { token: club.token, body })).data.id;
  const path = `/organizations/${club.id}/fields/${fieldId}`;
  const { data } = await callApi<{ sports: { id: number }[] }>("GET", path, { token: club.token });
  const sportIds = data.sports.map(({ id }) => id);
  const name = "Court B";
  const other = await post("/fields", { name, facilityId, bookable: true, sportIds, maxPeopleByEvent: 4 });
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "08:00", end: "22:00" }));
  await post("/opening-hour-patterns", { name: "All week, B", hours, fieldIds: [other] });
  await post("/price-patterns", {
    name: "Court B",
    timeslots: [{ name: "Day", start: "08:00", end: "22:00" }],
    plans: [
      { name: "One hour", duration: 60 },
      { name: "Hour and a half", duration: 90 },
    ],
    details: [
      { timeslot: "Day", plan: "One hour", price: 2400 },
      { timeslot: "Day", plan: "Hour and a half", price: 3600 },
    ],
    fieldIds: [other],
  });
  return { facilityId, fieldId: other, name };
}

interface ListedEvent {
  id: string;
  name: string;
  price: number;
  fieldId: string;
  startTime: string;
  people: number | null;
  kind: string;
  status: string;
  description: string | null;
  internalNotes: string | null;
}
export const listApprovedEvents = async (club: Club, on = planningDate) =>
  (
    await callApi<ListedEvent[]>("GET", `/organizations/${club.id}/events?date=${on}&per_page=100`, {
      token: club.token,
    })
  ).data.filter(({ status }) => status === "approved");
export const findEventByName = async (club: Club, name: string) =>
  (await listApprovedEvents(club)).find((event) => event.name === name);

const lane = (page: Page, index: number) => page.locator("[data-lane]").nth(index);
export const quickBookingDialog = (page: Page) => page.getByRole("dialog", { name: /Create event|Créer un événement/ });
export const eventBlock = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("button", { name });

/** The point of an hour on a lane, before 17:00, which needs no scrolling. */
export async function pointOnLane(page: Page, index: number, hour: number): Promise<{ x: number; y: number }> {
  const y = (hour - firstHour) * hourPx + 6;
  const bounds = await lane(page, index).boundingBox();
  if (!bounds) throw new Error(`There is no lane ${index}`);
  return { x: bounds.x + 60, y: bounds.y + y };
}
export async function clickLane(page: Page, index: number, hour: number): Promise<void> {
  const { x, y } = await pointOnLane(page, index, hour);
  await page.mouse.click(x, y);
  await expect(quickBookingDialog(page)).toBeVisible();
  // Wait for the focus, so that typed text goes into the dialog.
  await expect(quickBookingDialog(page).locator(":focus")).toBeVisible();
}
export async function dragTo(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  const bounds = await from.boundingBox();
  if (!bounds) throw new Error("There is nothing to drag");
  await page.mouse.move(bounds.x + 60, bounds.y + Math.min(6, bounds.height / 2));
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

export async function openPlanning(page: Page, club: Club): Promise<void> {
  await page.goto(`/organizations/${club.id}/planning?date=${planningDate}&view=day`);
  await expect(page.getByRole("grid")).toBeVisible();
  await waitUntilLoaded(page);
}
