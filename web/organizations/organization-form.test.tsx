import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { queryClient } from "#web/kit/data/query-client.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { OrganizationForm } from "./organization-form.tsx";

afterEach(cleanup);

let saved: object | undefined;
async function show() {
  saved = undefined;
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <OrganizationForm onSave={async (draft) => void (saved = draft)} />
    </QueryClientProvider>
  ));
}
const zone = page.getByRole("combobox", { name: "Time zone" });
const country = page.getByLabelText("Country", { exact: true });
const valueOf = (field: typeof zone) => (field.element() as HTMLInputElement | HTMLSelectElement).value;
const chooseCountry = (name: string) => country.selectOptions(name);

test("the country of the browser's zone proposes zone and currency, and another one proposes its own", async () => {
  await show();
  await expect.poll(() => valueOf(zone)).toBe("Europe/Paris");
  expect(document.body.textContent).toContain("Proposed for France: EUR.");
  await chooseCountry("Norway");
  await expect.poll(() => valueOf(zone)).toBe("Europe/Oslo");
  expect(document.body.textContent).toContain("Proposed for Norway: NOK.");
  await page.getByLabelText("Name", { exact: true }).fill("Bergen Tennis");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect.poll(() => saved).toMatchObject({ countryId: 578, timezone: "Europe/Oslo", currency: "NOK" });
});

test("where a country has several zones, one is asked for, and its own are listed first", async () => {
  await show();
  await chooseCountry("United States");
  await expect.poll(() => valueOf(zone)).toBe("");
  await page.getByLabelText("Name", { exact: true }).fill("Denver Tennis");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect.poll(() => zone.element().getAttribute("aria-invalid")).toBe("true");
  expect(saved).toBeUndefined();
  await zone.click();
  const options = () => [...document.querySelectorAll("[role=option]")].map((option) => option.textContent);
  await expect.poll(() => options()[0]).toBe("America/New YorkEastern Time");
  await userEvent.keyboard("mountain");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect.poll(() => saved).toMatchObject({ countryId: 840, timezone: "America/Denver", currency: "USD" });
});
