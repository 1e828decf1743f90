import { type Club, createClub } from "./clubs.ts";
import { toInstant, createBooking, createCourt } from "./courts.ts";
import { expect, hoverUndoButton, type Page, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi, createNewPerson } from "./people.ts";
import { expectDate, fillDate } from "./date-fields.ts";

test.slow();

/** Tuesdays from two weeks before daylight saving time starts on 30 March 2031. */
const dates = ["2031-03-18", "2031-03-25", "2031-04-01", "2031-04-08", "2031-04-15"] as const;
const row = (page: Page, day: string) => page.getByRole("main").getByRole("row", { name: day });

async function openTwo(club: Club) {
  const court = await createCourt(club);
  const post = async (path: string, body: object) =>
    (await callApi<{ id: string }>("POST", `/organizations/${club.id}${path}`, { token: club.token, body })).data.id;
  const list = async (path: string) =>
    (await callApi<{ id: string }[]>("GET", `/organizations/${club.id}${path}`, { token: club.token })).data[0]?.id ??
    "";
  const sports = await callApi<{ sports: { id: number }[] }>(
    "GET",
    `/organizations/${club.id}/fields/${court.fieldId}`,
    {
      token: club.token,
    },
  );
  const fieldId = await post("/fields", {
    name: "Court B",
    facilityId: court.facilityId,
    bookable: true,
    maxPeopleByEvent: 4,
    sportIds: sports.data.sports.map(({ id }) => id),
    openingHourPatternId: await list("/opening-hour-patterns"),
    pricePatternIds: [await list("/price-patterns")],
  });
  return { court, other: { ...court, fieldId, name: "Court B" } };
}

