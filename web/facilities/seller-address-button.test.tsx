import { expect, test, afterEach } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";
import type { Organization } from "#contract/organization-shape.ts";
import { Form } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { SellerAddressButton } from "./seller-address-button.tsx";

afterEach(cleanup);

const seller = {
  ...{ name: "Padel des Monts", countryId: 250 },
  ...{ addressLine: "8 rue du Lac", postalCode: "69003", city: "Lyon" },
};

async function show(organization: object, line1 = "") {
  await renderInApp(() => (
    <Form
      schema={z.looseObject({})}
      defaultValues={{ placeId: "", address: { line1, postalCode: "", city: "", countryCode: "FR" } }}
      guard={false}
      onSubmit={() => {}}
    >
      <SellerAddressButton organization={organization as Organization} />
      <TextField name="placeId" label="Place" />
      {["line1", "postalCode", "city", "countryCode"].map((name) => (
        <TextField key={name} name={`address.${name}`} label={name} />
      ))}
    </Form>
  ));
  await expect.element(page.getByLabelText("Place")).toBeVisible();
}
const button = () => page.getByRole("button", { name: "Use the address of Padel des Monts" });

test("a facility takes the address of its organization over by one press, as typed by hand", async () => {
  await show({ ...seller, countryId: 56 });
  await button().click();
  const values = { Place: "manual:", line1: "8 rue du Lac", postalCode: "69003", city: "Lyon", countryCode: "BE" };
  for (const [label, value] of Object.entries(values))
    await expect.element(page.getByLabelText(label)).toHaveValue(value);
  await expect.element(button()).not.toBeInTheDocument();
});

test("nothing is offered over an address, or by an organization that has none", async () => {
  await show(seller, "1 rue du Port");
  await expect.element(button()).not.toBeInTheDocument();
  await cleanup();
  await show({ ...seller, addressLine: null });
  await expect.element(button()).not.toBeInTheDocument();
});
