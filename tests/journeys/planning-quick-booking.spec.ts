import { createClub, addMember, memberRoleId } from "./clubs.ts";
import { toInstant, createBooking, createCourt } from "./courts.ts";
import {
  eventBlock,
  hourPx,
  quickBookingDialog,
  clickLane,
  planningDate,
  findEventByName,
  openPlanning,
  pointOnLane,
} from "./planning-steps.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { expectDate, fillDate } from "./date-fields.ts";
import { findScript } from "./scripts.ts";

test.slow();

test("what the small box has no room for goes on in the whole forms, with all that was typed", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  await createBooking(club, court, { token: club.token, startTime: toInstant(planningDate, "14:00"), name: "Lesson" });
  const page = await another({ token: club.token });
  await openPlanning(page, club);

  await clickLane(page, 0, 10);
  await quickBookingDialog(page).getByRole("button", { name: "New customer" }).click();
  await quickBookingDialog(page).getByLabel("Customer’s name").fill("Ines Morel");
  await quickBookingDialog(page).getByLabel("People").fill("2");
  await page.keyboard.press("Escape");
  await expect(quickBookingDialog(page)).toBeHidden();
  await clickLane(page, 0, 10);
  await expect(quickBookingDialog(page).getByLabel("Customer’s name")).toHaveValue("Ines Morel");
  await quickBookingDialog(page).getByRole("button", { name: "More…" }).click();
  // Wait, because the quick booking box has the same fields.
  await expect(page.getByRole("heading", { name: "Create event", level: 1 })).toBeVisible();
  await expect(page.getByLabel("Customer’s name")).toHaveValue("Ines Morel");
  await expect(page.getByRole("spinbutton", { name: /^People/ })).toHaveValue("2");
  await expectDate(page, "Start time", "10:00");
  await waitUntilLoaded(page);
  await page.getByLabel("Name", { exact: true }).fill("Ines plays");
  await page.getByRole("button", { name: "Create event" }).click();
  await expect.poll(async () => (await findEventByName(club, "Ines plays"))?.people).toBe(2);

  await openPlanning(page, club);
  await clickLane(page, 0, 13);
  await quickBookingDialog(page).getByText("Block", { exact: true }).first().click();
  await quickBookingDialog(page).getByLabel("Duration in minutes").fill("180");
  await quickBookingDialog(page).getByRole("button", { name: "Competition" }).click();
  await expect(quickBookingDialog(page).getByText("1 booking is inside")).toBeVisible();
  await quickBookingDialog(page).getByRole("button", { name: "Block", exact: true }).click();
  await expect(
    page.getByRole("dialog", { name: "Block 1 field" }).getByRole("group", { name: "Lesson" }),
  ).toBeVisible();
});

