import { found, join, member } from "./clubs.ts";
import { at, book, openCourt } from "./courts.ts";
import { block, box, clickAt, date, named, openDesk, pointAt } from "./desk.ts";
import { expect, test, toast } from "./journey.ts";
import { expectAccessible, expectFitting, settled } from "./looks.ts";

test.slow();

test("what the small box has no room for goes on in the whole forms, with all that was typed", async ({ another }) => {
  const club = await found();
  const court = await openCourt(club);
  await book(club, court, { token: club.token, startTime: at(date, "14:00"), name: "Lesson" });
  const page = await another({ token: club.token });
  await openDesk(page, club);

  await clickAt(page, 0, 10);
  await box(page).getByRole("button", { name: "New customer" }).click();
  await box(page).getByLabel("Customer’s name").fill("Ines Morel");
  await box(page).getByLabel("People").fill("2");
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeHidden();
  await clickAt(page, 0, 10);
  await expect(box(page).getByLabel("Customer’s name")).toHaveValue("Ines Morel");
  await box(page).getByRole("button", { name: "More…" }).click();
  // The small box has the same fields.
  await expect(page.getByRole("heading", { name: "Create event", level: 1 })).toBeVisible();
  await expect(page.getByLabel("Customer’s name")).toHaveValue("Ines Morel");
  await expect(page.getByRole("spinbutton", { name: /^People/ })).toHaveValue("2");
  await expect(page.getByLabel("Start time")).toHaveValue("10:00");
  await settled(page);
  await page.getByLabel("Name", { exact: true }).fill("Ines plays");
  await page.getByRole("button", { name: "Create event" }).click();
  await expect.poll(async () => (await named(club, "Ines plays"))?.people).toBe(2);

  await openDesk(page, club);
  await clickAt(page, 0, 13);
  await box(page).getByText("Block", { exact: true }).first().click();
  await box(page).getByLabel("Duration in minutes").fill("180");
  await box(page).getByRole("button", { name: "Competition" }).click();
  await expect(box(page).getByText("1 booking is inside")).toBeVisible();
  await box(page).getByRole("button", { name: "Decide and close" }).click();
  await expect(page.getByRole("combobox", { name: "Facility or field" })).toHaveValue("Court A");
  await expect(page.getByLabel("From", { exact: true }).first()).toHaveValue(date);
  await page.getByRole("button", { name: "Create closure" }).click();
  await expect(page.getByRole("group", { name: "Lesson" })).toBeVisible();
});

test("where there is no field yet, the planning says what to do first", async ({ another }) => {
  const club = await found();
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
  const club = await found();
  const court = await openCourt(club);
  await book(club, court, { token: club.token, startTime: at(date, "10:00"), name: "Lesson" });
  const page = await another({ token: club.token });
  await openDesk(page, club);
  const loading = new Set<object>();
  page.on("request", (request) => request.resourceType() === "script" && loading.add(request));
  page.on("requestfinished", (request) => loading.delete(request));
  const loads = page.waitForRequest(/quick-create/);
  await block(page, /^Lesson/).focus();
  await loads;
  await expect.poll(() => loading.size).toBe(0);
  await page.context().setOffline(true);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(box(page)).toBeVisible();
  await page.context().setOffline(false);
});

test("a name that was typed and not chosen from the list is booked all the same, by the button as by Enter", async ({
  another,
}) => {
  const club = await found();
  await openCourt(club);
  const page = await another({ token: club.token });
  await openDesk(page, club);
  await clickAt(page, 0, 10);
  await page.keyboard.type("Ines Morel");
  await box(page).getByRole("button", { name: "Book", exact: true }).click();
  await expect(block(page, /^Ines Morel, Court A/)).toBeVisible();
  await clickAt(page, 0, 12);
  await page.keyboard.type("Paul");
  // Not by a click: the list may stand above it by then.
  await box(page).getByLabel("People").focus();
  await expect(box(page).getByLabel("Customer’s name")).toHaveValue("Paul");
  await box(page).getByRole("button", { name: "Search for a customer instead" }).click();
  await expect(box(page).getByRole("combobox", { name: "Customer" })).toHaveValue("");
});

