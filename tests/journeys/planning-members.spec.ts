import { createClub, addMember, memberRoleId, sidebarLinks } from "./clubs.ts";
import { toInstant, createBooking, dateInDays, createCourt } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

test("a member sees on the planning what is theirs, what is shown and that the rest is taken, and books where it is free", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const date = dateInDays(3);
  const home = `/organizations/${club.id}`;
  const post = (path: string, body: object) =>
    callApi<{ id: string }>("POST", home + path, { token: club.token, body });
  await post("/fields", { name: "Members of the board", facilityId: court.facilityId, confidentiality: "private" });
  const [own, other] = [await addMember(club, memberRoleId, "Agathe"), await addMember(club, memberRoleId, "Basile")];
  const draft = { fieldId: court.fieldId, duration: 60, type: "free_play", confidentiality: "private" };
  const bookAs = (token: string, name: string, hour: string) =>
    callApi("POST", `${home}/events`, { token, body: { ...draft, name, startTime: toInstant(date, hour) } });
  await bookAs(own.token, "With my sister", "09:00");
  await bookAs(other.token, "Secret rendezvous", "11:00");
  await createBooking(club, court, { token: club.token, name: "Open house", startTime: toInstant(date, "13:00") });
  await bookAs(club.token, "Board of directors", "15:00");

  const page = await another({ token: own.token });
  await page.goto("/overview");
  await sidebarLinks(page).filter({ hasText: "Planning" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  await page.goto(`${home}/planning?date=${date}&view=day`);
  const cells = page.getByRole("grid").getByRole("gridcell");
  await expect(cells.filter({ hasText: "With my sister" })).toBeVisible();

  await test.step("names only where they may be known", async () => {
    await expect(cells.filter({ hasText: "Open house" })).toBeVisible();
    await expect(page.locator('[data-item][data-status="busy"]')).toHaveCount(2);
    for (const hidden of ["Secret", "Basile", "Board of", "Members of the board"])
      await expect(page.getByText(hidden)).toHaveCount(0);
    const { data } = await callApi<{ id: string | null }[] & { events: { id: string | null }[] }>(
      "GET",
      `${home}/planning?from=${date}&to=${date}`,
      { token: own.token },
    );
    expect(JSON.stringify(data)).not.toMatch(/Secret|Basile|Board of|Members of the board/);
    expect(data.events.filter(({ id }) => id === null)).toHaveLength(2);
    await waitUntilLoaded(page);
    await expectAccessible(page, "the planning of a member");
  });

  await test.step("a busy time tells nothing when it is clicked, and one’s own tells all", async () => {
    await page.locator('[data-item][data-status="busy"]').first().click();
    await waitUntilLoaded(page);
    await expect(page.getByRole("complementary")).toHaveCount(0);
    await cells.filter({ hasText: "With my sister" }).getByRole("button").click();
    await expect(page.getByRole("heading", { name: "With my sister" })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("where nothing is sold one reads why, and stays", async () => {
    await page.goto(`${home}/planning?date=${dateInDays(-1)}&view=day&hours=all`);
    await page
      .getByRole("grid")
      .locator("[data-lane]")
      .first()
      .click({ position: { x: 60, y: 6 } });
    await expect(toast(page, "That time has passed already.")).toBeVisible();
    await page.goto(`${home}/planning?date=${date}&view=day&hours=all`);
    await page
      .getByRole("grid")
      .locator("[data-lane]")
      .first()
      .click({ position: { x: 60, y: 6 } });
    await expect(toast(page, "Outside the opening hours")).toBeVisible();
    await page.goto(`${home}/planning?date=${date}&view=day`);
    await expect(cells.filter({ hasText: "With my sister" })).toBeVisible();
  });

  await test.step("a free time leads to the booking that members have", async () => {
    const bounds = await page.locator("[data-lane]").first().boundingBox();
    await page.mouse.click((bounds?.x ?? 0) + 60, (bounds?.y ?? 0) + (17 - 8) * 60 + 6);
    await expect(page).toHaveURL(new RegExp(`/events/create\\?.*${court.fieldId}`));
    for (const label of ["Internal notes", "Customized price", "Customer’s name"])
      await expect(page.getByLabel(label)).toHaveCount(0);
    await expect(
      page.getByRole("group", { name: `Free times of ${court.name}` }).getByRole("button", { name: /^5:00 PM/ }),
    ).toHaveAttribute("aria-pressed", "true");
    await page.getByLabel("Name").fill("With my brother");
    await page.getByRole("radio", { name: "Pay on site" }).check();
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await expect(toast(page, /: booked|waits for approval/)).toBeVisible();
  });

  await test.step("and what becomes of it is seen as it happens", async () => {
    await page.goto(`${home}/planning?date=${date}&view=day`);
    const brother = cells.filter({ hasText: "With my brother" });
    await expect(brother).toBeVisible();
    const { data } = await callApi<{ id: string; name: string }[]>(
      "GET",
      `${home}/events?date=${date}&per_page=100`,
      club,
    );
    const id = data.find(({ name }) => name === "With my brother")?.id ?? "";
    await callApi("POST", `${home}/events/${id}/cancel`, { token: club.token, body: { reason: "Rain" } });
    await expect(brother).toHaveCount(0);
  });
});

test("what the list calls free can be booked: after the turnaround, at a start, and by members what is sold to them", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club, { turnaround: 15 });
  const [date, home] = [dateInDays(3), `/organizations/${club.id}`];
  const post = (path: string, body: object) =>
    callApi<{ id: string }>("POST", home + path, { token: club.token, body });
  const { data } = await post("/fields", { name: "Board’s court", facilityId: court.facilityId });
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "08:00", end: "22:00" }));
  await post("/opening-hour-patterns", { name: "Board", hours, fieldIds: [data.id] });
  await createBooking(club, court, { token: club.token, startTime: toInstant(date, "10:00") });
  const guest = await addMember(club, memberRoleId);
  const list = `${home}/planning?date=${date}&view=list`;
  const page = await another({ token: club.token });
  await page.goto(list);
  const rows = page.getByRole("group", { name: "Planning" }).getByRole("button");
  await expect(rows).toHaveText([/Badminton.*Court A · Free play/]);
  await page.getByRole("checkbox", { name: "Show free times" }).check();
  const own = [/8:00 AM – 9:45 AM free.*Court A/, /Badminton/, /11:30 AM – 10:00 PM free.*Court A/];
  const all = [/8:00 AM – 10:00 PM free.*Board’s court/, ...own];
  await expect(rows).toHaveText(all);
  await expect(page).toHaveURL(/free=true/);
  await page.reload();
  await expect(rows).toHaveText(all);
  const members = await another({ token: guest.token });
  await members.goto(`${list}&free=true`);
  await expect(members.getByRole("group", { name: "Planning" }).getByRole("button")).toHaveText(own);

  await page.goto(`${list}&type=training`);
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect(rows).toHaveText([/Badminton/]);

  await page.goto(`${home}/planning/print?sheet=door&fieldId=${court.fieldId}&date=${date}`);
  const free = page.locator(".sheet-list tr[data-free]:visible");
  await expect(free).toHaveText([/8:00\s*–\s*9:45 AM/, /11:30 AM\s*–\s*10:00 PM/]);
  const draft = { fieldId: court.fieldId, duration: 60, type: "free_play", name: "After them" };
  await expect(post("/events", { ...draft, startTime: toInstant(date, "11:00") })).rejects.toThrow(/: 409 /);
  await post("/events", { ...draft, startTime: toInstant(date, "11:30") });
});
