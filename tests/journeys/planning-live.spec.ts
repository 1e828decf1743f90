import type { BrowserContext, Request } from "@playwright/test";
import { type Club, createClub, addMember } from "./clubs.ts";
import { toInstant, createBooking, dateInDays, createCourt } from "./courts.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { callApi } from "./people.ts";

test.slow();

const staff = 3;
const planning = (club: Club, date: string) => `/organizations/${club.id}/planning?date=${date}&view=day`;
const event = (page: Page, name: string) => page.getByRole("grid").getByRole("gridcell", { name: new RegExp(name) });

const isLive = (url: string) => new URL(url).pathname.endsWith("/live");

async function openDay(page: Page, club: Club, date: string): Promise<void> {
  const listens = page.waitForResponse((response) => isLive(response.url()));
  await page.goto(planning(club, date));
  await expect(page.getByRole("grid")).toBeVisible();
  await listens;
}

/** Reports the duration as an annotation; the timeout of `expect` is the limit. */
async function eventsAtTimes<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  test.info().annotations.push({ type: what, description: `${Math.round(performance.now() - began)} ms` });
  return result;
}

function watchStreams(context: BrowserContext) {
  const open = new Map<Request, Page>();
  const streamRequests: Request[] = [];
  context.on("request", (request) => {
    if (!isLive(request.url())) return;
    streamRequests.push(request);
    open.set(request, request.frame().page());
  });
  context.on("requestfinished", (request) => void open.delete(request));
  context.on("requestfailed", (request) => void open.delete(request));
  return {
    begun: streamRequests,
    count: () => [...open.values()].filter((page) => !page.isClosed()).length,
    leader: () => {
      const [page] = open.values();
      if (!page) throw new Error("Nobody listens");
      return page;
    },
    forget: (page: Page) => {
      for (const [request, tab] of open) if (tab === page) open.delete(request);
    },
  };
}

test("a browser listens once for all its tabs, and another tab goes on when the one that listened is closed, frozen or crashed", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const date = dateInDays(3);
  const { token } = await addMember(club, staff);
  const first = await another({ token });
  const context = first.context();
  const streams = watchStreams(context);
  const tabs = [first];
  for (let more = 0; more < 3; more += 1) tabs.push(await context.newPage());
  for (const tab of tabs) {
    await tab.goto(planning(club, date));
    await expect(tab.getByRole("grid")).toBeVisible();
  }
  await expect.poll(streams.count).toBe(1);
  // Long enough for each tab to have opened its own stream.
  await first.waitForTimeout(3000);
  expect(streams.begun).toHaveLength(1);

  let hour = 8;
  const toldToAll = async (name: string) => {
    await createBooking(club, court, {
      token: club.token,
      name,
      startTime: toInstant(date, `${String(hour++).padStart(2, "0")}:00`),
    });
    await eventsAtTimes(`${name} in all tabs`, () =>
      Promise.all(tabs.map((tab) => expect(event(tab, name)).toBeVisible())),
    );
  };
  const takenOver = async (lost: Page, lose: () => Promise<unknown>) => {
    const count = streams.begun.length;
    tabs.splice(tabs.indexOf(lost), 1);
    await lose();
    await eventsAtTimes("taken over", () =>
      expect.poll(() => streams.begun.length, { intervals: [20] }).toBe(count + 1),
    );
    const headers = await streams.begun.at(-1)?.allHeaders();
    expect(headers?.["last-event-id"]).toMatch(/^\d+(\.\d+)+$/);
    streams.forget(lost);
    expect(streams.count()).toBe(1);
  };
  await toldToAll("Quartet");
  const closed = streams.leader();
  await takenOver(closed, () => closed.close());
  await toldToAll("Trio");
  const frozen = streams.leader();
  // Simulates that the browser freezes a background tab.
  await takenOver(frozen, () => frozen.evaluate(() => document.dispatchEvent(new Event("freeze"))));
  await toldToAll("Duet");
  const crashed = streams.leader();
  const itsDoom = await context.newCDPSession(crashed);
  await takenOver(crashed, async () => void itsDoom.send("Page.crash").catch(() => {}));
  await toldToAll("Solo");

  await test.step("signing out ends it", async () => {
    const [last] = tabs;
    await last?.getByRole("button", { name: /^Account of/ }).click();
    await last?.getByRole("menuitem", { name: "Logout" }).click();
    await expect(last ?? first).toHaveURL(/\/auth\/login/);
    await expect.poll(streams.count).toBe(0);
  });
});

