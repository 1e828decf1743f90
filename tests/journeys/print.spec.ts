import { createClub, addMember, memberRoleId, type Club } from "./clubs.ts";
import { toInstant, createBooking, dateInDays, createCourt } from "./courts.ts";
import { type LargeFacility, createLargeFacility } from "./large-facility.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { waitUntilLoaded } from "./page-checks.ts";
import { expectA4Pages, printToPdf, countOccurrences } from "./pdf.ts";
import { callApi } from "./people.ts";

test.slow();

async function open(page: Page, club: Club, query: Record<string, string>): Promise<void> {
  await page.goto(`/organizations/${club.id}/planning/print?${new URLSearchParams(query)}`);
  await expect(page.locator(".sheet table").first()).toBeVisible();
  await waitUntilLoaded(page);
}

async function expectNothingCut(page: Page): Promise<void> {
  const cut = await page
    .locator(".sheet :is(td, th, h2, p)")
    .evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
}

test.describe("a hall with nineteen fields on a full day", () => {
  let club: Club;
  let hall: LargeFacility;
  test.beforeAll(async () => {
    club = await createClub();
    hall = await createLargeFacility(club, dateInDays(3));
  });

  for (const [locale, colorScheme, on] of [
    ["en-US", "light", /^Fields (\d+)–(\d+) of 19/],
    ["fr-FR", "dark", /^Terrains (\d+) à (\d+) sur 19/],
  ] as const)
    test(`its day sheet holds every event once, at most eight fields to a page (${locale}, ${colorScheme})`, async ({
      another,
    }) => {
      const page = await another({ token: club.token, locale, colorScheme });
      await open(page, club, { sheet: "day", facilityId: hall.facilityId, date: hall.date });
      await expectNothingCut(page);
      const pages = await printToPdf(page);
      expectA4Pages(pages, "landscape");

      const heads = pages.map(({ texts }) => texts.map(({ text }) => text).find((text) => on.test(text)) ?? "");
      const groups = [...new Set(heads.map((head) => on.exec(head)?.[0]))];
      expect(groups).toHaveLength(3);
      const columns = pages.map(({ joinedText }) =>
        hall.fields.filter(({ name }) => countOccurrences(joinedText, name) > 0).map(({ id }) => id),
      );
      for (const shown of columns) expect(shown.length).toBeLessThanOrEqual(8);
      expect(new Set(columns.flat()).size).toBe(19);
      const noon = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }).format(
        new Date(`${hall.date}T12:00:00Z`),
      );
      for (const { joinedText } of pages) {
        expect(countOccurrences(joinedText.toLowerCase(), "Complexe sportif de l’Écluse".toLowerCase())).toBe(1);
        expect(countOccurrences(joinedText.toLowerCase(), noon.toLowerCase())).toBe(1);
        expect(joinedText).toMatch(locale === "fr-FR" ? /\d\d:00/ : /\d:00[AP]M/);
      }

      // Each event prints once; one that continues on the next page is repeated there with an arrow.
      for (const name of hall.names) {
        const times = pages.map(({ joinedText }) => countOccurrences(joinedText, name));
        const again = pages.map(({ joinedText }) => countOccurrences(joinedText, `↑${name}`));
        expect(Math.max(...times), name).toBe(1);
        expect(times.reduce((sum, one) => sum + one, 0) - again.reduce((sum, one) => sum + one, 0), name).toBe(1);
      }
      const night =
        pages.find(({ joinedText }) => countOccurrences(joinedText, hall.names.at(-1) ?? "") > 0)?.joinedText ?? "";
      expect(night).toContain(locale === "fr-FR" ? "22:30–01:00↓" : "10:30PM–1:00AM↓");
      // Prices print only on request.
      expect(pages.filter(({ joinedText }) => joinedText.includes("€"))).toEqual([]);
    });

  test("the door sheet and the week of a field, and what is left out of them", async ({ another }) => {
    const page = await another({ token: club.token });
    const [field] = hall.fields;
    const first = hall.names.slice(0, 8);
    // Every fifth has a customer: it is private.
    const [own, booked] = [
      first.filter((_name, index) => index % 5 !== 0),
      first.filter((_name, index) => index % 5 === 0),
    ];
    await open(page, club, { sheet: "door", fieldId: field?.id ?? "", date: hall.date });
    const door = await printToPdf(page);
    expectA4Pages(door, "portrait");
    expect(door).toHaveLength(1);
    for (const name of own) expect(countOccurrences(door[0]?.joinedText ?? "", name)).toBe(1);
    // Customers and their titles are printed for the desk, not for the door.
    for (const name of booked) expect(countOccurrences(door[0]?.joinedText ?? "", name)).toBe(0);
    expect(door[0]?.joinedText).not.toContain("Villeneuve");
    // A booking made meanwhile appears before printing.
    const late = { token: club.token, startTime: toInstant(hall.date, "21:00"), name: "Late comers", override: true };
    await createBooking(club, { ...hall, fieldId: field?.id ?? "", name: "" }, late);
    await expect(page.locator(".sheet-list")).toContainText("Late comers");
    await page.getByText("Week", { exact: true }).click();
    await expect(page).toHaveURL(/sheet=week/);
    await expect(page.locator(".sheet-grid").first()).toBeVisible();
    await waitUntilLoaded(page);
    await expectNothingCut(page);
    const week = await printToPdf(page);
    expectA4Pages(week, "landscape");
    for (const name of own)
      expect(week.reduce((sum, { joinedText }) => sum + countOccurrences(joinedText, name), 0)).toBeGreaterThan(0);
    expect(week.map(({ joinedText }) => joinedText).join("")).not.toContain("Villeneuve");
    await page.getByText("Day", { exact: true }).click();
    await expect(page.getByRole("heading", { name: "Complexe sportif de l’Écluse" }).first()).toBeVisible();
    await waitUntilLoaded(page);
    expect((await printToPdf(page)).map(({ joinedText }) => joinedText).join("")).toContain("Villeneuve");
  });
});

