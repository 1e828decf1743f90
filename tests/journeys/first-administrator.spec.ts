/** An empty server of its own: the first administrator, and with the same clicks a first bookable court. */
import { countClicks } from "./clicks.ts";
import { type RunningServer, startServer } from "#tests/support/start-server.ts";
import { expect, signIn, test as base, toast } from "./journey-test.ts";
import { expectAccessible } from "./page-checks.ts";

let emptyServer: RunningServer | undefined;
const test = base.extend({
  baseURL: ({ baseURL }, run) => run(emptyServer?.url ?? baseURL),
});
test.beforeAll(async () => {
  emptyServer = await startServer("empty", { DEMO: "0" });
});
test.afterAll(() => emptyServer?.stop());
const printed = () => emptyServer?.output() ?? "";

const password = "a quiet green court";

test("from an empty server to one bookable court in at most 12 clicks, with the code of its output", async ({
  page,
}) => {
  await expect.poll(printed).toMatch(/Stop with Ctrl-C/);
  const [, address = ""] = /^ *(http\S+\/auth\/first-administrator)$/m.exec(printed()) ?? [];
  const [, code = ""] = /with this code.*: (\S+)$/m.exec(printed()) ?? [];
  const clicks = await countClicks(page);
  await test.step("the server's address, and its login, lead there", async () => {
    for (const path of ["/", "/auth/login"]) {
      await page.goto(path);
      await expect(page).toHaveURL(address);
    }
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/auth/login");
  });
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Create the first administrator" })).toBeVisible();
  await expectAccessible(page, "first administrator");
  await expect(page.getByLabel("One-time code")).toBeFocused();
  const type = async (...texts: string[]) => {
    for (const text of texts) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
  };

  await test.step("a wrong code is refused beside its field", async () => {
    await type("AAAA-BBBB", "Ada", "Lemaire", "ada@journeys.test", password);
    await page.getByLabel("Confirm password").fill(password);
    await page.getByRole("button", { name: "Create administrator" }).click();
    await expect(page.getByLabel("One-time code")).toHaveAccessibleDescription(/^This code is wrong, used already/);
    await expect(page.getByLabel("One-time code")).toBeFocused();
  });

  await test.step("the right one signs in, and leads to the page that makes a club", async () => {
    await clicks.restart();
    await page.getByLabel("One-time code").fill(code);
    await page.getByRole("button", { name: "Create administrator" }).click();
    await expect(page.getByRole("heading", { name: "Set up a club", level: 1 })).toBeVisible();
  });

  await test.step("a club with one court", async () => {
    await page.getByLabel("Club name").click();
    await page.keyboard.type("Padel des Monts");
    await page.getByLabel("Street and number").click();
    await type("8 rue du Lac", "69003", "Lyon");
    await page.getByRole("button", { name: "Padel", exact: true }).click();
    await page.getByRole("button", { name: "Make my club" }).click();
    await expect(toast(page, "The club is made")).toBeVisible();
    await page.getByRole("link", { name: "Open the planning" }).click();
    await expect(page.getByRole("rowheader").filter({ hasText: "Padel 1" })).toBeVisible();
    expect(clicks.total()).toBeLessThanOrEqual(12);
  });

  await test.step("after that there is no such page, and the account signs in like every other", async () => {
    await page.goto("/auth/logout");
    await expect(page).toHaveURL("/auth/login");
    await page.goto("/auth/first-administrator");
    await expect(page).toHaveURL("/auth/login");
    await signIn(page, "ada@journeys.test", password);
    await expect(page).toHaveURL("/overview");
  });
});