test("a member sees at once that something moved out of their sight: its time is free again", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const date = dateInDays(3);
  const home = `/organizations/${club.id}`;
  const field = { name: "Back court", facilityId: court.facilityId, confidentiality: "private", bookable: false };
  const hidden = await callApi<{ id: string }>("POST", `${home}/fields`, { token: club.token, body: field });
  const member = await addMember(club, 4, "Agathe");
  const id = await createBooking(club, court, {
    token: club.token,
    name: "Lesson",
    startTime: toInstant(date, "10:00"),
  });
  const page = await another({ token: member.token });
  await openDay(page, club, date);
  await expect(event(page, "Lesson")).toBeVisible();
  const body = { fieldId: hidden.data.id, override: true };
  // Only a live change makes the page reload its data.
  const anew = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith("/planning"));
  await callApi("PATCH", `${home}/events/${id}`, { token: club.token, body });
  await eventsAtTimes("heard of", () => anew);
  await eventsAtTimes("a move out of sight", () => expect(event(page, "Lesson")).toHaveCount(0));
  await expect(page.getByText("Back court")).toHaveCount(0);
});

test("two at their desks see what the other does, about to do and done, also after a while without a connection", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const date = dateInDays(4);
  const [one, other] = [await addMember(club, staff, "Solange"), await addMember(club, staff, "Marius")];
  const [page, theirs] = [await another({ token: one.token }), await another({ token: other.token })];
  await openDay(page, club, date);
  await openDay(theirs, club, date);
  const box = (tab: Page) => tab.getByRole("dialog", { name: "Create event" });
  /** Starts a booking with a click on the court; the grid starts at 8:00, with 60 px per hour. */
  const begin = async (tab: Page, hour: number) => {
    const bounds = await tab.locator("[data-lane]").first().boundingBox();
    await tab.mouse.click((bounds?.x ?? 0) + 60, (bounds?.y ?? 0) + (hour - 8) * 60 + 6);
    await expect(box(tab)).toBeVisible();
  };
  const fill = async (tab: Page, name: string) => {
    await box(tab).getByRole("button", { name: "New customer" }).click();
    await box(tab).getByLabel("Customer’s name").fill(name);
  };
  const change = (id: string, method: string, path: string, body: object) =>
    callApi(method, `/organizations/${club.id}/events/${id}${path}`, { token: one.token, body });

  await test.step("where one is about to book", async () => {
    await begin(page, 10);
    const ghost = theirs.locator(".planner-presence");
    await eventsAtTimes("a ghost", () => expect(ghost).toContainText("Solange"));
    await page.keyboard.press("Escape");
    await expect(box(page)).toBeHidden();
    await eventsAtTimes("no ghost", () => expect(ghost).toHaveCount(0));
  });

  await test.step("what is booked, moved and canceled", async () => {
    await begin(page, 10);
    await fill(page, "Inès Morel");
    await page.keyboard.press("Enter");
    await eventsAtTimes("a booking", () => expect(event(theirs, "Inès Morel.*10:00 AM to 11:00 AM")).toBeVisible());
    const { data } = await callApi<{ id: string }[]>("GET", `/organizations/${club.id}/events?date=${date}`, one);
    const id = data[0]?.id ?? "";
    await change(id, "PATCH", "", { startTime: toInstant(date, "11:00") });
    await eventsAtTimes("a move", () => expect(event(theirs, "Inès Morel.*11:00 AM to 12:00 PM")).toBeVisible());
    await change(id, "POST", "/cancel", { reason: "Rain" });
    await eventsAtTimes("a cancel", () => expect(event(theirs, "Inès Morel")).toHaveCount(0));
  });

  await test.step("of two who take the same slot one gets it, and the other is told", async () => {
    await begin(page, 14);
    await begin(theirs, 14);
    await fill(page, "Early Bird");
    await fill(theirs, "Late Riser");
    await Promise.all([page.keyboard.press("Enter"), theirs.keyboard.press("Enter")]);
    const booked = [event(page, "Early Bird.*2:00 PM"), event(theirs, "Late Riser.*2:00 PM")] as const;
    await expect.poll(async () => (await booked[0].count()) + (await booked[1].count())).toBeGreaterThan(0);
    const taken = async () =>
      (await callApi<{ name: string }[]>("GET", `/organizations/${club.id}/events?date=${date}&status=approved`, one))
        .data;
    await expect.poll(async () => (await taken()).length).toBe(1);
    const isFirst = JSON.stringify(await taken()).includes("Early Bird");
    const [loser, winners] = isFirst ? [theirs, "Early Bird"] : [page, "Late Riser"];
    await expect(box(loser).getByRole("group", { name: "Next free:" })).toBeVisible();
    await expect(event(loser, `${winners}.*2:00 PM to 3:00 PM`)).toBeVisible();
  });

  await test.step("what happened while one was away", async () => {
    await theirs.context().setOffline(true);
    await createBooking(club, court, { token: club.token, name: "Missed", startTime: toInstant(date, "17:00") });
    await expect(event(page, "Missed")).toBeVisible();
    await expect(event(theirs, "Missed")).toHaveCount(0);
    await theirs.context().setOffline(false);
    await eventsAtTimes("caught up", () => expect(event(theirs, "Missed")).toBeVisible());
    await createBooking(club, court, { token: club.token, name: "Later on", startTime: toInstant(date, "18:00") });
    await eventsAtTimes("a booking", () => expect(event(theirs, "Later on")).toBeVisible());
  });
});
