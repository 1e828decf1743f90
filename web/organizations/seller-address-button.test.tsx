import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";
import { queryClient } from "#web/kit/data/query-client.ts";
import { CurrentScopeContext, type Scope } from "#web/kit/data/scope.ts";
import { Form } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { SellerAddressButton } from "./seller-address-button.tsx";

afterEach(async () => {
  vi.unstubAllGlobals();
  queryClient.clear();
  await cleanup();
});

const facilityIn = (countryCode: string, name: string) => ({
  ...{ id: name, name },
  localization: { address: { line1: "8 rue du Lac", postalCode: "69003", city: "Lyon", countryCode } },
});

async function show(facilities: object[], addressLine = "") {
  const fetched = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
    new URL(address, location.href).pathname.startsWith("/api/v1/")
      ? Promise.resolve(Response.json({ data: facilities, meta: { total: facilities.length } }))
      : fetched(address, init),
  );
  const scope = { organizationId: "club", isPlatform: false, can: () => true, path: (rest: string) => rest };
  await renderInApp(() => (
    <QueryClientProvider client={queryClient}>
      <CurrentScopeContext value={scope as unknown as Scope}>
        <Form
          schema={z.looseObject({})}
          defaultValues={{ addressLine, postalCode: "", city: "" }}
          guard={false}
          onSubmit={() => {}}
        >
          <SellerAddressButton organizationId="club" countryCode="FR" />
          <TextField name="addressLine" label="Address" />
          <TextField name="postalCode" label="Code" />
          <TextField name="city" label="City" />
        </Form>
      </CurrentScopeContext>
    </QueryClientProvider>
  ));
  await expect.element(page.getByLabelText("Address")).toBeVisible();
}
const button = () => page.getByRole("button", { name: "Use the address of Padel des Monts" });

test("the address of a facility in the seller's country is taken over by one press, and can be changed then", async () => {
  await show([facilityIn("BE", "Padel du Nord"), facilityIn("FR", "Padel des Monts")]);
  await button().click();
  await expect.element(page.getByLabelText("Address")).toHaveValue("8 rue du Lac");
  await expect.element(page.getByLabelText("Code")).toHaveValue("69003");
  await expect.element(page.getByLabelText("City")).toHaveValue("Lyon");
  await expect.element(button()).not.toBeInTheDocument();
});

test("an address that is there already is left alone", async () => {
  await show([facilityIn("FR", "Padel des Monts")], "1 place du Stade");
  await expect.element(button()).not.toBeInTheDocument();
});
