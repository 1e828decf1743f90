import { createClub } from "./clubs.ts";
import { toInstant, createBooking, dateInDays, createCourt } from "./courts.ts";
import { expect, type Page, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";
import { fillDate } from "./date-fields.ts";

test.slow();

const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name: title, exact: true }) });
const figure = (page: Page, label: string) =>
  page.getByRole("list", { name: "Today" }).getByRole("listitem").filter({ hasText: label });
const results = (page: Page, count: number) => expect(page.getByText(new RegExp(`- ${count} results?$`))).toBeVisible();

test("every figure of the overview leads to a list that shows the same, for the period that is chosen", async ({
  another,
}) => {
  const club = await createClub();
  const court = await createCourt(club);
  const { token } = club;
  const act = (id: string, rest: string, body: object) =>
    callApi("POST", `/organizations/${club.id}/events/${id}/${rest}`, { token, body });
  const [soon, , gone] = [
    await createBooking(club, court, { token, startTime: toInstant(dateInDays(2), "10:00"), name: "Paid" }),
    await createBooking(club, court, { token, startTime: toInstant(dateInDays(3), "11:00"), name: "Unpaid" }),
    await createBooking(club, court, { token, startTime: toInstant(dateInDays(4), "12:00"), name: "Gone" }),
  ];
  await act(gone, "cancel", { reason: "Rain" });
  await act(soon, "payments", { method: "cash", amount: 1800 });
  const page = await another({ token });
  await page.goto("/overview");
  await waitUntilLoaded(page);
  await expectAccessible(page, "the overview");

  await test.step("what this day asks for, by keys", async () => {
    await expect(figure(page, "Events today")).toContainText("0");
    const unpaid = figure(page, "Unpaid");
    await expect(unpaid).toContainText("1");
    await unpaid.getByRole("link").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Unpaid" })).toBeVisible();
    await results(page, 1);
    await expect(page.getByRole("table", { name: "Unpaid" })).toContainText("€18.00");
    await page.goBack();
  });

  await test.step("revenue is what the invoices add up to", async () => {
    await expect(card(page, "Revenue").getByText("€18.00", { exact: true }).first()).toBeVisible();
    await card(page, "Revenue").getByRole("link", { name: "See all" }).click();
    await expect(page.getByRole("region", { name: "Sums" })).toContainText("€18.00");
    await page.goBack();
  });

  await test.step("behind each chart is a table", async () => {
    const days = page.getByRole("table", { name: "Revenue" }).getByRole("row");
    await expect(days).toHaveCount(31);
    await expect(days.last().getByRole("cell").first()).toHaveText("€18.00");
    await expect(page.getByRole("table", { name: "Occupancy" }).getByRole("row")).toHaveCount(31);
    await expect(page.getByRole("table", { name: "Busiest hours" }).getByRole("columnheader")).toHaveCount(8);
    await page.getByRole("combobox", { name: "Period" }).selectOption("Last 7 days");
    await expect(days).toHaveCount(8);
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
  });

  await test.step("another period has other figures", async () => {
    const period = page.getByRole("group", { name: "Period" });
    await fillDate(period, "To", dateInDays(7));
    await fillDate(period, "From", dateInDays(1));
    await expect(page).toHaveURL(new RegExp(`from=${dateInDays(1)}&to=${dateInDays(7)}`));
    await expect(card(page, "Revenue").getByText("€0.00", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("table", { name: "Occupancy" }).getByRole("rowheader").first()).toHaveText(
      Temporal.PlainDate.from(dateInDays(1)).toLocaleString("en-US", {
        month: "short",
        day: "numeric",
        year: "numeric",
      }),
    );
    const free = card(page, "By type").getByRole("listitem").filter({ hasText: "Free play" });
    await expect(free).toContainText("2");
    await free.getByRole("link").click();
    await results(page, 2);
    await page.goBack();
    const canceled = card(page, "By status").getByRole("listitem").filter({ hasText: "Canceled" });
    await expect(canceled).toContainText("1");
    await canceled.getByRole("link").click();
    await results(page, 1);
    await page.goBack();
    await card(page, "Top fields").getByRole("link", { name: court.name }).click();
    await results(page, 2);
    await page.goBack();
    await card(page, "Occupancy").getByRole("link", { name: "See all" }).click();
    await results(page, 2);
    await page.goBack();
  });

  await test.step("a busy hour, reached by keys, leads to what takes place then", async () => {
    const hours = page.getByRole("table", { name: "Busiest hours" });
    await expect(hours.getByRole("link")).toHaveCount(2);
    await expect(hours.locator("a[tabindex='0']")).toHaveCount(1);
    await expectAccessible(page, "busy hours");
    const dayOf = (days: number) =>
      Temporal.PlainDate.from(dateInDays(days)).toLocaleString("en-US", { weekday: "long" });
    await hours.locator("a[tabindex='0']").focus();
    await expect(hours.getByRole("link", { name: `${dayOf(2)} 10:00 AM: 1 h` })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(hours.getByRole("link", { name: `${dayOf(3)} 11:00 AM: 1 h` })).toBeFocused();
    await page.keyboard.press("Enter");
    await results(page, 1);
    await expect(page.getByRole("table", { name: "Events" })).toContainText("Unpaid");
    await expectAccessible(page, "the events of an hour");
    const short = Temporal.PlainDate.from(dateInDays(3)).toLocaleString("en-US", { weekday: "short" });
    await page.getByRole("button", { name: new RegExp(`^${short},? 11\\sAM$`) }).click();
    await results(page, 2);
  });

  await test.step("all of it fits a telephone, in French too", async () => {
    const phone = await another({ token, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await phone.addInitScript(() => localStorage.setItem("language", "fr"));
    await phone.goto("/overview");
    await waitUntilLoaded(phone);
    await expectNoOverflow(phone, "the overview");
  });
});
