import { openWebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { demoToken } from "./people.ts";
import { findDemoIds } from "./screens.ts";

test.use({ as: "owner" });

test("a webhook is made, tested, looked into, turned off and deleted", async ({ page }) => {
  const receiver = await openWebhookReceiver();
  receiver.answerWith((_request, response) => void response.writeHead(500).end("not yet"));
  const { organization } = await findDemoIds("owner");
  await page.goto(`/organizations/${organization}/webhooks`);
  await page.getByRole("main").getByRole("link", { name: "Create webhook" }).first().click();
  await page.getByLabel("Address").fill("http://192.168.1.5/hook");
  await page.getByRole("checkbox", { name: /^Booking over/ }).check();
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText("The address has to begin with https://")).toBeVisible();
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByRole("button", { name: "Create webhook" }).click();
  const secret = await page.getByLabel("Copy the secret now").inputValue();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole("link", { name: "I have stored it" }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect(page.getByText("Nothing sent yet")).toBeVisible();

  await page.getByRole("button", { name: "Send test event" }).click();
  const log = page.getByRole("list", { name: "Log" });
  await expect(log.getByText("Failed")).toBeVisible({ timeout: 20_000 });
  await log.getByText("webhook.test", { exact: true }).click();
  await expect(log.getByText("Answer 500")).toBeVisible();
  await expect(log.getByText("not yet")).toBeVisible();
  await expectAccessible(page, "the log");
  receiver.answerWith((_request, response) => void response.writeHead(204).end());
  await log.getByRole("button", { name: "Send again" }).click();
  await expect(log.getByText("Delivered")).toBeVisible({ timeout: 20_000 });
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  await page.getByLabel("Outcome").selectOption({ label: "Failed" });
  await expect(log.getByText("webhook.test", { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page).toHaveURL(/\boutcome=failed$/);
  await page.getByLabel("Outcome").selectOption({ label: "Any outcome" });
  await expect(log.getByText("webhook.test", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "New secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "New secret" }).click();
  await expect(page.getByLabel("Copy the secret now")).not.toHaveValue(secret);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByRole("switch", { name: "On" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Webhook saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send days again" })).toHaveCount(0);
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByText(receiver.url)).toHaveCount(0);
  await receiver.close();
});

test("on a telephone, in French, the webhook and its log fit", async ({ another }) => {
  const receiver = await openWebhookReceiver();
  const { organization } = await findDemoIds("owner");
  const page = await another({
    token: demoToken("owner"),
    locale: "fr-FR",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto(`/organizations/${organization}/webhooks/create`);
  await waitUntilLoaded(page);
  await expectNoOverflow(page, "the form");
  await page.getByLabel("Adresse").fill(`${receiver.url}/une/adresse/assez/longue/pour/ne/pas/tenir/sur/une/ligne`);
  await page.getByRole("checkbox", { name: /^Réservation terminée/ }).check();
  await page.getByRole("button", { name: "Créer un webhook" }).tap();
  await expectNoOverflow(page, "the secret");
  await page.getByRole("link", { name: "Je l’ai conservé" }).tap();
  await page.getByRole("button", { name: "Envoyer un test" }).tap();
  const log = page.getByRole("list", { name: "Journal" });
  await expect(log.getByText("Reçu")).toBeVisible({ timeout: 20_000 });
  await log.getByText("webhook.test", { exact: true }).tap();
  await expect(log.getByText("Réponse 204")).toBeVisible();
  await expectNoOverflow(page, "the webhook");
  await page.getByRole("button", { name: "Supprimer le webhook" }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Supprimer le webhook" }).tap();
  await waitUntilLoaded(page);
  await expectNoOverflow(page, "the webhooks");
  await receiver.close();
});
