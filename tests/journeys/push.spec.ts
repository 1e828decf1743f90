/** News on devices: asked for by the person alone, shown by the service worker, and ended by signing out. */
import type { BrowserContext } from "@playwright/test";
import { addMember, type Club, createClub, memberRoleId } from "./clubs.ts";
import { expect, test } from "./journey-test.ts";
import { expectAccessible } from "./page-checks.ts";
import { callApi } from "./people.ts";

let club: Club;
test.beforeAll(async () => {
  club = await createClub();
});

/** Takes the place of the push service of the browser's maker, which the tests cannot reach. */
const replacePushService = (context: BrowserContext, endpoint: string) =>
  context.addInitScript((address) => {
    const keys = {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    const name = "push-of-the-test";
    const subscription = {
      endpoint: address,
      toJSON: () => ({ endpoint: address, keys }),
      unsubscribe: async () => {
        localStorage.removeItem(name);
        return true;
      },
    };
    PushManager.prototype.getSubscription = async () => (localStorage.getItem(name) ? (subscription as never) : null);
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(name, "on");
      return subscription as never;
    };
  }, endpoint);

test("a member lets this browser be told, and signing out ends it", async ({ another }) => {
  const { token } = await addMember(club, memberRoleId);
  const page = await another({ token, serviceWorkers: "allow", permissions: ["notifications"] });
  await replacePushService(page.context(), `https://fcm.googleapis.com/fcm/send/${process.pid}`);
  const devices = async () => (await callApi<{ isCurrent: boolean }[]>("GET", "/auth/user/push", { token })).data;
  await page.goto("/settings/profile");
  // The service worker starts while a page rests.
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active);
  await page.getByRole("link", { name: "Notifications" }).click();
  const here = page.getByRole("switch", { name: "Tell me on this device" });
  await expect(here).not.toBeChecked();
  await here.click();
  await expect(here).toBeChecked();
  await expect.poll(devices).toEqual([expect.objectContaining({ isCurrent: true })]);
  await expectAccessible(page, "the settings of notifications");

  await page.goto("/auth/logout");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("push-of-the-test"))).toBeNull();
});

test("a push service that does not answer is told beside the switch, which stays off", async ({ another }) => {
  const { token } = await addMember(club, memberRoleId);
  const page = await another({ token, serviceWorkers: "allow", permissions: ["notifications"] });
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException("push service error", "AbortError"));
  });
  await page.goto("/settings/notifications");
  const here = page.getByRole("switch", { name: "Tell me on this device" });
  await here.click();
  await expect(page.getByRole("alert")).toHaveText(
    "The push service of this browser does not answer. Try again later.",
  );
  await expect(here).not.toBeChecked();
  await expectAccessible(page, "a push service that does not answer");
});

test("on an iPhone the steps to the home screen come first, in French too", async ({ another }) => {
  const { token } = await addMember(club, memberRoleId);
  const page = await another({
    ...{ token, locale: "fr-FR", serviceWorkers: "allow", viewport: { width: 390, height: 844 } },
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  });
  await page.goto("/settings/notifications");
  await expect(page.getByText("Ajoutez d’abord l’application à l’écran d’accueil.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("list").getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page, "the steps");
});