test("where there is no field yet, the planning says what to do first", async ({ another }) => {
  const club = await createClub();
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/planning`);
  await expect(page.getByText("No field found")).toBeVisible();
  await page.getByRole("radio", { name: "Month" }).check({ force: true });
  await expect(page).toHaveURL(/view=month/);
  await expect(page.getByText("A field is what can be booked")).toBeVisible();
  await page.getByRole("link", { name: "Create field" }).click();
  await expect(page).toHaveURL(/fields\/create/);
});

test("who works by keys has the small box at once: it is loaded as soon as the grid has the focus", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  await createBooking(club, court, { token: club.token, startTime: toInstant(planningDate, "10:00"), name: "Lesson" });
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  const loading = new Set<object>();
  page.on("request", (request) => request.resourceType() === "script" && loading.add(request));
  page.on("requestfinished", (request) => loading.delete(request));
  const loads = page.waitForRequest(`**${findScript("quick-booking-form.tsx")}`);
  await eventBlock(page, /^Lesson/).focus();
  await loads;
  await expect.poll(() => loading.size).toBe(0);
  await page.context().setOffline(true);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(quickBookingDialog(page)).toBeVisible();
  await page.context().setOffline(false);
});

test("a name that was typed and not chosen from the list is booked all the same, by the button as by Enter", async ({
  another,
}) => {
  const club = await createClub();
  await createCourt(club);
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  await clickLane(page, 0, 10);
  await page.keyboard.type("Ines Morel");
  await quickBookingDialog(page).getByRole("button", { name: "Book", exact: true }).click();
  await expect(eventBlock(page, /^Ines Morel, Court A/)).toBeVisible();
  await clickLane(page, 0, 12);
  await page.keyboard.type("Paul");
  // Focus instead of a click, because the list may cover the field.
  await quickBookingDialog(page).getByLabel("People").focus();
  await expect(quickBookingDialog(page).getByLabel("Customer’s name")).toHaveValue("Paul");
  await quickBookingDialog(page).getByRole("button", { name: "Search for a customer instead" }).click();
  await expect(quickBookingDialog(page).getByRole("combobox", { name: "Customer" })).toHaveValue("");
});

test("a walk-in is asked about before a second customer is made, and nothing that was typed is lost", async ({
  another,
}) => {
  const club = await createClub();
  await createCourt(club);
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  const box = quickBookingDialog(page);
  await clickLane(page, 0, 10);
  await page.keyboard.type("Zoé Lebrun 06 12 34 56 78");
  await box.getByRole("button", { name: "New customer" }).click();
  await expect(box.getByLabel("Customer’s name")).toHaveValue("Zoé Lebrun");
  await expect(box.getByLabel("Phone")).toHaveValue("06 12 34 56 78");
  await box.getByRole("button", { name: "Book", exact: true }).click();
  await expect(eventBlock(page, /^Zoé Lebrun, Court A/)).toBeVisible();

  await clickLane(page, 0, 12);
  await page.keyboard.type("zoe lebrum");
  await box.getByRole("button", { name: "Book", exact: true }).click();
  await expect(box.getByText("Somebody similar is a customer already")).toBeVisible();
  await expect(box.getByText("Is it Zoé Lebrun?")).toBeVisible();
  await expectAccessible(page, "the question before a second customer is made");
  await box.getByLabel("Email").fill("zoe@club.example");
  await box.getByRole("button", { name: "Yes, it is Zoé Lebrun" }).click();
  await expect(box.getByRole("combobox", { name: "Customer" })).toHaveValue("Zoé Lebrun");
  await box.getByRole("button", { name: "Book", exact: true }).click();
  await expect(eventBlock(page, /^Zoé Lebrun, Court A/)).toHaveCount(2);

  await clickLane(page, 0, 14);
  await page.keyboard.type("Zoe Lebrun");
  await box.getByRole("button", { name: "New customer" }).click();
  await expect(box.getByText("zoe@club.example")).toBeVisible();
  await box.getByRole("button", { name: "No, somebody new" }).click();
  await expect(box.getByText("Is it Zoé Lebrun?")).toBeHidden();
  await box.getByRole("button", { name: "Book", exact: true }).click();
  await expect(eventBlock(page, /^Zoe Lebrun, Court A/)).toBeVisible();
});

test("Enter waits for who is meant: a member typed as fast as pasted is booked, and no newcomer of that name", async ({
  another,
}) => {
  const club = await createClub();
  await createCourt(club);
  const { id: userId, person } = await addMember(club, memberRoleId, "Agathe");
  const name = `${person.firstName} ${person.lastName}`;
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  await clickLane(page, 0, 10);
  // The response arrives after the user has moved on.
  const { promise: pendingAnswer, resolve: answer } = Promise.withResolvers<void>();
  let requestCount = 0;
  await page.route(/\/customers\?/, async (route) => {
    requestCount += 1;
    await pendingAnswer;
    await route.continue();
  });
  await page.keyboard.insertText(name);
  await page.keyboard.press("Enter");
  await expect(quickBookingDialog(page).getByRole("combobox", { name: "Customer" })).toHaveValue(name);
  await expect.poll(() => requestCount).toBeGreaterThan(0);
  answer();
  await expect(quickBookingDialog(page).getByRole("combobox", { name: "Customer" })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  await page.keyboard.press("Enter");
  await expect(eventBlock(page, new RegExp(`^${name}, Court A`))).toBeVisible();
  expect(await findEventByName(club, name)).toMatchObject({ customer: { userId } });
});

test("a click decides where and when, whatever was left before; and the second of a double click means nothing beneath", async ({
  another,
}) => {
  const club = await createClub();
  await createCourt(club);
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  await clickLane(page, 0, 10);
  await fillDate(quickBookingDialog(page), "Start time", "13:00");
  await page.keyboard.press("Escape");
  await expect(quickBookingDialog(page)).toBeHidden();
  await clickLane(page, 0, 10);
  await expectDate(quickBookingDialog(page), "Start time", "10:00");
  const clickTwice = async (name: string) => {
    const bounds = await quickBookingDialog(page).getByRole("button", { name, exact: true }).boundingBox();
    if (!bounds) throw new Error(`There is no button ${name}`);
    await page.mouse.dblclick(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2);
  };
  await clickTwice("Cancel");
  await expect(quickBookingDialog(page)).toHaveCount(0);
  await clickLane(page, 0, 10);
  await clickTwice("Book");
  await expect(eventBlock(page, /^Free play, Court A, 10:00 AM/)).toBeVisible();
  await expect(quickBookingDialog(page)).toHaveCount(0);
});

test("outside the opening hours one books on purpose, and says why", async ({ another }) => {
  const club = await createClub();
  await createCourt(club);
  const page = await another({ token: club.token });
  await openPlanning(page, club);
  await clickLane(page, 0, 9);
  await fillDate(quickBookingDialog(page), "Start time", "07:00");
  await quickBookingDialog(page).getByRole("radio", { name: "Free" }).check();
  await quickBookingDialog(page).getByRole("switch", { name: "Book outside the opening hours" }).click();
  await quickBookingDialog(page).getByRole("button", { name: "Book", exact: true }).click();
  await expect(quickBookingDialog(page).getByRole("textbox", { name: "Reason" })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await quickBookingDialog(page).getByRole("textbox", { name: "Reason" }).fill("The team trains");
  await quickBookingDialog(page).getByRole("button", { name: "Book", exact: true }).click();
  await expect(toast(page, "Free play: booked")).toBeVisible();
  const early = await findEventByName(club, "Free play");
  expect(early).toMatchObject({ price: 0, internalNotes: "Outside the opening hours: The team trains" });
});

test("sur un téléphone, on réserve d’un doigt, en français", async ({ another }) => {
  const club = await createClub();
  const court = await createCourt(club);
  const viewport = { width: 390, height: 844 };
  const page = await another({ token: club.token, viewport, hasTouch: true, isMobile: true, locale: "fr-FR" });
  await openPlanning(page, club);
  const { x, y } = await pointOnLane(page, 0, 10);
  await page.touchscreen.tap(x, y);
  await expect(quickBookingDialog(page)).toBeVisible();
  await expectNoOverflow(page, "the small box on a phone");
  await expectAccessible(page, "the small box on a phone");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(
    quickBookingDialog(page)
      .getByText(/18,00\s€/)
      .first(),
  ).toBeVisible();
  await quickBookingDialog(page).getByRole("button", { name: "Nouveau client" }).click();
  await quickBookingDialog(page).getByLabel("Nom du client").fill("Inès Morel");
  await quickBookingDialog(page).getByRole("button", { name: "Réserver", exact: true }).click();
  await expect(eventBlock(page, /^Inès Morel, Court A/)).toBeVisible();
  expect(await findEventByName(club, "Inès Morel")).toMatchObject({ price: 1800 });

  const booked = toast(page, /^Court A, .*, Inès Morel\s: réservé/);
  const box = await booked.boundingBox();
  const header = await page.getByRole("banner").boundingBox();
  expect(box?.y, "below the header").toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
  await booked.getByRole("button", { name: "Annuler" }).tap();
  await expect(eventBlock(page, /^Inès Morel/)).toBeHidden();

  const late = await createBooking(club, court, { token: club.token, startTime: toInstant(planningDate, "20:00") });
  await page.goto(`/organizations/${club.id}/planning?date=${planningDate}&view=day&eventId=${late}`);
  const panel = page.getByRole("complementary", { name: "Événement" });
  await expect(panel.getByRole("link", { name: "Badminton" }).or(panel.getByText("Badminton")).first()).toBeVisible();
  const lateBlock = eventBlock(page, /^Badminton, Court A/);
  const edges = async () => {
    const [block, over] = [await lateBlock.boundingBox(), await panel.boundingBox()];
    return (over?.y ?? 0) - ((block?.y ?? 0) + 20);
  };
  await expect.poll(edges, "the event is seen above its panel").toBeGreaterThan(0);
  await panel.getByRole("button", { name: "Fermer" }).tap();
  await openPlanning(page, club);

  await page.touchscreen.tap(x, y);
  await quickBookingDialog(page).getByRole("button", { name: "Réserver", exact: true }).click();
  await page.touchscreen.tap(x, y + 2 * hourPx);
  const submit = quickBookingDialog(page).getByRole("button", { name: "Réserver", exact: true });
  await expect(submit).toBeVisible();
  const top = (await submit.boundingBox())?.y ?? 0;
  const bottom = async () => {
    const bounds = await toast(page, /réservé/)
      .first()
      .boundingBox();
    return (bounds?.y ?? 0) + (bounds?.height ?? 0);
  };
  await expect.poll(bottom, "above the button").toBeLessThanOrEqual(top);
});
