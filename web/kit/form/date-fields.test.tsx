import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import * as z from "zod/mini";
import { DateField, TimeField } from "./date-fields.tsx";
import { Form, ResetButton, SubmitButton } from "./form.tsx";
import { findViolations } from "#tests/support/find-violations.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { setLanguage } from "#web/kit/format/translation.ts";

const sent = vi.fn<(values: unknown) => void>();
afterEach(cleanup);
beforeEach(() => sent.mockClear());

const draft = z.strictObject({
  day: z.iso.date(),
  time: z.optional(z.nullable(z.string().check(z.regex(/^\d\d:\d\d$/)))),
});

function Draft({ day = "", time = "" }: { day?: string; time?: string }) {
  return (
    <Form schema={draft} defaultValues={{ day, time }} onSubmit={(values) => sent(values)} guard={false}>
      <DateField name="day" label="Day" min="2026-01-01" max="2030-12-31" required />
      <TimeField name="time" label="Time" />
      <SubmitButton />
      <ResetButton />
    </Form>
  );
}

const group = (name: string) => page.getByRole("group", { name, exact: true });
const firstPart = (name: string) => group(name).getByRole("spinbutton").first();
const save = page.getByRole("button", { name: "Save" });
const shown = (name: string) => () =>
  (group(name).element().textContent ?? "").replaceAll(/[\u2066\u2069]/g, "").replaceAll(/\s/g, " ");

async function focus(name: string): Promise<void> {
  await expect.element(firstPart(name)).toBeVisible();
  (firstPart(name).element() as HTMLElement).focus();
}
async function type(name: string, keys: string): Promise<void> {
  await focus(name);
  await userEvent.keyboard(keys);
}
function paste(name: string, text: string): void {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  firstPart(name)
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}

test("a date and a time are typed part by part in English, on 12 hours", async () => {
  await renderInApp(() => <Draft />);
  await expect.element(firstPart("Day")).toBeVisible();
  expect(shown("Day")()).toBe("mm/dd/yyyy");
  await type("Day", "12242026");
  await type("Time", "0630p");
  await expect.poll(shown("Day")).toBe("12/24/2026");
  await expect.poll(shown("Time")).toBe("06:30 PM");
  await save.click();
  await expect.poll(() => sent.mock.calls).toEqual([[{ day: "2026-12-24", time: "18:30" }]]);
});

test("in French the day comes first, and a day has 24 hours", async () => {
  await renderInApp(() => <Draft time="18:05" />);
  await setLanguage("fr", { persist: false });
  await expect.element(firstPart("Day")).toBeVisible();
  await expect.poll(shown("Day")).toBe("jj/mm/aaaa");
  await expect.poll(shown("Time")).toBe("18:05");
  await type("Day", "24122026");
  await type("Time", "2315");
  await expect.poll(shown("Day")).toBe("24/12/2026");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect.poll(() => sent.mock.calls).toEqual([[{ day: "2026-12-24", time: "23:15" }]]);
});

test("the arrows change a part and go from one to the next, and Enter sends the form", async () => {
  await renderInApp(() => <Draft day="2026-12-24" time="18:00" />);
  await type("Day", "{ArrowUp}{ArrowRight}{ArrowDown}{ArrowDown}");
  await expect.poll(shown("Day")).toBe("01/22/2026");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => sent.mock.calls[0]?.[0]).toMatchObject({ day: "2026-01-22", time: "18:00" });
});

test("a date is picked from a month, by the pointer and by the keyboard", async () => {
  await renderInApp(() => <Draft day="2026-12-24" />);
  await focus("Day");
  await page.getByRole("button", { name: "Open the calendar" }).first().click();
  // December 24, 2026 is a Thursday.
  await expect.element(page.getByRole("grid")).toBeVisible();
  const headings = [...page.getByRole("grid").element().querySelectorAll("th")].map(({ textContent }) => textContent);
  expect(headings).toEqual(["M", "T", "W", "T", "F", "S", "S"]);
  const chosen = page.getByRole("button", { name: /December 24, 2026/ }).element();
  expect(chosen.closest("td")?.matches(":nth-child(4)")).toBe(true);
  await page.getByRole("button", { name: /December 30, 2026/ }).click();
  await expect.poll(shown("Day")).toBe("12/30/2026");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await focus("Day");
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await expect.element(page.getByRole("button", { name: /December 30, 2026/ })).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}{ArrowDown}{Enter}");
  await expect.poll(shown("Day")).toBe("01/07/2027");
});

test("a time is picked from a list that begins where the value is", async () => {
  await renderInApp(() => <Draft time="18:00" />);
  await focus("Time");
  await page.getByRole("button", { name: "Choose a time" }).click();
  await expect.element(page.getByRole("option", { name: /^6:00\sPM/ })).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}{Enter}");
  await expect.poll(shown("Time")).toBe("06:30 PM");
});