test("a door sheet of many lines goes on over the pages, each line whole, its head repeated", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const date = dateInDays(4);
  const names: string[] = [];
  for (let minutes = 8 * 60; minutes < 20 * 60; minutes += 15) {
    const time = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
    const name = `Créneau découverte des écoles élémentaires du quartier ${names.length + 1}.`;
    names.push(name);
    const body = {
      fieldId: court.fieldId,
      startTime: toInstant(date, time),
      duration: 15,
      name,
      type: "training",
      price: 500,
    };
    await callApi("POST", `/organizations/${club.id}/events`, { token: club.token, body });
  }
  const page = await another({ token: club.token, locale: "fr-FR" });
  await open(page, club, { sheet: "door", fieldId: court.fieldId, date, prices: "1" });
  const pages = await printToPdf(page);
  expect(pages.length).toBeGreaterThan(1);
  expectA4Pages(pages, "portrait");
  for (const name of names)
    expect(pages.filter(({ joinedText }) => countOccurrences(joinedText, name) === 1)).toHaveLength(1);
  for (const { joinedText } of pages) expect(countOccurrences(joinedText, "Horaire")).toBe(1);
  expect(pages.reduce((sum, { joinedText }) => sum + countOccurrences(joinedText, "5,00€"), 0)).toBe(names.length);
});

test("what is too much even for a page of a single hour goes on to the next one, each text whole", async ({
  another,
}) => {
  const club = await createClub();
  const { facilityId } = await createCourt(club);
  const date = dateInDays(4);
  const names: string[] = [];
  const post = (path: string, body: object) =>
    callApi<{ id: string }>("POST", `/organizations/${club.id}${path}`, { token: club.token, body });
  for (let number = 2; number <= 8; number += 1) {
    const draft = { name: `Court ${number}`, facilityId, bookable: true, sportIds: [3] };
    const fieldId = (await post("/fields", draft)).data.id;
    for (let minutes = number % 5; minutes < 55; minutes += 5) {
      const name = `${"Initiation des tout-petits et de leurs aïeuls ".repeat(3)}no ${names.length + 1}.`;
      names.push(name);
      const startTime = toInstant(date, `10:${String(minutes).padStart(2, "0")}`);
      await post("/events", { fieldId, startTime, duration: 5, name, type: "other", override: true, price: 0 });
    }
  }
  const page = await another({ token: club.token });
  await open(page, club, { sheet: "day", facilityId, date });
  await expect(page.locator("[data-natural]")).toHaveCount(1);
  const pages = await printToPdf(page);
  expectA4Pages(pages, "landscape");
  for (const name of names) {
    const times = pages.map(
      ({ joinedText }) => countOccurrences(joinedText, name) - countOccurrences(joinedText, `↑${name}`),
    );
    expect(times.toSorted().at(-1), name).toBe(1);
    expect(
      times.reduce((sum, one) => sum + one, 0),
      name,
    ).toBe(1);
  }
});

