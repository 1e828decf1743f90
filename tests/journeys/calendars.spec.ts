import { createClub } from "./clubs.ts";
import { expect, test } from "./journey-test.ts";
import { expectAccessible, expectNoOverflow, waitUntilLoaded } from "./page-checks.ts";
import { callApi } from "./people.ts";

test("a field's events go into calendar programs, until the address is revoked", async ({ another }) => {
  const { id, token } = await createClub();
  const within = `/organizations/${id}`;
  const { data: facility } = await callApi<{ id: string }>("POST", `${within}/facilities`, {
    token,
    body: { name: "Halle des Lilas" },
  });
  const { data: field } = await callApi<{ id: string }>("POST", `${within}/fields`, {
    token,
    body: { name: "Court A", facilityId: facility.id },
  });
  const startTime = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000).toISOString();
  const event = { fieldId: field.id, startTime, duration: 60, name: "Coupe du Printemps", type: "game" };
  await callApi("POST", `${within}/events`, { token, body: event });
  const page = await another({ token });

  await page.goto(`${within}/fields/${field.id}`);
  await page.getByRole("link", { name: "Calendar" }).click();
  await page.getByRole("button", { name: "Create the address" }).click();
  const address = await page.getByLabel("Secret address").inputValue();
  await waitUntilLoaded(page);
  await expectAccessible(page, "a new address");
  await expectNoOverflow(page, "a new address");
  const feed = await page.request.get(address);
  expect(await feed.text()).toContain("SUMMARY:Coupe du Printemps");

  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("button", { name: "Create the address" })).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(404);
});
