import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";
import { Form } from "#web/kit/form/form.tsx";
import { MultiSelectField } from "#web/kit/form/choice-fields.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { UsualMaxPeople } from "./usual-max-people.tsx";

afterEach(cleanup);

const sports = [
  { value: 2, label: "Padel" },
  { value: 9, label: "Squash" },
  { value: 12, label: "Five-a-side" },
];
const choose = async (sport: string) => {
  await page.getByRole("combobox", { name: /^Sports/ }).fill(sport);
  await page.getByRole("option", { name: sport }).click();
};

test("a court takes as many people as its sports need, until another number is typed", async () => {
  await renderInApp(() => (
    <Form
      schema={z.looseObject({})}
      defaultValues={{ sportIds: [], maxPeopleByEvent: 99 }}
      guard={false}
      onSubmit={() => {}}
    >
      <UsualMaxPeople />
      <MultiSelectField name="sportIds" label="Sports" options={sports} optional />
      <TextField name="maxPeopleByEvent" type="number" label="Most" />
    </Form>
  ));
  const most = page.getByLabelText("Most");
  await choose("Squash");
  await expect.element(most).toHaveValue(2);
  await choose("Padel");
  await expect.element(most).toHaveValue(4);
  await most.fill("6");
  await choose("Five-a-side");
  await expect.element(page.getByText("Five-a-side").first()).toBeVisible();
  await expect.element(most).toHaveValue(6);
});