test("a series goes round what is in its way, keeps its hour across a clock change, and is changed and canceled as one", async ({
  another,
}) => {
  const club = await createClub();
  const { court, other } = await openTwo(club);
  const { token } = club;
  const home = `/organizations/${club.id}`;
  const post = (path: string, body: object) => callApi<{ id: string }>("POST", `${home}${path}`, { token, body });
  await createBooking(club, court, { token, startTime: toInstant(dates[1], "18:00"), name: "Match" });
  await post("/closures", { name: "Works", from: dates[3], to: dates[3], fieldId: court.fieldId });
  const inTheWay = await createBooking(club, other, {
    token,
    startTime: toInstant(dates[3], "17:30"),
    name: "Tournament",
  });
  const page = await another({ token });

  await test.step("one event is to be repeated: what was filled in is kept", async () => {
    await page.goto(`${home}/events/create?fieldId=${court.fieldId}`);
    await fillDate(page, "Date", dates[0]);
    await fillDate(page, "Start time", "18:00");
    await page.getByLabel("Name", { exact: true }).fill("Badminton school");
    await page.getByRole("button", { name: "Repeat every week" }).click();
    await expect(page.getByRole("heading", { name: "Create series", level: 1 })).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Badminton school");
    await expect(page.getByRole("checkbox", { name: "Tuesday" })).toBeChecked();
    await page.getByRole("checkbox", { name: "Tuesday" }).uncheck();
    await page.getByRole("button", { name: "Show the dates" }).click();
    await expect(page.getByText("Choose at least one day")).toBeVisible();
    await page.getByRole("checkbox", { name: "Tuesday" }).check();
    await page.getByLabel("Number of dates", { exact: true }).fill("5");
    await expect(page.getByText("Every Tuesday: 5 dates, the last on Apr 15, 2031")).toBeVisible();
    await page.getByRole("button", { name: "Show the dates" }).click();
  });

  await test.step("each date says what is in its way, and where else it could be", async () => {
    await expect(row(page, "Mar 18, 2031")).toContainText("Free");
    await expect(row(page, "Mar 25, 2031")).toContainText("Taken");
    await expect(row(page, "Apr 1, 2031")).toContainText(/The clocks go forward before it: still 6:00\sPM/);
    await expect(row(page, "Apr 8, 2031")).toContainText(/Closed.*no other field is free/);
    await expect(page.getByText("3 dates to book")).toBeVisible();
    await page.getByRole("button", { name: "Use other fields where possible" }).click();
    await expect(page.getByRole("combobox", { name: /Mar 25/ })).toContainText("Book on Court B");
    await expect(page.getByText("Total €96.00")).toBeVisible();
    await expectAccessible(page, "the dates");
  });

  await test.step("going back to the form loses nothing, of the choices either", async () => {
    await page.getByRole("button", { name: "Back to the form" }).click();
    await expect(page.getByLabel("Number of dates", { exact: true })).toHaveValue("5");
    await page.getByRole("button", { name: "Show the dates" }).click();
    await page.getByRole("button", { name: "Book 4 dates" }).dblclick();
    await expect(page.getByText("4 dates are booked. 1 was skipped: it can be added later.")).toBeVisible();
    await expect(page.getByText("Every Tuesday, 5 dates")).toBeVisible();
    await expect(row(page, "Mar 25, 2031")).toContainText("Court B");
    for (const day of ["Mar 18, 2031", "Apr 1, 2031"]) await expect(row(page, day)).toContainText(/6:00\s–\s7:00\sPM/);
    await waitUntilLoaded(page);
    await expectAccessible(page, "the series");
  });

  await test.step("what was skipped is added once something is free", async () => {
    await callApi("POST", `${home}/events/${inTheWay}/cancel`, { token, body: { reason: "Rain" } });
    await row(page, "Apr 8, 2031").getByRole("button", { name: /^Add/ }).click();
    const dialog = page.getByRole("dialog", { name: "Add dates to Badminton school" });
    await expect(dialog.getByRole("combobox")).toContainText("Book on Court B");
    await dialog.getByRole("button", { name: "Book 1 date" }).click();
    await expect(toast(page, "Dates added")).toBeVisible();
    await expect(row(page, "Apr 8, 2031")).toContainText(/Court B.*Approved/);
    await expect(page.getByRole("radio", { name: "Skipped · 0" })).toBeVisible();
  });

  await test.step("this and the following are moved; what cannot be is said before", async () => {
    await createBooking(club, court, { token, startTime: toInstant(dates[4], "20:00"), name: "Late match" });
    await row(page, "Apr 1, 2031").getByRole("link").click();
    // Wait, because the series has the same name and an "Edit" too.
    await expect(row(page, "Apr 1, 2031")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Badminton school", level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "Edit" }).click();
    await expect(page.getByRole("radio", { name: /^This one/ })).toBeChecked();
    await waitUntilLoaded(page);
    await expectAccessible(page, "the changes");
    await page.getByText("This and the following").click();
    await fillDate(page, "Start time", "20:30");
    await page.getByLabel("Name", { exact: true }).fill("Badminton school, late");
    await page.getByRole("button", { name: "Save" }).click();
    const question = page.getByRole("dialog", { name: "1 date stays as it is" });
    await expect(question.getByRole("listitem")).toContainText(/Apr 15, 2031.*No slot available/);
    await question.getByRole("button", { name: "Change the other 2" }).click();
    await expect(toast(page, "2 events saved")).toBeVisible();
    await expect(row(page, "Mar 18, 2031")).toContainText(/6:00\s–\s7:00\sPM/);
    for (const day of ["Apr 1, 2031", "Apr 8, 2031"]) await expect(row(page, day)).toContainText(/8:30\s–\s9:30\sPM/);
    await expect(row(page, "Apr 15, 2031")).toContainText(/6:00\s–\s7:00\sPM/);
  });

  await test.step("all are canceled, with a reason, and brought back", async () => {
    await page.getByRole("button", { name: "Cancel dates" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel dates of Badminton school, late?" });
    await expect(dialog.getByRole("radio", { name: /^All to come/ })).toBeChecked();
    await dialog.getByRole("button", { name: "Cancel 5 events" }).click();
    await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveAccessibleDescription(/This field is required/);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("The hall is being repaired");
    await dialog.getByRole("button", { name: "Cancel 5 events" }).click();
    const undo = await hoverUndoButton(page, "5 events canceled");
    await expect(row(page, "Apr 1, 2031")).toContainText("Canceled");
    await undo.click();
    await expect(row(page, "Apr 15, 2031")).toContainText("Approved");
    await expect(page.getByRole("main").getByText("Canceled")).toHaveCount(0);
  });

  await test.step("one of them is canceled from its own page", async () => {
    await row(page, "Mar 18, 2031").getByRole("link").click();
    await page.getByRole("link", { name: "Cancel event" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel dates of Badminton school, late?" });
    await expect(dialog.getByRole("radio", { name: /^This one/ })).toBeChecked();
    await expectAccessible(page, "the question");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("School trip");
    await dialog.getByRole("button", { name: "Cancel 1 event" }).click();
    await expect(row(page, "Mar 18, 2031")).toContainText("Canceled");
    await expect(row(page, "Mar 25, 2031")).toContainText("Approved");
    await expect(page).toHaveURL(/\/series\/[0-9a-f-]{36}$/);
  });
});

test.describe("on a telephone, in French", () => {
  test("a series fits, from its form to its end", async ({ another }) => {
    const club = await createClub();
    const { court } = await openTwo(club);
    const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const page = await another({ token: club.token, locale: "fr-FR", ...telephone });
    await createBooking(club, court, {
      token: club.token,
      startTime: toInstant(dates[1], "18:00"),
      name: createNewPerson().lastName,
    });
    await page.goto(`/organizations/${club.id}/events/create-series?fieldId=${court.fieldId}`);
    await fillDate(page, "Date", dates[0]);
    await fillDate(page, "Heure de début", "18:00");
    await page.getByLabel("Nom", { exact: true }).fill("École de badminton");
    await waitUntilLoaded(page);
    await expectNoOverflow(page, "the form");
    await page.getByRole("button", { name: "Voir les dates" }).tap();
    await expect(page.getByRole("row")).toHaveCount(11);
    await expectNoOverflow(page, "the dates");
    await page.getByRole("button", { name: "Utiliser d’autres terrains si possible" }).tap();
    await page.getByRole("button", { name: "Réserver 10 dates" }).tap();
    await expect(page.getByText("10 dates sont réservées.")).toBeVisible();
    await waitUntilLoaded(page);
    await expectNoOverflow(page, "the series");
    await page.getByRole("button", { name: "Annuler des dates" }).tap();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoOverflow(page, "the question");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("link", { name: "Modifier" }).tap();
    await expectDate(page, "Heure de début", "18:00");
    await waitUntilLoaded(page);
    await expectNoOverflow(page, "the changes");
  });
});

const codeTexts = {
  en: {
    ...{ locale: "en-US", date: "Date", start: "Start time", name: "Name", promo: "Promo code", apply: "Apply" },
    ...{
      show: "Show the dates",
      usedUp: /has been used as often/,
      book: "Book 10 dates",
      unknown: "There is no code NOPE.",
    },
  },
  fr: {
    ...{ locale: "fr-FR", date: "Date", start: "Heure de début", name: "Nom", promo: "Code promo", apply: "Appliquer" },
    ...{ show: "Voir les dates", usedUp: /autant de fois que possible/, book: "Réserver 10 dates", unknown: /NOPE/ },
  },
} as const;

for (const language of ["en", "fr"] as const) {
  const texts = codeTexts[language];
  test(`a promo code lowers the dates of a series, as far as it goes (${language})`, async ({ another }) => {
    const club = await createClub();
    const { court } = await openTwo(club);
    const body = { code: "TWICE", kind: "percent", value: 50, maxUses: 2 };
    await callApi("POST", `/organizations/${club.id}/promo-codes`, { token: club.token, body });
    const page = await another({ token: club.token, locale: texts.locale });
    await page.goto(`/organizations/${club.id}/events/create-series?fieldId=${court.fieldId}`);
    await fillDate(page, texts.date, dates[0]);
    await fillDate(page, texts.start, "18:00");
    await page.getByLabel(texts.name, { exact: true }).fill("Badminton");
    await page.getByRole("button", { name: texts.promo }).click();
    await page.getByRole("textbox", { name: texts.promo }).fill("nope");
    await page.getByRole("button", { name: texts.apply }).click();
    await expect(page.getByText(texts.unknown)).toBeVisible();
    await page.getByRole("textbox", { name: texts.promo }).fill("twice");
    await page.getByRole("button", { name: texts.apply }).click();
    await expect(page.getByRole("status").filter({ hasText: "TWICE" })).toBeVisible();
    await page.getByRole("button", { name: texts.show }).click();
    await expect(page.getByRole("row")).toHaveCount(11);
    await expect(page.getByRole("row").filter({ hasText: texts.usedUp })).toHaveCount(8);
    await expectAccessible(page, "the dates of a series with a code");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, "the dates of a series with a code on a phone");
    await page.getByRole("button", { name: texts.book }).click();
    await expect(page).toHaveURL(/\/series\/[0-9a-f-]{36}$/);
  });
}
