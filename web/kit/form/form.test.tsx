import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import * as z from "zod/mini";
import { email, requiredLine, optionalText } from "#contract/kit.ts";
import { ApiError } from "#web/kit/data/api.ts";
import { SwitchField, TriStateField } from "./choice-fields.tsx";
import { TextareaField } from "./textarea-field.tsx";
import { TextField } from "./text-fields.tsx";
import { FormStore } from "./form-store.ts";
import { Form, type InitialValues, ResetButton, SubmitButton, useFormProgress } from "./form.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";

const Booking = z
  .strictObject({
    name: requiredLine(10),
    email,
    seats: z.nullish(z.number().check(z.int(), z.gte(1), z.lte(9))),
    description: optionalText(),
    secret: z.string(),
    again: z.string(),
    shower: z.nullish(z.boolean()),
    open: z.boolean(),
    hours: z.array(z.strictObject({ start: z.string().check(z.minLength(1)) })),
  })
  .check(
    z.refine(({ secret, again }) => secret === again, {
      error: "kit.invalidValue",
      path: ["again"],
      when: ({ value }) => typeof value === "object",
    }),
  );
type Booking = z.output<typeof Booking>;

const start: InitialValues<typeof Booking> = {
  name: "",
  email: "",
  seats: null,
  description: null,
  secret: "",
  again: "",
  shower: null,
  open: false,
  hours: [{ start: "08:00" }],
};
const Progress = () => <output>{JSON.stringify(useFormProgress())}</output>;
const progress = () => JSON.parse(document.querySelector("output")?.textContent ?? "{}") as Record<string, boolean>;

interface Setting {
  onSubmit?: (values: Booking) => unknown;
  from?: Partial<InitialValues<typeof Booking>>;
  afterSubmit?: "keep" | "clear";
}
const renderForm = ({ onSubmit = () => {}, from = {}, afterSubmit = "keep" }: Setting = {}) =>
  renderInApp(() => (
    <Form schema={Booking} defaultValues={{ ...start, ...from }} onSubmit={onSubmit} afterSubmit={afterSubmit}>
      <TextField name="name" label="Name" />
      <TextField name="email" label="Email" type="email" />
      <TextField name="seats" label="Seats" type="number" />
      <TextareaField name="description" label="Description" />
      <TextField name="secret" label="Secret" type="password" />
      <TextField name="again" label="Again" />
      <TriStateField name="shower" label="Shower" />
      <SwitchField name="open" label="Open" />
      <TextField name="hours.0.start" label="Start" />
      <Progress />
      <ResetButton />
      <SubmitButton />
    </Form>
  ));
const field = (label: string) => page.getByLabelText(label, { exact: true });
const errorOf = (label: string) => {
  const described = field(label).element().getAttribute("aria-describedby");
  return described ? document.getElementById(described)?.textContent : undefined;
};
const submit = () => page.getByRole("button", { name: "Save" }).click();
const fillRight = async () => {
  await field("Name").fill("Court 1");
  await field("Email").fill("ana@example.org");
};
const refused = (errors: Record<string, string[]>) => () => {
  throw new ApiError(422, "The given data was invalid.", { errors });
};

afterEach(cleanup);

test("a field says what is wrong on every change, tied to it, and is silent once it is right", async () => {
  await renderForm();
  await field("Email").fill("nope");
  await expect.poll(() => errorOf("Email")).toBe("Enter a valid email address");
  expect(field("Email").element().getAttribute("aria-invalid")).toBe("true");
  await field("Email").fill("ana@example.org");
  await expect.poll(() => errorOf("Email")).toBe(undefined);
});

test("submitting says everything that is wrong at once, and the focus goes to the first", async () => {
  const onSubmit = vi.fn();
  await renderForm({ onSubmit });
  await field("Secret").fill("one");
  await field("Seats").fill("12");
  await submit();
  await expect.poll(() => errorOf("Name")).toBe("This field is required");
  expect(errorOf("Email")).toBe("This field is required");
  expect(errorOf("Seats")).toBe("Must be at most 9");
  expect(errorOf("Again")).toBe("This value is not valid");
  await expect.poll(() => document.activeElement).toBe(field("Name").element());
  expect(onSubmit).not.toHaveBeenCalled();
});

