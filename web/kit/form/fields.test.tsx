import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import * as z from "zod/mini";
import { optionalBoolean } from "#contract/kit.ts";
import { SegmentedField, SelectField, TriStateField } from "./choice-fields.tsx";
import { TextField } from "./text-fields.tsx";
import { Form, SubmitButton } from "./form.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";

const Loose = z.object({ code: z.string(), count: z.nullish(z.number()), word: z.string() });
const start = { code: "", count: null, word: "" };
const field = (label: string) => page.getByLabelText(label, { exact: true });
const errorOf = (label: string) => {
  const described = field(label).element().getAttribute("aria-describedby");
  return described ? document.getElementById(described)?.textContent : undefined;
};
const submit = () => page.getByRole("button", { name: "Save" }).click();

afterEach(cleanup);

test("an amount is typed with a comma or a point; what is no number stays, with what to type instead", async () => {
  const onSubmit = vi.fn();
  await renderInApp(() => (
    <Form schema={Loose} defaultValues={{ ...start, count: 22.5 }} onSubmit={onSubmit} guard={false}>
      <TextField name="count" label="Count" type="number" inputMode="decimal" min={0} step="0.01" />
      <SubmitButton />
    </Form>
  ));
  await expect.element(field("Count")).toHaveValue("22.5");
  for (const [text, value] of [
    ["12,50", 12.5],
    ["12.5", 12.5],
    ["7,", 7],
    ["1030", 1030],
  ] as const) {
    await field("Count").fill(text);
    await expect.element(field("Count")).toHaveValue(text);
    await submit();
    await expect.poll(() => onSubmit.mock.lastCall?.[0]).toMatchObject({ count: value });
  }
  onSubmit.mockClear();
  for (const text of ["douze", "1,2,3", "-3"]) {
    await field("Count").fill(text);
    await submit();
    await expect.poll(() => errorOf("Count")).toBe("Enter a number such as 12.50");
    await expect.element(field("Count")).toHaveValue(text);
  }
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a field without a name is an error", async () => {
  const silenced = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
  for (const spy of silenced) spy.mockImplementation(() => {});
  await renderInApp(() => (
    <Form schema={Loose} defaultValues={start} onSubmit={() => {}} guard={false}>
      <TextField name="" label="Name" />
    </Form>
  ));
  await expect.poll(() => document.body.textContent).toContain("name is required");
  for (const spy of silenced) spy.mockRestore();
});

test("a field's own rules hold besides the schema", async () => {
  const onSubmit = vi.fn();
  await renderInApp(() => (
    <Form schema={Loose} defaultValues={start} onSubmit={onSubmit}>
      <TextField name="code" label="Code" required minLength={3} maxLength={5} pattern={/^\d+$/} />
      <TextField name="count" label="Count" type="number" min={2} max={4} />
      <TextField name="word" label="Word" validate={(value) => (value === "no" ? "Not this one" : undefined)} />
      <SubmitButton />
    </Form>
  ));
  await submit();
  await expect.poll(() => errorOf("Code")).toBe("This field is required");
  for (const [text, said] of [
    ["12", "At least 3 characters"],
    ["123456", "At most 5 characters"],
    ["abc", "This does not have the right form"],
  ] as const) {
    await field("Code").fill(text);
    await expect.poll(() => errorOf("Code")).toBe(said);
  }
  await field("Count").fill("1");
  await expect.poll(() => errorOf("Count")).toBe("Must be at least 2");
  await field("Count").fill("5");
  await expect.poll(() => errorOf("Count")).toBe("Must be at most 4");
  await field("Word").fill("no");
  await expect.poll(() => errorOf("Word")).toBe("Not this one");
  expect(onSubmit).not.toHaveBeenCalled();
  await field("Code").fill("1234");
  await field("Count").fill("3");
  await field("Word").fill("yes");
  await submit();
  await expect.poll(() => onSubmit.mock.calls[0]?.[0]).toEqual({ code: "1234", count: 3, word: "yes" });
});

test("a select gives its option's value whatever its kind, and begins with nothing chosen", async () => {
  const onSubmit = vi.fn();
  const Country = z.object({ countryId: z.number() });
  await renderInApp(() => (
    <Form schema={Country} defaultValues={{ countryId: null }} onSubmit={onSubmit}>
      <SelectField
        name="countryId"
        label="Country"
        options={[
          { value: 250, label: "France" },
          { value: 840, label: "USA" },
        ]}
      />
      <SubmitButton />
    </Form>
  ));
  await submit();
  await expect.poll(() => errorOf("Country")).toBe("This field is required");
  await field("Country").selectOptions("USA");
  await submit();
  await expect.poll(() => onSubmit.mock.calls[0]?.[0]).toEqual({ countryId: 840 });
});

test("a wrong group of choices takes the focus on one of them", async () => {
  const Door = z.object({ status: z.enum(["open", "closed"]), shower: optionalBoolean });
  await renderInApp(() => (
    <Form schema={Door} defaultValues={{ status: "", shower: null }} onSubmit={() => {}}>
      <TriStateField name="shower" label="Shower" />
      <SegmentedField
        name="status"
        label="Status"
        options={[
          { value: "open", label: "Open" },
          { value: "closed", label: "Closed" },
        ]}
      />
      <SubmitButton />
    </Form>
  ));
  await submit();
  await expect
    .element(page.getByRole("radiogroup", { name: "Status" }))
    .toHaveAccessibleDescription("This field is required");
  await expect
    .poll(() => document.activeElement)
    .toBe(page.getByRole("radio", { name: "Open", exact: true }).element());
});
