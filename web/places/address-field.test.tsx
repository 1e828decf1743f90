import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { facilities } from "#contract/facilities.ts";
import { FacilityDraft } from "#contract/facility-shape.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { queryClient } from "#web/kit/data/query-client.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { AddressField, manualPlaceId } from "./address-field.tsx";

const gerland = {
  placeId: "geopf:1",
  description: "353 Avenue Jean Jaurès, 69007 Lyon",
  mainText: "353 Avenue Jean Jaurès",
  secondaryText: "69007 Lyon",
};
let saved: unknown;
let asked: string[] = [];
let answer: () => Response;

beforeEach(() => {
  saved = undefined;
  asked = [];
  answer = () => Response.json({ data: [gerland] });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given, options) => {
    const url = given instanceof Request ? given.url : given.toString();
    if (!url.includes("/places/autocomplete")) return original(given, options);
    asked.push(new URL(url, location.href).searchParams.get("q") ?? "");
    return answer();
  });
});
const original = globalThis.fetch;
afterEach(async () => {
  vi.restoreAllMocks();
  queryClient.clear();
  await cleanup();
});

interface Begun {
  placeId?: string;
  address?: object;
  chosen?: { placeId: string; label: string };
}
const show = ({ placeId = "", address, chosen }: Begun = {}) =>
  renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <Form
        schema={FacilityDraft}
        defaultValues={{ name: "Gerland", placeId, address: null }}
        onSubmit={(values) => (saved = values)}
        guard={false}
        label={facilities.create.name}
      >
        <AddressField country="FR" chosen={chosen} known={address} />
        <SubmitButton />
      </Form>
    </QueryClientProvider>
  ));
const box = page.getByRole("combobox", { name: "Address" });
const listed = () => [...document.querySelectorAll("[role=option]")].map((option) => option.textContent);
const status = () => document.querySelector("p[role=status]")?.textContent;

test("nothing is searched for with fewer than three letters, and once for a word that is typed at once", async () => {
  await show();
  await box.click();
  await userEvent.keyboard("je");
  await expect.poll(status).toBe("Type at least 3 characters.");
  expect(listed()).toEqual([]);
  await userEvent.keyboard("an jau");
  await expect.poll(listed).toEqual(["353 Avenue Jean Jaurès69007 Lyon", "Enter it by handjean jau"]);
  expect(asked).toEqual(["jean jau"]);
  expect(status()).toBe("1 result");
});

test("the keyboard alone chooses what was found, which is then shown and saved by its id", async () => {
  await show();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard("jean jaures");
  await expect.poll(listed).toHaveLength(2);
  await userEvent.keyboard("{Enter}");
  await expect.element(box).toHaveValue(gerland.description);
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => saved).toMatchObject({ placeId: "geopf:1" });
});

test("without a provider it says so, and what was typed goes on by hand", async () => {
  answer = () => Response.json({ message: "Service non initialisé" }, { status: 503 });
  await show();
  await box.fill("12 rue Neuve");
  await expect.poll(status).toBe("Service non initialisé");
  expect(listed()).toEqual(["Enter it by hand12 rue Neuve"]);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Street and number")).toHaveValue("12 rue Neuve");
  await expect.element(page.getByLabelText("Street and number")).toHaveFocus();
});

test("an address is corrected by hand with its parts, and going back to the search loses nothing", async () => {
  const chosen = { placeId: "geopf:9", label: "1 rue du Lac, 74000 Annecy" };
  const address = { line1: "1 rue du Lac", postalCode: "74000", city: "Annecy", countryCode: "FR" };
  await show({ placeId: "geopf:9", chosen, address });
  await expect.element(box).toHaveValue(chosen.label);
  await page.getByRole("button", { name: "Enter it by hand" }).click();
  await page.getByLabelText("Street and number").fill("2 rue du Lac");
  await page.getByRole("button", { name: "Search for it" }).click();
  await expect.element(box).toHaveValue(chosen.label);
  await page.getByRole("button", { name: "Enter it by hand" }).click();
  await expect.element(page.getByLabelText("Street and number")).toHaveValue("2 rue du Lac");
  await expect.element(page.getByLabelText("City")).toHaveValue("Annecy");
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => saved)
    .toMatchObject({ placeId: manualPlaceId, address: { ...address, line1: "2 rue du Lac" } });
});
