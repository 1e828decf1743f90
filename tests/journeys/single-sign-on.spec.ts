import { type OpenidProvider, openidClient, startOpenidProvider } from "#tests/support/openid-provider.ts";
import { type RunningServer, startServer } from "#tests/support/start-server.ts";
import { expect, test } from "./journey-test.ts";
import { demoEmail, demoPassword } from "./people.ts";
import { expectAccessible, expectNoOverflow } from "./page-checks.ts";

let provider: OpenidProvider;
let server: RunningServer;
test.beforeAll(async () => {
  provider = await startOpenidProvider();
  server = await startServer("single-sign-on", {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: openidClient.id,
    OIDC_CLIENT_SECRET: openidClient.secret,
    OIDC_NAME: "City Hall",
  });
  provider.redirectUri = `${server.url}/auth/sign-on`;
});
test.afterAll(async () => {
  await server.stop();
  await provider.close();
});

test("somebody signs in with the account of a provider, comes back to the page asked for, and accepts the terms", async ({
  browser,
}) => {
  provider.person = { sub: "1", email: "ada@city.test", email_verified: true, given_name: "Ada", family_name: "Byron" };
  const page = await browser.newPage({ locale: "en-US" });
  await page.goto(`${server.url}/auth/login?redirect=%2Fsettings%2Fprofile`);
  const link = page.getByRole("button", { name: "Sign in with City Hall" });
  await expect(link).toBeVisible();
  await expectAccessible(page, "the login with a provider");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "the login with a provider");
  await link.click();
  await expect(page).toHaveURL(`${server.url}/settings/profile`);
  await expect(page.getByLabel("First name")).toHaveValue("Ada");
  await expect(page.getByRole("complementary", { name: "Accepted terms" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("sign-on"))).toBeNull();
  await page.close();
});

test("an address that the provider has not verified is told, in French on a telephone; the way back leads to the login", async ({
  browser,
}) => {
  provider.person = { sub: "2", email: "owner@demo.test", email_verified: false };
  const page = await browser.newPage({
    locale: "fr-FR",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto(`${server.url}/auth/login`);
  await page.getByRole("button", { name: "Se connecter avec City Hall" }).tap();
  await expect(page.getByText(/City Hall n’a pas vérifié votre adresse e-mail/)).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  await expectAccessible(page, "a sign-in that failed");
  await expectNoOverflow(page, "a sign-in that failed");
  await page.getByRole("link", { name: "Retour à la connexion" }).tap();
  await expect(page).toHaveURL(`${server.url}/auth/login`);
  await page.close();
});

test("an owner lets people sign in with their own provider, who find it by their address", async ({ browser }) => {
  const owner = await browser.newPage({ locale: "en-US", viewport: { width: 1440, height: 900 } });
  await owner.goto(`${server.url}/auth/login?redirect=%2Foverview`);
  await owner.getByLabel("Email").fill(demoEmail("owner"));
  await owner.getByLabel("Password", { exact: true }).fill(demoPassword);
  await owner.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(owner).toHaveURL(`${server.url}/overview`);
  const organizationId = await owner.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem("access_token")}` };
    const answer = await fetch("/api/v1/organizations/search?q=berges", { headers });
    return ((await answer.json()) as { data: { id: string }[] }).data[0]?.id;
  });
  await owner.goto(`${server.url}/organizations/${organizationId}/settings`);
  await owner.getByRole("link", { name: "Single sign-on" }).click();
  await owner.getByLabel("Name", { exact: true }).fill("Ville de Lyon");
  await owner.getByLabel("Address of the provider (issuer)").fill(provider.issuer);
  await owner.getByLabel("Client ID").fill(openidClient.id);
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByLabel("Client secret")).toHaveAttribute("aria-invalid", "true");
  await owner.getByLabel("Client secret").fill(openidClient.secret);
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("No domain yet: nobody signs in with the provider.")).toBeVisible();
  await owner.getByLabel("Domain", { exact: true }).fill("lyon");
  await owner.getByRole("button", { name: "Add domain" }).click();
  await expect(owner.getByLabel("Domain", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await owner.getByLabel("Domain", { exact: true }).fill("Lyon.test");
  await owner.getByRole("button", { name: "Add domain" }).click();
  await expect(owner.getByLabel("Value", { exact: true })).toHaveValue(/^baseline-domain=/);
  await expectAccessible(owner, "the provider with a domain");
  await owner.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(owner, "the provider with a domain");
  await owner.getByRole("button", { name: "Check lyon.test" }).click();
  await expect(owner.getByText("Confirmed", { exact: true })).toBeVisible();
  await owner.close();

  provider.person = { sub: "3", email: "zoe@lyon.test", email_verified: true, given_name: "Zoé", family_name: "Morel" };
  const page = await browser.newPage({
    locale: "fr-FR",
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto(`${server.url}/auth/login?redirect=%2Fsettings%2Fprofile`);
  await page.getByRole("link", { name: "Se connecter avec votre organisation" }).tap();
  // The login page has a field of the same name.
  await expect(page.getByRole("heading", { level: 1, name: "Se connecter avec votre organisation" })).toBeVisible();
  await page.getByLabel("E-mail").fill("zoe@elsewhere.test");
  await page.getByRole("button", { name: "Suivant" }).tap();
  await expect(page.getByText(/^Aucune organisation ne connecte/)).toBeVisible();
  await expectAccessible(page, "an address without a provider");
  await page.getByLabel("E-mail").fill("zoe@lyon.test");
  await page.getByRole("button", { name: "Suivant" }).tap();
  await expect(page).toHaveURL(`${server.url}/settings/profile`);
  await expect(page.getByLabel("Prénom")).toHaveValue("Zoé");
  await page.close();
});