test("Enter waits for who is meant: a member typed as fast as pasted is booked, and no newcomer of that name", async ({
  another,
}) => {
  const club = await found();
  await openCourt(club);
  const { id: userId, person } = await join(club, member, "Agathe");
  const name = `${person.firstName} ${person.lastName}`;
  const page = await another({ token: club.token });
  await openDesk(page, club);
  await clickAt(page, 0, 10);
  // The answer comes when nobody waits for it any more.
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(/\/users\?/, async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  await page.keyboard.insertText(name);
  await page.keyboard.press("Enter");
  await expect(box(page).getByRole("combobox", { name: "Customer" })).toHaveValue(name);
  await expect.poll(() => asked).toBeGreaterThan(0);
  answer();
  await expect(box(page).getByRole("combobox", { name: "Customer" })).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Enter");
  await expect(block(page, new RegExp(`^${name}, Court A`))).toBeVisible();
  expect(await named(club, name)).toMatchObject({ customer: { userId } });
});

test("a click decides where and when, whatever was left before; and the second of a double click means nothing beneath", async ({
  another,
}) => {
  const club = await found();
  await openCourt(club);
  const page = await another({ token: club.token });
  await openDesk(page, club);
  await clickAt(page, 0, 10);
  await box(page).getByLabel("Start time").fill("13:00");
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeHidden();
  await clickAt(page, 0, 10);
  await expect(box(page).getByLabel("Start time")).toHaveValue("10:00");
  const clickTwice = async (name: string) => {
    const bounds = await box(page).getByRole("button", { name, exact: true }).boundingBox();
    if (!bounds) throw new Error(`There is no button ${name}`);
    await page.mouse.dblclick(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2);
  };
  await clickTwice("Cancel");
  await expect(box(page)).toHaveCount(0);
  await clickAt(page, 0, 10);
  await clickTwice("Book");
  await expect(block(page, /^Free play, Court A, 10:00 AM/)).toBeVisible();
  await expect(box(page)).toHaveCount(0);
});

test("outside the opening hours one books on purpose, and says why", async ({ another }) => {
  const club = await found();
  await openCourt(club);
  const page = await another({ token: club.token });
  await openDesk(page, club);
  await clickAt(page, 0, 9);
  await box(page).getByLabel("Start time").fill("07:00");
  await box(page).getByRole("radio", { name: "Free" }).check();
  await box(page).getByRole("switch", { name: "Book outside the opening hours" }).click();
  await box(page).getByRole("button", { name: "Book", exact: true }).click();
  await expect(box(page).getByLabel("Reason")).toHaveAttribute("aria-invalid", "true");
  await box(page).getByLabel("Reason").fill("The team trains");
  await box(page).getByRole("button", { name: "Book", exact: true }).click();
  await expect(toast(page, "Event created")).toBeVisible();
  const early = await named(club, "Free play");
  expect(early).toMatchObject({ price: 0, internalNotes: "Outside the opening hours: The team trains" });
});

test("sur un téléphone, on réserve d’un doigt, en français", async ({ another }) => {
  const club = await found();
  await openCourt(club);
  const viewport = { width: 390, height: 844 };
  const page = await another({ token: club.token, viewport, hasTouch: true, isMobile: true, locale: "fr-FR" });
  await openDesk(page, club);
  const { x, y } = await pointAt(page, 0, 10);
  await page.touchscreen.tap(x, y);
  await expect(box(page)).toBeVisible();
  await expectFitting(page, "the small box on a phone");
  await expectAccessible(page, "the small box on a phone");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(
    box(page)
      .getByText(/18,00\s€/)
      .first(),
  ).toBeVisible();
  await box(page).getByRole("button", { name: "Nouveau client" }).click();
  await box(page).getByLabel("Nom du client").fill("Inès Morel");
  await box(page).getByRole("button", { name: "Réserver", exact: true }).click();
  await expect(block(page, /^Inès Morel, Court A/)).toBeVisible();
  expect(await named(club, "Inès Morel")).toMatchObject({ price: 1800 });
});
