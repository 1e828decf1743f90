import { openMqttBroker } from "#tests/support/mqtt-broker.ts";
import { openWebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { addMember, createClub, memberRoleId } from "./clubs.ts";
import { createCourt, dateInDays, toInstant } from "./courts.ts";
import { expect, test, toast } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test.slow();

test("a door is set up, tested, follows a booking, and its code is seen by the desk at once and by who booked in time", async ({
  another,
}) => {
  const receiver = await openWebhookReceiver();
  const club = await createClub();
  const court = await createCourt(club);
  const page = await another({ token: club.token });
  await page.goto(`/organizations/${club.id}/devices`);
  await expect(page.getByRole("main").getByRole("link", { name: "Create device" }).first()).toBeVisible();
  await expectAccessible(page, "no devices");
  await page.getByRole("main").getByRole("link", { name: "Create device" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Main door");
  await page.getByLabel("Address").fill("https://192.168.1.5/door");
  await page.getByRole("checkbox", { name: "Court A" }).check();
  await page.getByLabel("Minutes before the start").fill("15");
  await page.getByRole("button", { name: "Create device" }).click();
  await expect(page.getByText("This address is in a private network")).toBeVisible();
  await expectAccessible(page, "the form");
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByRole("button", { name: "Create device" }).click();
  const secret = await page.getByLabel("Copy the secret now").inputValue();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole("link", { name: "I have stored it" }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect(page.getByText("Nothing told yet")).toBeVisible();

  receiver.answerWith((_request, response) => void response.writeHead(500).end("not yet"));
  await page.getByRole("button", { name: "Send test" }).click();
  const log = page.getByRole("list", { name: "Log" });
  await expect(log.getByText("Not accepted")).toBeVisible({ timeout: 20_000 });
  await log.getByText("Test", { exact: true }).click();
  await expect(log.getByText("not yet")).toBeVisible();
  await expectAccessible(page, "the device");
  receiver.answerWith((_request, response) => void response.writeHead(204).end());

  const member = await addMember(club, memberRoleId);
  const body = { fieldId: court.fieldId, startTime: toInstant(dateInDays(1), "10:00"), duration: 60, name: "Match" };
  const { data: event } = await callApi<{ id: string }>("POST", `/organizations/${club.id}/events`, {
    token: club.token,
    body: { ...body, type: "free_play", payment: "on_site", customer: { userId: member.id } },
  });
  await expect(async () => {
    await page.reload();
    await expect(log.getByText("Code given")).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  await page.goto(`/organizations/${club.id}/events/${event.id}`);
  await expect(page.getByText("Accepted by Main door")).toBeVisible();
  await expect(page.getByText(/^\d{6}$/)).toBeVisible();
  await expectAccessible(page, "the code");
  const theirs = await another({ token: member.token });
  await theirs.goto(`/organizations/${club.id}/events/${event.id}`);
  await expect(theirs.getByText(/^Shown here from /)).toBeVisible();
  await expect(theirs.getByText(/^\d{6}$/)).toHaveCount(0);

  await page.goto(`/organizations/${club.id}/devices`);
  await page.getByRole("link", { name: "Main door" }).click();
  await page.getByRole("button", { name: "New secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "New secret" }).click();
  await expect(page.getByLabel("Copy the secret now")).not.toHaveValue(secret);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByRole("switch", { name: "On" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Device saved.")).toBeVisible();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Delete device" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete device" }).click();
  await expect(page.getByText("No doors or lights")).toBeVisible();
  await receiver.close();
});

test("on a telephone, in French, lights over MQTT are set up, and all fits", async ({ another }) => {
  const broker = await openMqttBroker();
  const club = await createClub();
  await createCourt(club);
  const page = await another({
    token: club.token,
    locale: "fr-FR",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto(`/organizations/${club.id}/devices/create`);
  await waitUntilLoaded(page);
  await page.getByLabel("Nom", { exact: true }).fill("Éclairage");
  await page.getByLabel("Ce qu’il fait").selectOption({ label: "Interrupteur, comme un éclairage" });
  await page.getByRole("combobox", { name: "Connexion" }).selectOption({ label: "MQTT, par TLS" });
  await page.getByLabel("Adresse").fill(broker.url);
  await page.getByLabel("Sujet (topic)").fill("club/eclairage/une/adresse/assez/longue/pour/ne/pas/tenir");
  await page.getByRole("checkbox", { name: "Court A" }).check();
  await expectNoOverflow(page, "the form");
  await page.getByRole("button", { name: "Créer un équipement" }).tap();
  await page.getByRole("button", { name: "Envoyer un test" }).tap();
  const log = page.getByRole("list", { name: "Journal" });
  await expect(log.getByText("Accepté", { exact: true }).first()).toBeVisible({ timeout: 20_000 });
  expect(broker.published.map(({ topic }) => topic)).toEqual([
    "club/eclairage/une/adresse/assez/longue/pour/ne/pas/tenir/test",
  ]);
  await log.getByText("Test", { exact: true }).tap();
  await expectNoOverflow(page, "the device");
  await broker.close();
});