test("an error that another field mends goes away with that field's change", async () => {
  await renderForm();
  await field("Secret").fill("one");
  await field("Again").fill("two");
  await expect.poll(() => errorOf("Again")).toBe("This value is not valid");
  await field("Secret").fill("two");
  await expect.poll(() => errorOf("Again")).toBe(undefined);
});

test("what is submitted is parsed: numbers are numbers, texts are trimmed, emptied options are null", async () => {
  const onSubmit = vi.fn();
  await renderForm({ onSubmit, from: { description: "Old" } });
  await field("Name").fill("  Court 1 ");
  await field("Email").fill("ANA@example.org");
  await field("Seats").fill("4");
  await field("Description").fill("");
  await page.getByRole("radio", { name: "No", exact: true }).click();
  await page.getByRole("switch").click();
  await field("Start").fill("09:30");
  await submit();
  await expect
    .poll(() => onSubmit.mock.calls[0]?.[0])
    .toEqual({
      name: "Court 1",
      email: "ana@example.org",
      seats: 4,
      description: null,
      secret: "",
      again: "",
      shower: false,
      open: true,
      hours: [{ start: "09:30" }],
    });
});

test("while it submits, the button turns a spinner and takes no clicks, and reset is disabled", async () => {
  let finish = () => {};
  const onSubmit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  await renderForm({ onSubmit });
  await fillRight();
  await submit();
  await expect.poll(() => progress()["submitting"]).toBe(true);
  const button = page.getByRole("button", { name: "Save" }).element();
  expect(button.querySelector("[data-spinner]")).not.toBe(null);
  expect(button.hasAttribute("disabled")).toBe(true);
  expect(page.getByRole("button", { name: "Reset" }).element().hasAttribute("disabled")).toBe(true);
  finish();
  await expect.poll(() => progress()["submitting"]).toBe(false);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test("it knows whether it is touched, dirty, submitted and successful", async () => {
  let fails = true;
  await renderForm({
    onSubmit: () => {
      if (fails) refused({ name: ["Taken"] })();
    },
  });
  expect(progress()).toEqual({ submitting: false, submitted: false, successful: false, dirty: false, touched: false });
  await fillRight();
  await expect.poll(progress).toMatchObject({ dirty: true, touched: true });
  await submit();
  await expect.poll(progress).toMatchObject({ submitted: true, successful: false, dirty: true });
  fails = false;
  await submit();
  await expect.poll(progress).toMatchObject({ submitted: true, successful: true, dirty: false });
  expect(field("Name").element()).toHaveProperty("value", "Court 1");
});

test("emptying a field that began empty leaves the form unchanged", async () => {
  await renderForm();
  await field("Seats").fill("4");
  await expect.poll(() => progress()["dirty"]).toBe(true);
  await field("Seats").fill("");
  await expect.poll(() => progress()["dirty"]).toBe(false);
});

test("reset restores the defaults", async () => {
  await renderForm({ from: { name: "Court 1", seats: 3 } });
  await field("Name").fill("");
  await field("Seats").fill("5");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => field("Name").element()).toHaveProperty("value", "Court 1");
  expect(field("Seats").element()).toHaveProperty("value", "3");
  expect(errorOf("Name")).toBe(undefined);
  await field("Name").fill("Court 2");
  await expect.poll(() => progress()["dirty"]).toBe(true);
});

test("a form that clears after success holds its defaults again", async () => {
  await renderForm({ afterSubmit: "clear" });
  await fillRight();
  await submit();
  await expect.poll(() => field("Name").element()).toHaveProperty("value", "");
  expect(progress()).toMatchObject({ successful: true, dirty: false });
});

test("the server's errors land on their fields, the focus goes to the first, and an edit removes its own", async () => {
  await renderForm({ onSubmit: refused({ "hours.0.start": ["Too early"], email: ["Already known"] }) });
  await fillRight();
  await submit();
  await expect.poll(() => errorOf("Email")).toBe("Already known");
  expect(errorOf("Start")).toBe("Too early");
  await expect.poll(() => document.activeElement).toBe(field("Email").element());
  await field("Email").fill("bob@example.org");
  await expect.poll(() => errorOf("Email")).toBe(undefined);
  expect(errorOf("Start")).toBe("Too early");
});

test("an answer that comes late does not refuse a field that was changed since", async () => {
  let answer = () => {};
  const onSubmit = () =>
    new Promise<void>((_, reject) => {
      answer = () => reject(new ApiError(422, "Wrong", { errors: { email: ["Already known"], name: ["Too plain"] } }));
    });
  await renderForm({ onSubmit });
  await fillRight();
  await submit();
  await field("Email").fill("bob@example.org");
  answer();
  await expect.poll(() => errorOf("Name")).toBe("Too plain");
  expect(errorOf("Email")).toBe(undefined);
});

test("an error stays on a field that the form itself sets right before it", async () => {
  const store = new FormStore({ ...start, name: "Court 1", email: "ana@example.org" });
  const onSubmit = () => {
    store.set("email", "bob@example.org");
    throw new ApiError(422, "Wrong", { errors: { email: ["Was another"] } });
  };
  await renderInApp(() => (
    <Form schema={Booking} store={store} onSubmit={onSubmit}>
      <TextField name="email" label="Email" type="email" />
      <SubmitButton />
    </Form>
  ));
  await submit();
  await expect.poll(() => errorOf("Email")).toBe("Was another");
  await expect.element(field("Email")).toHaveValue("bob@example.org");
});

test("a server's error does not stand in the way of submitting again", async () => {
  const onSubmit = vi.fn(refused({ email: ["Already known"] }));
  await renderForm({ onSubmit });
  await fillRight();
  await submit();
  await expect.poll(() => errorOf("Email")).toBe("Already known");
  await submit();
  await expect.poll(() => onSubmit.mock.calls.length).toBe(2);
});

test("an error that belongs to no field on the page is said above them all", async () => {
  await renderForm({ onSubmit: refused({ startTime: ["No slot available for this date and this facility."] }) });
  await fillRight();
  await submit();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("startTime: No slot available for this date and this facility.");
});

test("a password is hidden until it is asked to show", async () => {
  await renderForm();
  expect(field("Secret").element().getAttribute("type")).toBe("password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect.poll(() => field("Secret").element().getAttribute("type")).toBe("text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect.poll(() => field("Secret").element().getAttribute("type")).toBe("password");
});

test("leaving a changed form asks, and staying keeps what was typed", async () => {
  const router = await renderForm();
  await field("Name").fill("Court 1");
  await expect.poll(() => progress()["dirty"]).toBe(true);
  void router.navigate({ to: "/elsewhere" });
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  await page.getByRole("button", { name: "Stay here" }).click();
  await expect.poll(() => document.querySelector("[role=alertdialog]")).toBe(null);
  expect(field("Name").element()).toHaveProperty("value", "Court 1");
  void router.navigate({ to: "/elsewhere" });
  await page.getByRole("button", { name: "Leave" }).click();
  await expect.element(page.getByRole("heading", { name: "Elsewhere" })).toBeVisible();
});

test("an unchanged form, and one that is being saved, are left without a question", async () => {
  const router = await renderForm({ onSubmit: () => router.navigate({ to: "/elsewhere" }) });
  await fillRight();
  await submit();
  await expect.element(page.getByRole("heading", { name: "Elsewhere" })).toBeVisible();
  expect(document.querySelector("[role=alertdialog]")).toBe(null);
});

test("a press submits also when the button is moved away beneath the pointer, and not when the pointer leaves it", async () => {
  const onSubmit = vi.fn();
  await renderForm({ onSubmit });
  await fillRight();
  const button = page.getByRole("button", { name: "Save" }).element();
  const clicked = vi.fn();
  button.addEventListener("click", clicked);
  const point = (type: string, on: Element, clientX: number) =>
    on.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX, clientY: 9 }));
  point("pointerdown", button, 9);
  point("pointerup", document.body, 90);
  point("pointerup", document.body, 9);
  point("pointerdown", button, 9);
  point("pointerup", button, 9);
  expect(clicked).not.toHaveBeenCalled();
  point("pointerdown", button, 9);
  point("pointerup", document.body, 10);
  expect(clicked).toHaveBeenCalledTimes(1);
  await expect.poll(() => onSubmit.mock.calls.length).toBe(1);
});

test("Enter in a field submits", async () => {
  const onSubmit = vi.fn();
  await renderForm({ onSubmit });
  await fillRight();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onSubmit.mock.calls.length).toBe(1);
});
