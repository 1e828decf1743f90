import { expect, type Page, test, toast } from "./journey-test.ts";
import { createNewPerson, registerConfirmed } from "./people.ts";

const all = (page: Page) => page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");

const openPreferences = async (another: () => Promise<Page>) => {
  const page = await another();
  await page.goto("/settings/preferences");
  return page;
};

test("the newest toast comes first, and there are four at most", async ({ another }) => {
  const token = await registerConfirmed(createNewPerson());
  const page = await openPreferences(() => another({ token }));
  const answers: (() => Promise<void>)[] = [];
  await page.route("**/api/v1/auth/user", (route) => {
    const message = `Refused ${answers.length + 1}`;
    if (route.request().method() !== "PATCH") return route.fallback();
    answers.push(() => route.fulfill({ status: 409, json: { message } }));
  });
  for (const theme of ["Dark", "Light", "Dark", "Light", "Dark"])
    await page.getByRole("radio", { name: theme }).click();
  // Each choice is sent after the response to the previous one.
  for (let sent = 0; sent < 5; sent += 1) {
    await expect.poll(() => answers.length).toBe(sent + 1);
    await answers[sent]?.();
    // Hovering the first toast keeps all open until the last appears.
    if (sent === 0) await toast(page, "Refused 1").hover();
  }
  // Sort by position on the screen, because CSS changes the order of the document.
  const seen = () =>
    all(page).evaluateAll((toasts) =>
      toasts
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((item) => /Refused \d/.exec(item.textContent)?.[0]),
    );
  await expect.poll(seen, { intervals: [50] }).toEqual(["Refused 5", "Refused 4", "Refused 3", "Refused 2"]);
});

test("a toast leaves when it is swiped 50 pixels to the right, not before; F8 leads to it", async ({ another }) => {
  const token = await registerConfirmed(createNewPerson());
  const page = await openPreferences(() => another({ token }));
  await page.clock.install();
  await page.getByRole("radio", { name: "Dark" }).click();
  const saved = toast(page, "Saved");
  await expect(saved).toBeVisible();
  const box = await saved.boundingBox();
  if (!box) throw new Error("the toast has no place");
  const swipe = async (distance: number) => {
    const [x, y] = [box.x + 60, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance / 2, y);
    await page.mouse.move(x + distance, y);
    await page.mouse.up();
  };
  await swipe(45);
  await expect(saved).toHaveAttribute("data-state", "open");
  await swipe(70);
  await page.clock.runFor(1000);
  await expect(saved).toBeHidden();

  await page.getByRole("radio", { name: "Light" }).click();
  await expect(saved).toBeVisible();
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: "Notifications (F8)" }).getByRole("list")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await page.clock.runFor(1000);
  await expect(saved).toBeHidden();
});
