import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";
import { Form } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { ProposedTitle } from "./proposed-title.tsx";

afterEach(cleanup);

test("the customer's name is the title, until another one is typed", async () => {
  await renderInApp(() => (
    <Form schema={z.looseObject({})} defaultValues={{}} guard={false} onSubmit={() => {}}>
      <ProposedTitle />
      <TextField name="name" label="Title" />
      <TextField name="customer.name" label="Customer" />
    </Form>
  ));
  const [title, customer] = [page.getByLabelText("Title"), page.getByLabelText("Customer")];
  await customer.fill("Zoé");
  await expect.element(title).toHaveValue("Zoé");
  await customer.fill("Zoé Chevalier");
  await expect.element(title).toHaveValue("Zoé Chevalier");
  await title.fill("Final");
  await customer.fill("Marc Lebrun");
  await expect.element(customer).toHaveValue("Marc Lebrun");
  await expect.element(title).toHaveValue("Final");
});
