import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import * as z from "zod/mini";
import { ChipsField } from "./chips-field.tsx";
import { Form, SubmitButton } from "./form.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";

const Draft = z.strictObject({ emails: z.array(z.string()).check(z.minLength(1)) });
const split = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean);
const sent = vi.fn<(values: { emails: string[] }) => void>();

const Emails = ({ wrong = [] }: { wrong?: string[] }) => (
  <Form schema={Draft} defaultValues={{ emails: [] }} onSubmit={sent} guard={false}>
    <ChipsField name="emails" label="Emails" split={split} wrong={wrong} />
    <SubmitButton>Send</SubmitButton>
  </Form>
);
const input = page.getByLabelText("Emails");
const chips = () =>
  [...document.querySelectorAll("[aria-label^='Remove ']")].map((chip) => chip.getAttribute("aria-label")?.slice(7));
const paste = (text: string) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  input.element().dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
};

afterEach(async () => {
  sent.mockClear();
  await cleanup();
});

test("Enter, a comma and leaving make a chip of what is typed, each once", async () => {
  await renderInApp(() => <Emails />);
  await input.click();
  await userEvent.keyboard("a@x.org{Enter}b@x.org,a@x.org{Enter}c@x.org");
  await expect.poll(chips).toEqual(["a@x.org", "b@x.org"]);
  await userEvent.tab();
  await expect.poll(chips).toEqual(["a@x.org", "b@x.org", "c@x.org"]);
});

test("a pasted list becomes as many chips, and what is in the field goes with them when it is sent", async () => {
  await renderInApp(() => <Emails />);
  await input.click();
  paste("a@x.org, b@x.org\nc@x.org;d@x.org");
  await expect.poll(chips).toHaveLength(4);
  await userEvent.keyboard("e@x.org");
  await page.getByRole("button", { name: "Send" }).click();
  await expect
    .poll(() => sent.mock.calls[0]?.[0].emails)
    .toEqual(["a@x.org", "b@x.org", "c@x.org", "d@x.org", "e@x.org"]);
});

test("a chip is mended where it was typed, by a click or by going back to it", async () => {
  await renderInApp(() => <Emails wrong={["b@x"]} />);
  await input.click();
  await userEvent.keyboard("a@x.org{Enter}b@x{Enter}");
  await page.getByRole("button", { name: "Edit b@x" }).click();
  await userEvent.keyboard(".org{Enter}");
  await expect.poll(chips).toEqual(["a@x.org", "b@x.org"]);
  await userEvent.keyboard("{Backspace}2{Enter}");
  await expect.poll(chips).toEqual(["a@x.org", "b@x.org2"]);
});

test("nothing at all is refused beside the field", async () => {
  await renderInApp(() => <Emails />);
  await page.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => input.element().getAttribute("aria-invalid")).toBe("true");
  expect(sent).not.toHaveBeenCalled();
});