test("what is half typed is an error beside its field and stays as it is", async () => {
  await renderInApp(() => <Draft />);
  await type("Day", "1224");
  await type("Time", "06");
  await save.click();
  await expect.element(page.getByText("Enter the whole date", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Enter the whole time", { exact: true })).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
  await expect.element(firstPart("Day")).toHaveFocus();
  await expect.element(firstPart("Day")).toHaveAttribute("aria-invalid", "true");
  await expect.poll(shown("Day")).toBe("12/24/yyyy");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}2027");
  await expect.element(page.getByText("Enter the whole date", { exact: true })).not.toBeInTheDocument();
  await type("Time", "{Backspace}{Backspace}{Backspace}");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{Backspace}");
  await save.click();
  await expect.poll(() => sent.mock.calls[0]?.[0]).toMatchObject({ day: "2027-12-24", time: null });
});

test("a date that does not exist is refused, and not changed into another one", async () => {
  await renderInApp(() => <Draft />);
  await type("Day", "02302027");
  await save.click();
  await expect.element(page.getByText("Enter the whole date", { exact: true })).toBeVisible();
  await expect.poll(shown("Day")).toBe("02/30/2027");
  expect(sent).not.toHaveBeenCalled();
});

test("a year may be typed with two digits", async () => {
  await renderInApp(() => <Draft />);
  await type("Day", "122427{Tab}");
  await expect.poll(shown("Day")).toBe("12/24/2027");
});

test("a date is cleared part by part, and reset gives back what was there", async () => {
  await renderInApp(() => <Draft day="2026-12-24" />);
  await type("Day", "{Backspace}{Backspace}");
  await userEvent.keyboard(
    "{ArrowRight}{Backspace}{Backspace}{ArrowRight}{Backspace}{Backspace}{Backspace}{Backspace}",
  );
  await expect.poll(shown("Day")).toBe("mm/dd/yyyy");
  await save.click();
  await expect.element(page.getByText("This field is required")).toBeVisible();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect.poll(shown("Day")).toBe("12/24/2026");
});

test("a date beyond its limits is wrong, and is none to pick", async () => {
  await renderInApp(() => <Draft day="2026-01-10" />);
  await type("Day", "12312025");
  await expect.element(page.getByText("Not before Jan 1, 2026")).toBeVisible();
  await type("Day", "01012031");
  await expect.element(page.getByText("Not after Dec 31, 2030")).toBeVisible();
  await type("Day", "01102026");
  await page.getByRole("button", { name: "Open the calendar" }).first().click();
  await expect.element(page.getByRole("button", { name: "Previous" })).toBeDisabled();
});

test("a date is pasted as people and machines write it", async () => {
  await renderInApp(() => <Draft />);
  await focus("Day");
  const written = ["24/12/2026", "2026-12-24", "12/24/2026", "24.12.2026", "Dec 24, 2026", "December 24, 2026 6:00 PM"];
  for (const text of written) {
    paste("Day", "2027-01-01");
    await expect.poll(shown("Day")).toBe("01/01/2027");
    paste("Day", text);
    await expect.poll(shown("Day")).toBe("12/24/2026");
  }
  paste("Day", "no date");
  await expect.poll(shown("Day")).toBe("12/24/2026");
  await focus("Time");
  for (const text of ["18:30", "6:30 PM", "18h30", "18:30:00"]) {
    paste("Time", "01:00");
    await expect.poll(shown("Time")).toBe("01:00 AM");
    paste("Time", text);
    await expect.poll(shown("Time")).toBe("06:30 PM");
  }
  await setLanguage("fr", { persist: false });
  await focus("Day");
  paste("Day", "03/04/2027");
  await expect.poll(shown("Day")).toBe("03/04/2027");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect.poll(() => sent.mock.calls[0]?.[0]).toMatchObject({ day: "2027-04-03", time: "18:30" });
});

test("who listens hears what each part is of, and axe finds nothing", async () => {
  await renderInApp(() => <Draft day="2026-12-24" time="18:00" />);
  await focus("Day");
  await expect
    .element(page.getByRole("spinbutton", { name: "month, Day" }))
    .toHaveAttribute("aria-valuetext", "12 – December");
  await expect.element(page.getByRole("spinbutton", { name: "AM/PM, Time" })).toBeVisible();
  await type("Day", "{Backspace}{Backspace}");
  await save.click();
  await expect.element(page.getByText("Enter the whole date", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Open the calendar" }).first().click();
  await expect.element(page.getByRole("grid")).toBeVisible();
  expect(await findViolations()).toEqual([]);
});
