import { expect, type Page, test, toast } from "./journey-test.ts";
import { waitForRequests } from "./page-checks.ts";

test.use({ as: "owner" });

const openForm = async (page: Page, what: "facilities" | "fields") => {
  await page.goto("/overview");
  await page
    .getByRole("navigation", { name: "Main navigation" })
    .getByRole("link", { name: what === "fields" ? "Fields" : "Facilities" })
    .click();
  await page.getByRole("link", { name: what === "fields" ? "Create field" : "Create facility" }).click();
  // Lazy parts of the form, such as the question before leaving, load in the background.
  await waitForRequests(page);
};

test("a value is judged at every change, and everything wrong shows at once", async ({ page }) => {
  await openForm(page, "fields");
  const name = page.getByLabel("Name");
  await name.fill("C");
  await expect(name).not.toHaveAttribute("aria-invalid", "true");
  await name.fill("");
  await expect(name).toHaveAccessibleDescription("This field is required");
  await page.getByLabel("Min people per event").fill("8");
  await page.getByLabel("Max people per event").fill("4");
  await page.getByRole("button", { name: "Create field" }).click();
  await expect(page.getByLabel("Facility")).toHaveAccessibleDescription(
    /This field is required|Choose one of the options/,
  );
  await expect(page.getByLabel("Max people per event")).toHaveAccessibleDescription(
    "The most must not be below the least",
  );
  await expect(page.getByLabel("Facility")).toBeFocused();
  // Another field can resolve a conflict.
  await page.getByLabel("Min people per event").fill("2");
  await expect(page.getByLabel("Max people per event")).toHaveAccessibleDescription("");
});

test("numbers must be numbers within their bounds", async ({ page }) => {
  await openForm(page, "facilities");
  const places = page.getByLabel(/^Parking places/);
  await places.fill("-3");
  await expect(places).toHaveAccessibleDescription("Must be at least 0");
  await places.fill("2.5");
  await expect(places).toHaveAccessibleDescription("Enter a whole number");
  await places.fill("40");
  await expect(places).toHaveAccessibleDescription("");
});

test("the server's refusal lands beside its field, with a toast", async ({ page }) => {
  await page.route("**/facilities", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 422,
          json: { message: "The given data was invalid.", errors: { name: ["This name is taken."] } },
        })
      : route.fallback(),
  );
  await openForm(page, "facilities");
  await page.getByLabel("Name").fill("Parc");
  await page.getByRole("button", { name: "Create facility" }).click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription("This name is taken.");
  await expect(page.getByLabel("Name")).toBeFocused();
  await expect(toast(page, "The given data was invalid.")).toBeVisible();
  await page.getByLabel("Name").fill("Parc neuf");
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription("");
});

test("while it is sent the button turns and neither it nor reset can be clicked", async ({ page }) => {
  let answer = () => {};
  const requested = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/facilities", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await requested;
    return route.fulfill({ status: 409, json: { message: "Not now." } });
  });
  await openForm(page, "facilities");
  await page.getByLabel("Name").fill("Parc");
  const submit = page.getByRole("button", { name: "Create facility" });
  await submit.click();
  await expect(submit).toHaveAttribute("aria-busy", "true");
  await expect(submit).toBeDisabled();
  await expect(submit.locator("[data-spinner]")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reset" })).toBeDisabled();
  answer();
  await expect(toast(page, "Not now.")).toBeVisible();
  await expect(submit).toBeEnabled();
  await expect(page.getByRole("button", { name: "Reset" })).toBeEnabled();
  await expect(page.getByLabel("Name")).toHaveValue("Parc");
});

test("without a connection the form says so and keeps everything", async ({ page, context }) => {
  await openForm(page, "facilities");
  await page.getByLabel("Name").fill("Parc");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Create facility" }).click();
  await expect(toast(page, "The server cannot be reached.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Parc");
  await context.setOffline(false);
});

test("reset restores what the form began with", async ({ page }) => {
  await openForm(page, "fields");
  await page.getByLabel("Name").fill("Court");
  await page.getByRole("switch", { name: "Bookable" }).click();
  await page.getByText("Private", { exact: true }).click();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("");
  await expect(page.getByRole("switch", { name: "Bookable" })).not.toBeChecked();
  await expect(page.getByRole("radio", { name: "Public" })).toBeChecked();
  await expect(page.getByLabel("Max people per event")).toHaveValue("99");
});

test("leaving a changed form asks; an unchanged one lets go", async ({ page }) => {
  await openForm(page, "facilities");
  const events = page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Events" });
  await page.getByLabel("Name").fill("Parc");
  await events.click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(question.getByRole("button", { name: "Stay here" })).toBeFocused();
  await question.getByRole("button", { name: "Stay here" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel("Name")).toHaveValue("Parc");
  await events.click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Events", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Name")).toHaveValue("");
  await events.click();
  await expect(page).toHaveURL(/\/events$/);
});