test("on the day of 25 hours the hour that comes twice is there twice, with what happens in each", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  // The next end of daylight saving time.
  const { year } = Temporal.PlainDate.from(dateInDays(0));
  const lastSundays = [year, year + 1].map((ofYear) => {
    const october = Temporal.PlainDate.from({ year: ofYear, month: 10, day: 31 });
    return october.subtract({ days: october.dayOfWeek % 7 }).toString();
  });
  const date = lastSundays.find((sunday) => sunday > dateInDays(0)) ?? "";
  const first = { startTime: `${date}T00:15:00Z`, name: "Before the clocks go back" };
  const second = { startTime: `${date}T01:15:00Z`, name: "After they went back" };
  for (const draft of [first, second]) {
    const body = { fieldId: court.fieldId, duration: 30, type: "game", override: true, price: 900, ...draft };
    await callApi("POST", `/organizations/${club.id}/events`, { token: club.token, body });
  }
  const page = await another({ token: club.token });
  for (const sheet of ["day", "week", "door"]) {
    await open(page, club, { sheet, facilityId: court.facilityId, fieldId: court.fieldId, date });
    const pages = await printToPdf(page);
    expectA4Pages(pages, sheet === "door" ? "portrait" : "landscape");
    const text = pages.map((one) => one.joinedText).join("");
    expect(countOccurrences(text, first.name)).toBe(1);
    expect(countOccurrences(text, second.name)).toBe(1);
    expect(text).toContain("2:15AMGMT+2–2:45AMGMT+2");
    expect(text).toContain("2:15AMGMT+1–2:45AMGMT+1");
    if (sheet === "day")
      for (const hour of ["2:00AMGMT+2", "2:00AMGMT+1"]) expect(countOccurrences(text, hour)).toBe(1);
  }
});

test("what is private has no name at a door unless one asks for it, and never for those who may not see it", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const date = dateInDays(2);
  const secret = {
    startTime: toInstant(date, "10:00"),
    name: "Surprise party",
    confidentiality: "private",
    price: 4200,
  };
  await createBooking(club, court, { token: club.token, ...secret });
  const { token } = await addMember(club, memberRoleId);
  const sheet = (of: string) => ({
    sheet: of,
    facilityId: court.facilityId,
    fieldId: court.fieldId,
    date,
    prices: "1",
  });
  const textOf = async (page: Page) => (await printToPdf(page)).map((one) => one.joinedText).join("");

  const desk = await another({ token: club.token });
  await open(desk, club, sheet("door"));
  expect(await textOf(desk)).toContain("Privateevent");
  expect(await textOf(desk)).not.toContain("Surprise");
  await desk.getByRole("switch", { name: "Names of private events" }).click();
  await expect(desk).toHaveURL(/names=1/);
  await expect(desk.locator(".sheet")).toContainText("Surprise party");
  await waitUntilLoaded(desk);
  expect(await textOf(desk)).toContain("Surpriseparty");
  await open(desk, club, sheet("day"));
  expect(await textOf(desk)).toContain("Surpriseparty");
  expect(await textOf(desk)).toContain("€42.00");

  const page = await another({ token });
  for (const of of ["day", "door", "week"]) {
    await open(page, club, { ...sheet(of), names: "1" });
    const theirs = await textOf(page);
    expect(theirs).toContain("Booked");
    expect(theirs).not.toMatch(/Surprise|42\.00/);
  }

  const stranger = await another({ token: (await createClub()).token });
  await stranger.goto(`/organizations/${club.id}/planning/print`);
  await expect(stranger).toHaveURL(/\/overview$/);
});

test("to paper from wherever one is: the planning by click and by key, a facility, a field; and on to the browser", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const date = dateInDays(2);
  const page = await another({ token: club.token });
  const within = `/organizations/${club.id}`;
  await page.goto(`${within}/planning?view=week&date=${date}&fieldId=${court.fieldId}`);
  await page.getByRole("link", { name: "Print" }).click();
  await expect(page).toHaveURL(new RegExp(`/planning/print\\?.*sheet=week.*date=${date}`));
  await expect(page.locator(".sheet").getByRole("heading", { name: "Court A" })).toBeVisible();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Planning" }).click();
  // Wait, because the print sheets have a day option too.
  await expect(page.getByRole("grid")).toBeVisible();
  await page.getByRole("radio", { name: "Day" }).check();
  await waitUntilLoaded(page);
  await page.keyboard.press("ControlOrMeta+p");
  await expect(page.locator(".sheet").getByRole("heading", { name: "Halle de l’Écluse" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`date=${date}`));
  for (const [from, heading] of [
    [`/facilities/${court.facilityId}`, "Halle de l’Écluse"],
    [`/fields/${court.fieldId}`, "Court A"],
  ]) {
    await page.goto(`${within}${from}`);
    await page.getByRole("link", { name: "Print" }).click();
    await expect(page.locator(".sheet").getByRole("heading", { name: heading })).toBeVisible();
  }
  await page.evaluate(() => {
    window.print = () => (document.title = "printed");
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(() => page.title()).toBe("printed");
});
